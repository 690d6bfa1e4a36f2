// Package record is the schema pmap/1 of the stream between the commands: one
// JSON object a line, first a head, last an end whose counts prove that
// nothing is missing. Start from [Reader] and [Writer]; the specification is
// spec/pmap-records.5.md and the vectors beside it.
//
// The reader refuses a stream that is cut, out of order, miscounted or not
// strict JSON; it never guesses at what was meant.
package record

import "github.com/pi-project-map/pmap/pkg/pathname"

// Schema is the version that a head carries.
const Schema = "pmap/1"

// MaxLine is the longest line of a stream, in bytes, without its newline.
const MaxLine = 64 << 20

// Type is the first member of every record.
type Type string

// The record types.
const (
	TypeHead    Type = "head"
	TypeFile    Type = "file"
	TypeDir     Type = "dir"
	TypeSyntax  Type = "syntax"
	TypeNote    Type = "note"
	TypePage    Type = "page"
	TypeDiag    Type = "diag"
	TypeEnd     Type = "end"
	TypeFinding Type = "finding"
)

// Record is one of the record structs of this package.
type Record interface{ RecordType() Type }

// RecordType and its like name the record on the wire.
func (Head) RecordType() Type    { return TypeHead }
func (File) RecordType() Type    { return TypeFile }    // RecordType names the record.
func (Dir) RecordType() Type     { return TypeDir }     // RecordType names the record.
func (Syntax) RecordType() Type  { return TypeSyntax }  // RecordType names the record.
func (Note) RecordType() Type    { return TypeNote }    // RecordType names the record.
func (Page) RecordType() Type    { return TypePage }    // RecordType names the record.
func (Diag) RecordType() Type    { return TypeDiag }    // RecordType names the record.
func (End) RecordType() Type     { return TypeEnd }     // RecordType names the record.
func (Finding) RecordType() Type { return TypeFinding } // RecordType names the record.

// Mode says where walk took the list of files from.
type Mode string

// The modes of a walk.
const (
	ModeGit   Mode = "git"   // work tree: tracked and untracked files
	ModeIndex Mode = "index" // staged contents
	ModePlain Mode = "plain" // no repository
)

// Head opens a stream.
type Head struct {
	Schema  string  `json:"schema"`
	Mode    Mode    `json:"mode"`
	Options Options `json:"options"`
}

// Options are the settings of the project's configuration that change what
// later stages write; they learn them from here alone.
type Options struct {
	MaxFileBytes  int64    `json:"maxFileBytes"`  // larger files are not parsed
	MaxFileTokens int      `json:"maxFileTokens"` // longer files are cut before a model sees them
	ExportLimit   int      `json:"exportLimit"`   // exports a file's line shows
	SymbolLimit   int      `json:"symbolLimit"`   // lines in a map's symbols section
	LLMExclude    []string `json:"llmExclude,omitempty"`
}

// Class is what kind of file this is; it decides whether it is parsed.
type Class string

// The classes. Source, test, generated, config, doc, data and notebook files
// are read and parsed where a parser exists; the others are only listed.
const (
	ClassSource    Class = "source"
	ClassTest      Class = "test"
	ClassConfig    Class = "config"
	ClassDoc       Class = "doc"
	ClassData      Class = "data"
	ClassNotebook  Class = "notebook"
	ClassGenerated Class = "generated"
	ClassMinified  Class = "minified"
	ClassVendored  Class = "vendored"
	ClassBinary    Class = "binary"
	ClassLarge     Class = "large"
	ClassSecret    Class = "secret"    // never read: no size of lines, no hash
	ClassLFS       Class = "lfs"       // a Git LFS pointer stands for the contents
	ClassSymlink   Class = "symlink"   // Target holds where it points; never followed
	ClassBoundary  Class = "boundary"  // path ends in "/": another repository begins
	ClassCollapsed Class = "collapsed" // path ends in "/": contents are not listed
)

// Picked says how a record relates to the operands of walk; absent on every
// record when there were none.
type Picked string

// The values of Picked.
const (
	PickedSelf  Picked = "self"  // an operand, or inside one
	PickedAbove Picked = "above" // a directory that holds an operand
)

// File is one listed file, link, boundary or collapsed directory.
type File struct {
	Path   pathname.Path `json:"path"`
	Size   int64         `json:"size,omitzero"`    // bytes
	Lines  int           `json:"lines,omitzero"`   // newline characters, and one for an unended last line
	SHA256 string        `json:"sha256,omitempty"` // 64 hex digits; absent if the contents were not read
	Lang   string        `json:"lang,omitempty"`   // go-enry's name
	Class  Class         `json:"class"`
	Target pathname.Text `json:"target,omitzero"`  // of a symlink
	Reason string        `json:"reason,omitempty"` // what a boundary or collapsed directory is: "submodule", "test data"
	Picked Picked        `json:"picked,omitempty"`
}

