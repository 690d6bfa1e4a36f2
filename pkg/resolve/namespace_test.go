package resolve

import (
	"slices"
	"strings"
	"testing"

	"github.com/pi-project-map/pmap/pkg/record"
)

// source makes a file that declares and uses names, separated by spaces.
func source(pkg, p, names, used string) File {
	return File{Path: p, Package: pkg, Names: strings.Fields(names), Uses: slices.Values(strings.Fields(used))}
}

func TestKotlin(t *testing.T) {
	main := "app/src/main/kotlin/App.kt"
	check(t, []File{
		source("org.acme.app", main, "main", "Thing open Near Absent"),
		source("org.acme.app", "app/src/main/kotlin/Near.kt", "Near", ""),
		source("org.acme.core", "core/src/commonMain/kotlin/org/acme/core/Things.kt", "Thing Other", ""),
		source("org.acme.core", "core/src/jvmMain/kotlin/org/acme/core/Open.kt", "open Near", ""),
		source("org.acme.core", "core/src/nativeMain/kotlin/org/acme/core/Native.kt", "native", ""),
		source("org.acme.unseen", "core/src/a/kotlin/org/acme/unseen/U.kt", "u", ""),
		source("org.acme.unseen", "core/src/b/kotlin/org/acme/else/V.kt", "v", ""),
		{Path: "java/src/org/acme/j/J.java", Package: "org.acme.j"},
	}, "Kotlin", []asked{
		{from: main, raw: "org.acme.core.Other", names: "Other", want: "pkg/core/src/commonMain/kotlin/org/acme/core/Things.kt"},
		{from: main, raw: "org.acme.core.Thing.Inner.x", names: "x", want: "pkg/core/src/commonMain/kotlin/org/acme/core/Things.kt"},
		{from: main, raw: "org.acme.core.open", names: "open", want: "pkg/core/src/jvmMain/kotlin/org/acme/core/Open.kt"},
		{from: main, raw: "org.acme.core", names: "*", want: "pkg/core/src/commonMain/kotlin/org/acme/core pkg/core/src/jvmMain/kotlin/org/acme/core"},
		{from: main, raw: "org.acme.unseen", names: "*", want: "pkg/core/src/a/kotlin/org/acme/unseen"},
		{from: main, raw: "org.acme.core.generated", names: "generated", want: "?org.acme.core.generated"},
		{from: main, raw: "org.acme.j.J", names: "J", want: "pkg/java/src/org/acme/j/J.java"},
		{from: main, raw: "kotlin.math", names: "*", want: "std/kotlin.math"},
		{from: main, raw: "java.util.List", names: "List", want: "std/java.util.List"},
		{from: main, raw: "platform.posix.errno", names: "errno", want: "std/platform.posix.errno"},
		{from: main, raw: "kotlinx.coroutines.channels.Channel", names: "Channel", want: "ext/kotlinx.coroutines"},
		{from: main, raw: "kotlinx.coroutines.launch", names: "launch", want: "ext/kotlinx.coroutines"},
		{from: main, raw: "io.ktor.client", names: "*", want: "ext/io.ktor.client"},
		{from: main, raw: "a..b", want: "?a..b"},
	})
	check(t, []File{source("org.acme.core", "core/Things.kt", "Thing", ""), {Path: "J.java"}}, "Java", []asked{
		{from: "J.java", raw: "org.acme.core.Thing", want: "pkg/core/Things.kt"},
	})
}

func TestScala(t *testing.T) {
	main := "app/src/main/scala/org/acme/app/Main.scala"
	check(t, []File{
		source("org.acme.app", main, "Main", "Thing Near"),
		source("org.acme.app", "app/src/main/scala/org/acme/app/Near.scala", "Near", ""),
		source("org.acme", "core/src/main/scala/org/acme/package.scala", "core util", ""),
		source("org.acme.core", "core/src/main/scala/org/acme/core/All.scala", "Thing Other Near", ""),
		source("org.acme.core", "core/src/main/scala-3/org/acme/core/Three.scala", "Three", ""),
		source("org.acme.core.deep", "core/src/main/scala/org/acme/core/deep/Deep.scala", "Deep", ""),
		source("org.acme.config", "core/src/test/scala/org/acme/config/Spec.scala", "Spec", ""),
	}, "Scala", []asked{
		{from: main, raw: "org.acme.core", names: "Other Three", want: "pkg/core/src/main/scala/org/acme/core/All.scala pkg/core/src/main/scala-3/org/acme/core/Three.scala"},
		{from: main, raw: "core.Other", names: "member", want: "pkg/core/src/main/scala/org/acme/core/All.scala"},
		{from: main, raw: "org.acme.core", names: "*", want: "pkg/core/src/main/scala/org/acme/core"},
		{from: main, raw: "org.acme.core", names: "deep", want: "pkg/core/src/main/scala/org/acme/package.scala"},
		{from: main, raw: "org.acme.core.deep", names: "*", want: "pkg/core/src/main/scala/org/acme/core/deep"},
		{from: main, raw: "_root_.org.acme.core", names: "Other", want: "pkg/core/src/main/scala/org/acme/core/All.scala"},
		{from: main, raw: "org.acme.core", names: "aliasOfThePackageObject", want: "pkg/core/src/main/scala/org/acme/package.scala"},
		{from: main, raw: "config", names: "x", want: ""},
		{from: main, raw: "scala.util", names: "Try", want: "std/scala.util"},
		{from: main, raw: "java.util", names: "List", want: "std/java.util"},
		{from: main, raw: "com.typesafe.config", names: "Config", want: "ext/com.typesafe.config"},
		{from: main, raw: "laika.config", names: "LinkConfig", want: "ext/laika.config"},
		{from: main, raw: "system", names: "dispatcher", want: ""},
		{from: main, raw: "settings.tuning", names: "x", form: "inner", want: ""},
		{from: main, raw: "akka.pattern", names: "ask", form: "inner", want: "ext/akka.pattern"},
		{from: main, raw: "Local", names: "*", want: ""},
		{from: main, raw: "c.universe", names: "*", want: ""},
		{from: main, raw: "a..b", want: "?a..b"},
	})
}

