package record

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pi-project-map/pmap/pkg/pathname"
)

// checker is a record with rules of its own. The reader refuses what breaks
// them, and so does the writer: a stage's mistake shows where it was made.
type checker interface{ check() error }

func (h Head) check() error {
	if h.Schema != Schema {
		return fmt.Errorf("schema is %q, not %q", h.Schema, Schema)
	}
	switch h.Mode {
	case ModeGit, ModeIndex, ModePlain:
	default:
		return fmt.Errorf("head has the unknown mode %q", h.Mode)
	}
	o := h.Options
	if o.MaxFileBytes < 0 || o.MaxFileTokens < 0 || o.ExportLimit < 0 || o.SymbolLimit < 0 {
		return errors.New("head lacks an option, or one is negative")
	}
	return nil
}

func (f File) check() error {
	if f.Path == "" || f.Path == "." {
		return errors.New("file lacks its path")
	}
	if !f.Class.known() {
		return fmt.Errorf("file has the unknown class %q", f.Class)
	}
	stands := f.Class == ClassBoundary || f.Class == ClassCollapsed
	if strings.HasSuffix(string(f.Path), "/") != stands {
		return fmt.Errorf("%s file has the path %s", f.Class, pathname.Quote(string(f.Path)))
	}
	if f.Size < 0 || f.Lines < 0 {
		return errors.New("file has a negative size")
	}
	if f.Target != "" && f.Class != ClassSymlink {
		return fmt.Errorf("%s file has a target", f.Class)
	}
	if f.Class == ClassSecret && (f.SHA256 != "" || f.Lines != 0) {
		return errors.New("secret file tells of its contents")
	}
	if f.Picked != "" && f.Picked != PickedSelf {
		return fmt.Errorf("file is picked as %q", f.Picked)
	}
	return checkDigest(f.SHA256)
}

func (d Dir) check() error {
	if d.Path == "" || strings.HasSuffix(string(d.Path), "/") {
		return errors.New("dir lacks its path")
	}
	return checkPicked(d.Picked)
}

func (s Syntax) check() error {
	switch s.State {
	case StateOK, StatePartial, StateFailed, StateNone:
	default:
		return fmt.Errorf("syntax has the unknown state %q", s.State)
	}
	for _, sym := range s.Symbols {
		if sym.Name == "" {
			return errors.New("symbol lacks its name")
		}
		if !sym.Kind.known() {
			return fmt.Errorf("symbol %q has the unknown kind %q", sym.Name, sym.Kind)
		}
	}
	for _, imp := range s.Imports {
		if imp.Raw == "" {
			return errors.New("import lacks its raw text")
		}
	}
	if s.Facts != nil && s.Facts.Kind == "" {
		return errors.New("facts lack their kind")
	}
	return checkDigest(s.SHA256)
}

func (p Page) check() error {
	if err := checkPagePath(p.Path); err != nil {
		return err
	}
	last := ""
	for _, c := range p.Children {
		if strings.Contains(string(c.Name), "/") || string(c.Name) <= last {
			return fmt.Errorf("child %s is out of order or no name", pathname.Quote(string(c.Name)))
		}
		last = string(c.Name)
	}
	last = ""
	for _, f := range p.Files {
		name := strings.TrimSuffix(string(f.Name), "/")
		if strings.Contains(name, "/") || name == "." || name <= last {
			return fmt.Errorf("file %s of a page is out of order or no name", pathname.Quote(name))
		}
		if err := checkDigest(f.SHA256); err != nil {
			return err
		}
		last = name
	}
	if err := p.checkNotes(); err != nil {
		return err
	}
	return checkPicked(p.Picked)
}

func checkPagePath(path pathname.Path) error {
	if path == "" || strings.HasSuffix(string(path), "/") {
		return errors.New("page lacks its path")
	}
	return nil
}

func (d Diag) check() error {
	if d.Stage == "" || d.Code == "" || d.Message == "" {
		return errors.New("diag lacks its stage, code or message")
	}
	switch d.Severity {
	case SeverityInfo, SeverityWarning, SeverityError:
	case SeverityFatal:
		if Gave(d.Exit) {
			return fmt.Errorf("fatal diag has exit code %d", d.Exit)
		}
	default:
		return fmt.Errorf("diag has the unknown severity %q", d.Severity)
	}
	return checkExit(d.Exit)
}

func (e End) check() error {
	for t, n := range e.Counts {
		if n < 1 {
			return fmt.Errorf("end counts %d %s records", n, t)
		}
	}
	return checkExit(e.Exit)
}

func (f Finding) check() error {
	if f.Code == "" || f.Path == "" || f.Message == "" {
		return errors.New("finding lacks its code, path or message")
	}
	return nil
}

func checkExit(code int) error {
	if code < 0 || code > 255 {
		return fmt.Errorf("exit code is %d", code)
	}
	return nil
}

func checkPicked(p Picked) error {
	if p != "" && p != PickedSelf && p != PickedAbove {
		return fmt.Errorf("picked is %q", p)
	}
	return nil
}

// checkDigest wants 64 lower-case hexadecimal digits, or nothing.
func checkDigest(hex string) error {
	if hex != "" && (len(hex) != 64 || strings.Trim(hex, "0123456789abcdef") != "") {
		return fmt.Errorf("sha256 is %q", hex)
	}
	return nil
}

// named reports whether the specification names the type.
func (t Type) named() bool {
	switch t {
	case TypeHead, TypeFile, TypeDir, TypeSyntax, TypeNote, TypePage, TypeDiag, TypeEnd, TypeFinding:
		return true
	}
	return false
}

func (c Class) known() bool {
	switch c {
	case ClassSource, ClassTest, ClassConfig, ClassDoc, ClassData, ClassNotebook, ClassGenerated, ClassMinified,
		ClassVendored, ClassBinary, ClassLarge, ClassSecret, ClassLFS, ClassSymlink, ClassBoundary, ClassCollapsed:
		return true
	}
	return false
}

func (k Kind) known() bool {
	switch k {
	case KindFunction, KindMethod, KindConstructor, KindClass, KindInterface, KindStruct, KindEnum, KindTrait,
		KindUnion, KindType, KindModule, KindNamespace, KindMacro, KindConstant, KindVariable, KindField,
		KindProperty, KindAlias, KindHeading, KindTarget, KindStage:
		return true
	}
	return false
}
