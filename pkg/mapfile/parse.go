package mapfile

import (
	"fmt"
	"strings"

	"github.com/pi-project-map/pmap/pkg/pathname"
)

// SyntaxError says where a file stops being a map.
type SyntaxError struct {
	Line   int // from 1
	Reason string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Reason) }

// ParseIndex reads an index file. Space at line ends, blank lines and text
// that is not as Format writes it are taken and put right, so the result is
// safe to format; its bytes then differ from the file's. The error is a
// [*SyntaxError].
func ParseIndex(file []byte) (Index, error) {
	p, err := newParser(file)
	if err != nil {
		return Index{}, err
	}
	var x Index
	x.Dir = p.title(" (index)")
	p.section("role", func(s string) error { return setOnce(&x.Role, role(s)) })
	parent, hasParent := parentOf(x.Dir)
	p.section("parent", func(s string) error {
		if !hasParent || s != "- ../"+IndexName+" | "+quote(parent) {
			return fmt.Errorf("is not the link to the parent directory")
		}
		hasParent = false
		return nil
	})
	if hasParent {
		p.fail("the link to the parent directory is missing")
	}
	p.section("children", func(s string) error { return addChild(&x.Children, s) })
	p.section("files", func(s string) error { return addEntry(&x.Files, s) })
	p.expect("## links")
	p.expect("index: " + pathname.QuoteField(IndexPath(x.Dir)))
	p.expect("map: " + pathname.QuoteField(MapPath(x.Dir)))
	p.section("workflows", func(s string) error { return addWorkflow(&x.Workflows, s) })
	p.section("dirty", func(s string) error { return addDirty(&x.Dirty, s) })
	p.end()
	if p.err != nil {
		return Index{}, p.err
	}
	return x, nil
}

// ParseMap reads a map file as [ParseIndex] reads an index.
func ParseMap(file []byte) (Map, error) {
	p, err := newParser(file)
	if err != nil {
		return Map{}, err
	}
	var m Map
	m.Dir = p.title("")
	p.expect("index: " + pathname.QuoteField(IndexPath(m.Dir)))
	p.section("role", func(s string) error { return m.setRole(s) })
	seen := map[pathname.Path]bool{}
	p.section("files", func(s string) error { return m.addFile(s, seen) })
	var lines []string
	p.section("arch", func(s string) error {
		lines = append(lines, s)
		return nil
	})
	m.Arch = arch(strings.Join(lines, "\n"))
	p.section("tags", func(s string) error {
		m.Tags = tags(strings.Split(s, " "))
		return nil
	})
	p.section("symbols", func(s string) error { return m.addSymbol(s) })
	p.section("workflows", func(s string) error { return addWorkflow(&m.Workflows, s) })
	p.section("dirty", func(s string) error { return addDirty(&m.Dirty, s) })
	p.end()
	if p.err != nil {
		return Map{}, p.err
	}
	return m, nil
}

// parser goes through the lines of a file; after an error it does nothing.
type parser struct {
	rest string
	line int
	next string // the line at hand, without space at its end
	more bool   // there is one
	err  error
}

func newParser(file []byte) (*parser, error) {
	if len(file) > MaxBytes {
		return nil, &SyntaxError{Line: 1, Reason: fmt.Sprintf("the file is longer than %d bytes", MaxBytes)}
	}
	p := &parser{rest: string(file)}
	p.advance()
	return p, nil
}

// advance goes to the next line that is not blank.
func (p *parser) advance() {
	for p.rest != "" {
		p.line++
		p.next, p.rest, _ = strings.Cut(p.rest, "\n")
		if p.next = strings.TrimRight(p.next, " \t\r"); p.next != "" {
			p.more = true
			return
		}
	}
	p.next, p.more = "", false
}

func (p *parser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = &SyntaxError{Line: p.line, Reason: fmt.Sprintf(format, args...)}
	}
}

func (p *parser) expect(line string) {
	if p.err != nil {
		return
	}
	if !p.more || p.next != line {
		p.fail("expected %q", line)
		return
	}
	p.advance()
}

// title reads the heading and the dir line, which must agree.
func (p *parser) title(suffix string) pathname.Path {
	heading := p.next
	p.advance()
	quoted, ok := strings.CutPrefix(p.next, "dir: ")
	if !ok {
		p.fail(`expected "dir: " and a path`)
		return "."
	}
	raw, err := pathname.UnquoteField(quoted)
	if err == nil {
		err = pathname.Check(raw)
	}
	switch {
	case err != nil:
		p.fail("%v", err)
	case strings.HasSuffix(raw, "/"):
		p.fail("path %s ends in a slash", quoted)
	case heading != "# "+quoted+suffix:
		p.fail("expected %q before this line", "# "+quoted+suffix)
	}
	if p.err != nil {
		return "."
	}
	p.advance()
	return pathname.Path(raw)
}

// section reads a heading and hands each line below it to take; a lone "-"
// stands for none.
func (p *parser) section(name string, take func(line string) error) {
	p.expect("## " + name)
	for n := 0; p.err == nil && p.more && !strings.HasPrefix(p.next, "## "); n++ {
		line := p.next
		if line == "-" {
			if p.advance(); n > 0 || (p.more && !strings.HasPrefix(p.next, "## ")) {
				p.fail(`section %q has both lines and a "-"`, name)
			}
			return
		}
		if err := take(line); err != nil {
			p.fail("%v", err)
			return
		}
		p.advance()
	}
}

func (p *parser) end() {
	if p.err == nil && p.more {
		p.fail("expected the end of the file")
	}
}