func TestCSharp(t *testing.T) {
	main := "src/Acme/App/Main.cs"
	check(t, []File{
		source("Acme.App", main, "Main", "Thing Serial Near Absent"),
		source("Acme", "src/Acme/Near.cs", "Near", ""),
		source("Acme.Core", "src/Acme/Core/Thing.cs", "Thing", ""),
		source("Acme.Core", "src/Acme/Core/SerialAttribute.cs", "SerialAttribute", ""),
		source("Acme.Core", "src/Acme/Core/Near.cs", "Near Unused", ""),
		source("Acme.Extensions", "src/Acme/Extensions/All.cs", "StringExtensions", ""),
		source("System.Runtime", "src/Acme/Compat/Runtime.cs", "Compat", ""),
		source("Acme.Extensions", "src/Acme/Other/More.cs", "MoreExtensions", ""),
		manifest("src/Acme/Acme.csproj", record.Facts{Kind: "csproj", Dependencies: []string{"Microsoft.Extensions.Logging", "NUnit"}}),
	}, "C#", []asked{
		{from: main, raw: "Acme.Core", want: "pkg/src/Acme/Core/SerialAttribute.cs pkg/src/Acme/Core/Thing.cs"},
		{from: main, raw: "Core", want: "pkg/src/Acme/Core/SerialAttribute.cs pkg/src/Acme/Core/Thing.cs"},
		{from: main, raw: "Acme.Extensions", want: "pkg/src/Acme/Extensions"},
		{from: main, raw: "Acme.Core.Unused", form: "static", want: "pkg/src/Acme/Core/Near.cs"},
		{from: main, raw: "Acme.Core.Thing.Inner", form: "alias", want: "pkg/src/Acme/Core/Thing.cs"},
		{from: main, raw: "Acme.Core", form: "alias", want: "pkg/src/Acme/Core"},
		{from: main, raw: "Dictionary", form: "alias", want: ""},
		{from: main, raw: "Acme.Generated", want: "?Acme.Generated"},
		{from: main, raw: "System.Collections.Generic", want: "std/System.Collections.Generic"},
		{from: main, raw: "System", want: "std/System"},
		{from: main, raw: "System.Runtime", want: "std/System.Runtime"},
		{from: main, raw: "Microsoft.Win32.SafeHandles", want: "std/Microsoft.Win32.SafeHandles"},
		{from: main, raw: "Microsoft.Extensions.Logging.Abstractions", want: "ext/Microsoft.Extensions.Logging"},
		{from: main, raw: "Microsoft.EntityFrameworkCore.Metadata.Internal", want: "ext/Microsoft.EntityFrameworkCore.Metadata"},
		{from: main, raw: "NUnit.Framework", want: "ext/NUnit"},
		{from: main, raw: "Xunit.Abstractions", want: "ext/Xunit"},
		{from: main, raw: "a..b", want: "?a..b"},
	})
}

func TestSwift(t *testing.T) {
	files := append(list(
		"Source/Core/Session.swift", "Sources/Walls/Logging/Log.swift", "Tests/WallsTests/T.swift", "Demo/App.swift",
		"Libs/Keys/Sources/Keys/Key.swift", "Sources/CLib/c.h",
	), manifest("Package.swift", record.Facts{Kind: "swiftpm", Paths: []record.Pair{{Key: "Doors", Value: "Source"}, {Key: "Bad", Value: "../../x"}, {Key: "Gone", Value: "Nowhere"}, {Key: "CLib", Value: "Sources/CLib"}}}))
	check(t, files, "Swift", []asked{
		{from: "Tests/WallsTests/T.swift", raw: "Doors", want: "pkg/Source"},
		{from: "Demo/App.swift", raw: "Walls", want: "pkg/Sources/Walls"},
		{from: "Demo/App.swift", raw: "Keys", want: "pkg/Libs/Keys/Sources/Keys"},
		{from: "Demo/App.swift", raw: "CLib", want: "pkg/Sources/CLib"},
		{from: "Tests/WallsTests/T.swift", raw: "Demo", want: "pkg/Demo"},
		{from: "Demo/App.swift", raw: "Logging", want: "ext/Logging"},
		{from: "Demo/App.swift", raw: "Bad", want: "ext/Bad"},
		{from: "Demo/App.swift", raw: "Gone", want: "ext/Gone"},
		{from: "Demo/App.swift", raw: "Foundation.NSDate", want: "std/Foundation"},
		{from: "Demo/App.swift", raw: "UIKit", want: "std/UIKit"},
		{from: "Demo/App.swift", raw: "a/b", want: "?a/b"},
	})
}
