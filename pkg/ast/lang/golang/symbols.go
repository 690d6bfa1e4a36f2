package golang

import (
	"go/ast"
	"go/token"
	"strings"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/record"
)

// maxValue is the longest value, in bytes, that the signature of a constant
// or variable shows.
const maxValue = 60

func (f *file) decl(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		f.function(d)
	case *ast.GenDecl:
		shared := d.Doc // of a group: said once, of its first name without words of its own
		var repeated ast.Expr
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				f.typeSpec(spec, said(&shared, spec.Doc, spec.Comment))
			case *ast.ValueSpec:
				if spec.Type != nil || len(spec.Values) > 0 {
					repeated = spec.Type
				}
				f.values(d.Tok, spec, repeated, said(&shared, spec.Doc, spec.Comment))
			}
		}
	}
}

// said returns the first sentence of the words nearest to a spec.
func said(shared **ast.CommentGroup, own, trailing *ast.CommentGroup) string {
	for _, group := range []*ast.CommentGroup{own, trailing} {
		if group != nil {
			return lang.Sentence(group.Text())
		}
	}
	group := *shared
	*shared = nil
	if group == nil {
		return ""
	}
	return lang.Sentence(group.Text())
}

func (f *file) add(s record.Symbol) {
	if s.Name == "_" || s.Name == "" {
		return
	}
	s.Signature = lang.Signature(s.Signature)
	f.out.Symbols = append(f.out.Symbols, s)
}

func (f *file) function(d *ast.FuncDecl) {
	s := record.Symbol{Name: d.Name.Name, Kind: record.KindFunction, Exported: d.Name.IsExported()}
	if d.Doc != nil {
		s.Doc = lang.Sentence(d.Doc.Text())
	}
	end := d.Type.End()
	if d.Body != nil {
		end = min(end, d.Body.Pos())
	}
	s.Signature = f.text(d.Pos(), end)
	if d.Recv != nil {
		s.Kind = record.KindMethod
		s.Parent = receiver(d.Recv)
		s.Exported = s.Exported && ast.IsExported(s.Parent)
	}
	f.add(s)
}

// receiver returns the name of a method's type.
func receiver(fields *ast.FieldList) string {
	if len(fields.List) == 0 {
		return ""
	}
	if id := named(fields.List[0].Type); id != nil {
		return id.Name
	}
	return ""
}

// named returns the name at the core of a type: T of *T, T[K], p.T.
func named(t ast.Expr) *ast.Ident {
	for {
		switch x := t.(type) {
		case *ast.Ident:
			return x
		case *ast.StarExpr:
			t = x.X
		case *ast.ParenExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.SelectorExpr:
			return x.Sel
		default:
			return nil
		}
	}
}

func (f *file) typeSpec(spec *ast.TypeSpec, doc string) {
	s := record.Symbol{Name: spec.Name.Name, Kind: record.KindType, Exported: spec.Name.IsExported(), Doc: doc}
	head := "type " + f.text(spec.Pos(), spec.Type.Pos())
	switch t := spec.Type.(type) {
	case *ast.StructType:
		s.Kind = record.KindStruct
		s.Signature = head + "struct" + braces(f.embedded(t.Fields))
	case *ast.InterfaceType:
		s.Kind = record.KindInterface
		s.Signature = head + "interface" + f.methods(t.Methods)
	default:
		s.Signature = "type " + f.text(spec.Pos(), spec.End())
	}
	f.add(s)
	f.members(s, spec.Type)
}

// embedded lists the types that a struct embeds.
func (f *file) embedded(fields *ast.FieldList) []string {
	var types []string
	for _, field := range fields.List {
		if len(field.Names) == 0 {
			types = append(types, f.text(field.Type.Pos(), field.Type.End()))
		}
	}
	return types
}

