package rust

import (
	"bytes"
	"regexp"
	"strings"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

// macro reads the items that a macro is called with at a module's level, as in
// cfg_net! { pub mod net; }, and the file that include! names.
func (s source) macro(n *sitter.Node, sc scope, depth int) {
	name := s.Text(n.ChildByFieldName("macro"))
	name = name[strings.LastIndexByte(name, ':')+1:]
	var args *sitter.Node
	for c := range treesitter.Children(n) {
		if c.Type() == "token_tree" {
			args = c
		}
	}
	switch {
	case args == nil:
	case name == "include":
		if raw := quoted(s.Text(args)); raw != "" {
			s.imports.Add(record.Import{Raw: raw, Form: "include"})
		}
	case name == "cfg_if":
		for c := range treesitter.Children(args) {
			if c.Type() == "token_tree" && s.Src[c.StartByte()] == '{' {
				s.again(c, sc, depth)
			}
		}
	case s.Src[args.StartByte()] == '{':
		s.again(args, sc, depth)
	}
}

// again parses the inside of a token tree as items.
func (s source) again(args *sitter.Node, sc scope, depth int) {
	if depth >= maxBlocks || args.EndByte() < args.StartByte()+2 {
		return
	}
	src := s.Src[args.StartByte()+1 : args.EndByte()-1]
	if !holdsItems(src) {
		return
	}
	// Macros inside macros are parsed once for each level.
	if s.parsed += len(src); s.parsed > 2*treesitter.MaxBytes {
		s.whole = false
		return
	}
	tree, err := treesitter.Parse(s.ctx, s.language, src)
	if err != nil {
		return
	}
	defer tree.Close()
	inner := source{tree, s.crateFile}
	if tree.Broken() {
		s.loose(src, sc)
		return
	}
	inner.items(tree.Root, sc, depth+1)
}

// itemWords are found in a macro call that defines anything to be named.
var itemWords = [][]byte{[]byte("pub "), []byte("pub("), []byte("mod "), []byte("use "), []byte("fn "), []byte("impl"), []byte("struct "), []byte("enum "), []byte("macro_rules!")}

func holdsItems(src []byte) bool {
	for _, w := range itemWords {
		if bytes.Contains(src, w) {
			return true
		}
	}
	return false
}

// pubItem matches what defines a public name in a macro's own syntax, such as
// lazy_static!'s `pub static ref NAME` and bitflags!'s `pub struct NAME: u32`.
var pubItem = regexp.MustCompile(`\bpub\s+(?:unsafe\s+|async\s+)*(static|struct|enum|union|const|fn|trait|type|mod)\s+(?:ref\s+|mut\s+|fn\s+)*([A-Za-z_]\w*)`)

// loose finds public names in text that does not parse as items.
func (f *crateFile) loose(src []byte, sc scope) {
	for _, m := range pubItem.FindAllSubmatch(outside(src), maxSymbols) {
		word, name := string(m[1]), string(m[2])
		sym := record.Symbol{Name: name, Parent: sc.parent(), Exported: !sc.test, Signature: word + " " + name}
		switch word {
		case "static":
			sym.Kind = record.KindVariable
		case "struct":
			sym.Kind = record.KindStruct
		case "enum":
			sym.Kind = record.KindEnum
		case "union":
			sym.Kind = record.KindUnion
		case "const":
			sym.Kind = record.KindConstant
		case "fn":
			sym.Kind, sym.Signature = record.KindFunction, name+"(…)"
		case "trait":
			sym.Kind = record.KindTrait
		case "type":
			sym.Kind = record.KindType
		case "mod":
			sym.Kind = record.KindModule
		}
		f.add(sym)
	}
}

// outside returns a text without what stands in brackets and line comments.
func outside(src []byte) []byte {
	var out []byte
	depth := 0
	for i := 0; i < len(src); i++ {
		switch c := src[i]; {
		case c == '/' && i+1 < len(src) && src[i+1] == '/':
			for i < len(src) && src[i] != '\n' {
				i++
			}
		case c == '{' || c == '(' || c == '[':
			depth++
			out = append(out, ' ')
		case c == '}' || c == ')' || c == ']':
			depth--
		case depth == 0:
			out = append(out, c)
		}
	}
	return out
}