// Dir closes a directory: everything inside it came before.
type Dir struct {
	Path   pathname.Path `json:"path"`
	Picked Picked        `json:"picked,omitempty"`
}

// State says how much of a file the parser understood.
type State string

// The states of a syntax record.
const (
	StateOK      State = "ok"
	StatePartial State = "partial" // something in it did not parse; what did is here
	StateFailed  State = "failed"  // nothing of it could be used
	StateNone    State = "none"    // no parser for it, or its class is not parsed
)

// Syntax is what a parser read from one file. It depends on the file's bytes,
// the extractor and its version alone. Every text in it is valid UTF-8 and on
// one line.
type Syntax struct {
	SHA256     string   `json:"sha256,omitempty"`
	Extractor  string   `json:"extractor,omitempty"` // "go@1": name and version
	State      State    `json:"state"`
	Doc        string   `json:"doc,omitempty"`        // the author's words about this file, at most 1000 bytes
	PackageDoc string   `json:"packageDoc,omitempty"` // the author's words about the package, where the language has them (Go)
	Package    string   `json:"package,omitempty"`    // package or namespace that the file declares
	Symbols    []Symbol `json:"symbols,omitempty"`    // in source order
	Imports    []Import `json:"imports,omitempty"`    // in source order, one for each raw text and form
	Refs       []string `json:"refs,omitempty"`       // names used but neither defined nor imported here, sorted
	Facts      *Facts   `json:"facts,omitempty"`
}

// Kind is what a symbol is.
type Kind string

// The kinds, one word list for all languages.
const (
	KindFunction    Kind = "function"
	KindMethod      Kind = "method"
	KindConstructor Kind = "constructor"
	KindClass       Kind = "class"
	KindInterface   Kind = "interface"
	KindStruct      Kind = "struct"
	KindEnum        Kind = "enum"
	KindTrait       Kind = "trait"
	KindUnion       Kind = "union"
	KindType        Kind = "type"
	KindModule      Kind = "module"
	KindNamespace   Kind = "namespace"
	KindMacro       Kind = "macro"
	KindConstant    Kind = "constant"
	KindVariable    Kind = "variable"
	KindField       Kind = "field"
	KindProperty    Kind = "property"
	KindAlias       Kind = "alias"   // a re-export: see Of and From
	KindHeading     Kind = "heading" // of a document
	KindTarget      Kind = "target"  // of a build file
	KindStage       Kind = "stage"   // of a container build
)

// Symbol is one definition, or one name passed on from another file.
type Symbol struct {
	Name      string `json:"name"` // as other files name it
	Kind      Kind   `json:"kind"`
	Signature string `json:"signature,omitempty"` // one line; no body, comment or trailing comma
	Parent    string `json:"parent,omitempty"`    // name of the type it belongs to; absent at top level
	Exported  bool   `json:"exported,omitzero"`   // by the language's own rule
	Default   bool   `json:"default,omitzero"`    // an ES default export; Name is "default" if it has none
	Of        string `json:"of,omitempty"`        // alias: the name in the file it comes from; "*" for the whole module
	From      string `json:"from,omitempty"`      // alias: Raw of the import it comes through
	Doc       string `json:"doc,omitempty"`       // first sentence of its doc comment
}

// Import is one module, file or package that the source names.
type Import struct {
	Raw      string   `json:"raw"`             // as the language spells it; C keeps its quotes or brackets
	Form     string   `json:"form,omitempty"`  // where a language has several: see spec
	Names    []string `json:"names,omitempty"` // names used from it, sorted; "*" for all, "default" for an ES default
	Reexport bool     `json:"reexport,omitzero"`
	TypeOnly bool     `json:"typeOnly,omitzero"`
}

// Facts are what a manifest, build file or document says about the project.
type Facts struct {
	Kind         string   `json:"kind"`                   // "npm", "gomod", "cargo", "pyproject", "readme", …: see spec
	Module       string   `json:"module,omitempty"`       // import path of a Go module, group of a Maven one
	Name         string   `json:"name,omitempty"`         // the package's name
	Title        string   `json:"title,omitempty"`        // first heading
	Summary      string   `json:"summary,omitempty"`      // description, or a document's first paragraph
	Main         []string `json:"main,omitempty"`         // entry files as written
	Exports      []Pair   `json:"exports,omitempty"`      // subpath to file as written
	Imports      []Pair   `json:"imports,omitempty"`      // "#name" to file as written
	Bin          []Pair   `json:"bin,omitempty"`          // command to file
	Scripts      []Pair   `json:"scripts,omitempty"`      // name to command line
	Dependencies []string `json:"dependencies,omitempty"` // package names, sorted
	Paths        []Pair   `json:"paths,omitempty"`        // alias patterns: tsconfig paths, PSR-4, source roots
	BaseURL      string   `json:"baseUrl,omitempty"`
	Extends      []string `json:"extends,omitempty"`
	Members      []string `json:"members,omitempty"` // workspace globs or directories
	Replace      []Pair   `json:"replace,omitempty"` // module to directory
}