// methods lists what an interface demands: with its parameters if all of it
// fits, else by name, and the rest is left out.
func (f *file) methods(fields *ast.FieldList) string {
	const room = 100
	var whole, short []string
	for _, field := range fields.List {
		text := f.text(field.Pos(), field.Type.End())
		whole = append(whole, text)
		if len(field.Names) > 0 {
			text = field.Names[0].Name
		}
		short = append(short, text)
	}
	if text := braces(whole); len(text) <= room {
		return text
	}
	for n := len(short); n > 0; n-- {
		list := short[:n:n]
		if n < len(short) {
			list = append(list, "…")
		}
		if text := braces(list); len(text) <= room {
			return text
		}
	}
	return ""
}

func braces(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return " { " + strings.Join(list, "; ") + " }"
}

// members adds a struct's exported fields and an interface's methods.
func (f *file) members(owner record.Symbol, t ast.Expr) {
	kind := record.KindField
	var fields *ast.FieldList
	switch t := t.(type) {
	case *ast.StructType:
		fields = t.Fields
	case *ast.InterfaceType:
		fields, kind = t.Methods, record.KindMethod
	default:
		return
	}
	for _, field := range fields.List {
		for _, name := range field.Names {
			if !name.IsExported() && kind == record.KindField {
				continue
			}
			s := record.Symbol{Name: name.Name, Kind: kind, Parent: owner.Name, Exported: name.IsExported() && owner.Exported}
			s.Doc = said(new(*ast.CommentGroup), field.Doc, field.Comment)
			s.Signature = name.Name + f.text(field.Type.Pos(), field.Type.End())
			if kind == record.KindField {
				s.Signature = name.Name + " " + f.shape(field.Type)
			}
			f.add(s)
		}
	}
}

// shape is a type's source, a struct's or interface's without its members.
func (f *file) shape(t ast.Expr) string {
	switch t.(type) {
	case *ast.StructType:
		return "struct"
	case *ast.InterfaceType:
		if text := f.text(t.Pos(), t.End()); len(text) <= maxValue {
			return text
		}
		return "interface"
	}
	return f.text(t.Pos(), t.End())
}

// values adds a spec's names; declared is their type, also where a constant
// repeats the line above.
func (f *file) values(tok token.Token, spec *ast.ValueSpec, declared ast.Expr, doc string) {
	kind := record.KindVariable
	if tok == token.CONST {
		kind = record.KindConstant
	}
	for i, name := range spec.Names {
		signature := tok.String() + " " + name.Name
		var value ast.Expr
		if len(spec.Values) == len(spec.Names) {
			value = spec.Values[i]
		}
		if declared != nil {
			signature += " " + f.shape(declared)
		} else if t := f.typeOf(value); t != "" {
			signature += " " + t
			value = nil
		}
		if value != nil {
			if text := f.text(value.Pos(), value.End()); len(text) <= maxValue && !hasBody(value) {
				signature += " = " + text
			}
		}
		f.add(record.Symbol{Name: name.Name, Kind: kind, Signature: signature, Exported: name.IsExported(), Doc: doc})
	}
}

// typeOf returns the type that a value's own text states.
func (f *file) typeOf(value ast.Expr) string {
	switch v := value.(type) {
	case *ast.FuncLit:
		return f.text(v.Type.Pos(), v.Type.End())
	case *ast.CompositeLit:
		if v.Type != nil {
			return f.shape(v.Type)
		}
	case *ast.UnaryExpr:
		if lit, ok := v.X.(*ast.CompositeLit); ok && v.Op == token.AND && lit.Type != nil {
			return "*" + f.shape(lit.Type)
		}
	case *ast.CallExpr:
		id, ok := v.Fun.(*ast.Ident)
		if ok && len(v.Args) > 0 && id.Obj == nil {
			switch id.Name {
			case "make":
				return f.shape(v.Args[0])
			case "new":
				return "*" + f.shape(v.Args[0])
			}
		}
	}
	return ""
}

// hasBody reports whether an expression holds a function or a composite.
func hasBody(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit, *ast.CompositeLit:
			found = true
		}
		return !found
	})
	return found
}
