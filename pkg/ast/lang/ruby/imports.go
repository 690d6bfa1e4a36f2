package ruby

import (
	"path"
	"strings"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/pi-project-map/pmap/pkg/ast/treesitter"
	"github.com/pi-project-map/pmap/pkg/record"
)

// search finds the files that are loaded, wherever in the file that is.
func (f *file) search() {
	offsets := treesitter.Words(f.Src, map[string]bool{"require": true, "require_relative": true, "load": true, "autoload": true, "autoload_at": true})
	if !f.WalkTo(f.Root, offsets, func(n *sitter.Node) bool {
		if n.Type() == "call" {
			f.load(n)
		}
		return true
	}) {
		f.Skip()
	}
}

func (f *file) load(n *sitter.Node) {
	arguments := n.ChildByFieldName("arguments")
	if receiver := f.Text(n.ChildByFieldName("receiver")); arguments == nil || receiver != "" && receiver != "Kernel" {
		return
	}
	switch form := f.Text(n.ChildByFieldName("method")); form {
	case "require":
		f.file(arguments.NamedChild(0), record.Import{})
	case "require_relative":
		f.file(arguments.NamedChild(0), record.Import{Form: "require_relative"})
	case "load":
		f.file(arguments.NamedChild(0), record.Import{Form: "load"})
	case "autoload_at":
		if _, ok := f.literal(arguments.NamedChild(0)); ok {
			f.file(arguments.NamedChild(0), record.Import{Form: "autoload"})
		}
	case "autoload":
		// A path made from the file's own stands where files of one library
		// load each other on demand.
		names := f.symbols(arguments)
		if _, ok := f.literal(arguments.NamedChild(1)); ok && len(names) > 1 {
			f.file(arguments.NamedChild(1), record.Import{Form: "autoload", Names: names[:1]})
		}
	}
}

// file adds an import whose argument is a literal, or a path that starts at
// the file's own directory.
func (f *file) file(argument *sitter.Node, i record.Import) {
	p, ok := f.path(argument, 0)
	if !ok || p.text == "" || strings.ContainsAny(p.text, "\n\r\x00") {
		return
	}
	i.Raw = p.text
	if p.here {
		i.Form, i.Raw = "require_relative", strings.TrimPrefix(path.Clean(p.text), "/")
	}
	f.imports.Add(i)
}

// place is a path that is known without running the file; here says that it
// starts at the file's own directory.
type place struct {
	text string
	here bool
}

func (f *file) path(n *sitter.Node, depth int) (place, bool) {
	if n == nil || depth > maxNesting {
		return place{}, false
	}
	switch n.Type() {
	case "string":
		return f.stringPath(n)
	case "identifier":
		return place{text: ".", here: true}, f.Text(n) == "__dir__"
	case "binary":
		left, ok := f.path(n.ChildByFieldName("left"), depth+1)
		right, ok2 := f.path(n.ChildByFieldName("right"), depth+1)
		return place{text: left.text + right.text, here: left.here}, ok && ok2 && left.here && !right.here && f.Text(n.ChildByFieldName("operator")) == "+"
	case "call":
		if f.Text(n.ChildByFieldName("receiver")) == "File" && n.ChildByFieldName("arguments") != nil {
			return f.filePath(f.Text(n.ChildByFieldName("method")), n.ChildByFieldName("arguments"), depth+1)
		}
	}
	return place{}, false
}

// stringPath reads a string that is literal but for __dir__ at its start.
func (f *file) stringPath(n *sitter.Node) (place, bool) {
	p, first := place{}, true
	for c := range treesitter.Children(n) {
		switch {
		case c.Type() == "string_content":
			p.text += f.Text(c)
		case first && c.Type() == "interpolation" && strings.TrimSpace(strings.Trim(f.Text(c), "#{}")) == "__dir__":
			p = place{text: ".", here: true}
		default:
			return place{}, false
		}
		first = false
	}
	return p, true
}

// filePath evaluates File.dirname(__FILE__), File.join of a known directory
// and names, and File.expand_path relative to either.
func (f *file) filePath(method string, arguments *sitter.Node, depth int) (place, bool) {
	first, second := arguments.NamedChild(0), arguments.NamedChild(1)
	switch method {
	case "dirname":
		if f.Text(first) == "__FILE__" {
			return place{text: ".", here: true}, true
		}
		p, ok := f.path(first, depth)
		return place{text: path.Join(p.text, ".."), here: true}, ok && p.here
	case "join":
		p, ok := f.path(first, depth)
		for i := 1; i < int(arguments.NamedChildCount()) && i < maxNesting; i++ {
			text, literal := f.literal(arguments.NamedChild(i))
			p.text, ok = p.text+"/"+text, ok && literal
		}
		return p, ok && p.here
	case "expand_path":
		p, ok := f.path(first, depth)
		switch {
		case second == nil:
			return p, ok && p.here
		case f.Text(second) == "__FILE__":
			return place{text: path.Join("file", p.text), here: true}, ok && !p.here && strings.HasPrefix(p.text, "..")
		}
		from, known := f.path(second, depth)
		return place{text: path.Join(from.text, p.text), here: true}, ok && known && from.here && !p.here
	}
	return place{}, false
}