// Pair is one ordered association.
type Pair struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// Note is what a model said about one file or one directory; one with a
// purpose is a file's, one with a role a directory's. Every text in it is valid
// UTF-8 and on one line, Arch excepted. None of it has been checked against the
// tree: that is merge's business.
type Note struct {
	Path      pathname.Path `json:"path"`
	Input     string        `json:"input"`               // SHA-256 of what the model was told: a file's bytes; of a directory's input all but its previous role
	Prompt    string        `json:"prompt"`              // name and version: "file@1"
	Model     string        `json:"model,omitempty"`     // that was asked
	Purpose   string        `json:"purpose,omitempty"`   // of a file
	Deps      []string      `json:"deps,omitempty"`      // of a file: names, paths and packages as the model spelt them
	Concepts  []string      `json:"concepts,omitempty"`  // of a file
	Exports   []string      `json:"exports,omitempty"`   // of a file that no parser reads
	Role      string        `json:"role,omitempty"`      // of a directory
	Arch      string        `json:"arch,omitempty"`      // of a directory: lines joined by LF
	Tags      []string      `json:"tags,omitempty"`      // of a directory
	Workflows []string      `json:"workflows,omitempty"` // of a directory
	Cached    bool          `json:"cached,omitzero"`     // no call was made for it
	TokensIn  int           `json:"tokensIn,omitzero"`   // what the call cost, as the endpoint counts
	TokensOut int           `json:"tokensOut,omitzero"`
}

// Page is everything that the two map files of a directory say, before limits
// are applied.
type Page struct {
	Path      pathname.Path   `json:"path"`
	Picked    Picked          `json:"picked,omitempty"`
	Role      string          `json:"role,omitempty"`
	Deps      []pathname.Text `json:"deps,omitempty"` // internal dependencies of the directory, strongest first
	Children  []Child         `json:"children,omitempty"`
	Files     []PageFile      `json:"files,omitempty"`  // bytewise by name
	Likely    []pathname.Path `json:"likely,omitempty"` // names in Files, best first
	Arch      string          `json:"arch,omitempty"`   // lines joined by LF
	Tags      []string        `json:"tags,omitempty"`
	Symbols   []PageSymbol    `json:"symbols,omitempty"` // best first
	Workflows []string        `json:"workflows,omitempty"`
	Notes     []Note          `json:"notes,omitempty"` // those kept, bytewise by path: of Files and of the directory itself
}

// Child is one subdirectory of a page.
type Child struct {
	Name pathname.Path `json:"name"`
	Role string        `json:"role,omitempty"`
}

// PageFile is one file's line.
type PageFile struct {
	Name    pathname.Path   `json:"name"` // one component; a trailing slash is kept
	SHA256  string          `json:"sha256,omitempty"`
	Test    bool            `json:"test,omitzero"` // it only tests
	Purpose string          `json:"purpose,omitempty"`
	Exports []string        `json:"exports,omitempty"` // best first
	Deps    []pathname.Text `json:"deps,omitempty"`    // "pkg/…", "ext/…", "std/…" or "?…", most telling first
}

// PageSymbol is one line of a map's symbols section.
type PageSymbol struct {
	Name      string        `json:"name"`
	Signature string        `json:"signature"`
	File      pathname.Path `json:"file"`             // one component
	Parent    string        `json:"parent,omitempty"` // set for a method
}

// Severity of a diag.
type Severity string

// The severities.
const (
	SeverityInfo    Severity = "info"
	SeverityWarning Severity = "warning"
	SeverityError   Severity = "error" // the run goes on; Exit says with what code it will end
	SeverityFatal   Severity = "fatal" // the run gave up; an end with the same exit follows
)

// Diag reports one event, right after its subject.
type Diag struct {
	Stage    string        `json:"stage"`
	Severity Severity      `json:"severity"`
	Code     string        `json:"code"`
	Path     pathname.Path `json:"path,omitzero"`
	Message  string        `json:"message"`
	Exit     int           `json:"exit,omitzero"`
}

// End closes a stream. Without it the stream is void.
type End struct {
	Counts map[Type]int64 `json:"counts"`
	Exit   int            `json:"exit"`
}

// Finding is one difference between the maps on disk and the tree.
type Finding struct {
	Code    string        `json:"code"`
	Path    pathname.Path `json:"path"` // of the directory
	Name    string        `json:"name,omitempty"`
	Message string        `json:"message"`
	Mend    string        `json:"mend"` // the command that repairs it
}
