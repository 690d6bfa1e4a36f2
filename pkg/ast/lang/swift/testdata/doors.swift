//  Copyright 2020 X.

import Foundation
@testable import Doors
import struct Keys.Key
@_exported import Walls

/// Opens it. Twice.
@available(macOS 10.15, *)
public final class Door<T: Key>: Base<T>, A where T: B {
    public static let max = 3, min: Int = 1
    private(set) public var name: String = "a"
    private var secret = 1
    fileprivate let hidden: Int
    var size: Int { get { let no = 1; return no } }
    lazy var list: [String: Int] = {
        let no = 1
        return [:]
    }()
    let (a, b) = (1, 2)
    var closure: ((Int) -> Void)?
    var other: Int?
    public required init?(_ x: Int, y: String...) throws {}
    convenience init<U>(_ u: U) where U: K { self.init() }
    deinit { let no = 1 }
    subscript(i: Int) -> T { fatalError() }
    @discardableResult
    open class func make(with x: Int = 3,
                         _ f: @escaping (Int) -> Bool) async throws -> Door<T>?
        where T: Q
    {
        func local() {}
    }
    static func == (lhs: Door, rhs: Door) -> Bool { true }
    struct In { enum Deep { case x } }
    private struct P { var x: Int }
#if os(Linux)
    func onLinux() {}
#else
    func elsewhere() {}
#endif
}

indirect enum Colour: String, C {
    /// Like fire.
    case red = "r", green
    case mixed(Colour, with: Int)
    var code: Int { switch self { case .red: return 1; default: return 2 } }
}

protocol P: AnyObject {
    associatedtype Item: Q
    var x: Int { get set }
    func f() -> Item
    init(y: Int)
    static func < (a: Self, b: Self) -> Bool
}

extension Array.Index: P where Element: Q {
    public func second() -> Element? { nil }
}
private extension String { func hid() {} }
actor Bank { nonisolated func pay() {} }
fileprivate func quiet() {}
internal func loud<T>(_ t: T) -> some View { Text("\(t.map { "class No {" })") }
public typealias Pair<T> = (T, T)
let limit = 5
var state = Impl.make { x in let y = x }
let raw = #"class "No" \#(x { )"#
infix operator +++ : AdditionPrecedence
public func +++ (a: Int, b: Int) -> Int { a }
@attached(member) public macro Model() = #externalMacro(module: "M", type: "T")
