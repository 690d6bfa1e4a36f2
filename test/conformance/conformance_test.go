// Package conformance compares what the pipe says of real sources with what
// the language's own compiler says: the exports and dependencies of pages,
// uncut, and the kinds of syntax records. Each language has an oracle, which
// shares no code with the product, and a floor in percent for precision and
// recall. The quick part looks at a sample; the build tag e2e adds the rest.
//
// What an oracle and the language disagree about is written down beside the
// oracle, as a name or target that is neither demanded nor wrong.
package conformance
