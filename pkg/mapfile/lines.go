package mapfile

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/pi-project-map/pmap/pkg/pathname"
)

// Each function here reads one line of a section; the parser adds the line's
// number to its error.

var errNoBullet = errors.New(`line does not start with "- "`)

func setOnce(dst *string, text string) error {
	if *dst != "" {
		return errors.New("section has more than one line")
	}
	*dst = text
	return nil
}

func bullet(line string) (string, error) {
	rest, ok := strings.CutPrefix(line, "- ")
	if !ok {
		return "", errNoBullet
	}
	return rest, nil
}

// setRole splits off the dependencies. Prose does not hold the word "Dep:", so
// its first place is theirs.
func (m *Map) setRole(line string) error {
	if m.Role != "" || m.RoleDeps != nil {
		return errors.New("section has more than one line")
	}
	text, names, ok := strings.Cut(line, "Dep: ")
	m.Role = role(text)
	if !ok {
		return nil
	}
	names, ok = strings.CutSuffix(names, ".")
	if !ok {
		return errors.New("dependencies of the role do not end in a full stop")
	}
	for item := range strings.SplitSeq(names, ", ") {
		name, err := pathname.UnquoteField(item)
		if err != nil {
			return err
		}
		if !strings.HasPrefix(name, "pkg/") {
			return fmt.Errorf("%s is not a dependency inside the project", item)
		}
		m.RoleDeps = append(m.RoleDeps, pathname.Text(name))
	}
	if len(m.RoleDeps) > maxRoleDeps {
		return fmt.Errorf("role has more than %d dependencies", maxRoleDeps)
	}
	return nil
}

func (m *Map) addFile(line string, seen map[pathname.Path]bool) error {
	rest, err := bullet(line)
	if err != nil {
		return err
	}
	fields := strings.Split(rest, " | ")
	name, err := parseName(fields[0])
	if err != nil {
		return err
	}
	if seen[name] {
		return fmt.Errorf("file %s comes twice", fields[0])
	}
	seen[name] = true
	f := File{Name: name}
	fields = fields[1:]
	if len(fields) > 0 && !strings.HasPrefix(fields[0], "exp: ") && !strings.HasPrefix(fields[0], "dep: ") {
		f.Purpose = purpose(fields[0])
		fields = fields[1:]
	}
	if fields, err = takeNames(&f.Exports, "exp: ", fields); err != nil {
		return err
	}
	if fields, err = takeNames(&f.Deps, "dep: ", fields); err != nil {
		return err
	}
	for _, d := range f.Deps.Shown {
		if !isDep(d) {
			return fmt.Errorf("dependency %s is neither pkg/, ext/ nor unknown", pathname.QuoteField(d))
		}
	}
	if len(fields) > 0 {
		return errors.New("line has a field too many")
	}
	m.Files = append(m.Files, f)
	return nil
}

func isDep(name string) bool {
	return strings.HasPrefix(name, "pkg/") || strings.HasPrefix(name, "ext/") || strings.HasPrefix(name, "?")
}

// takeNames reads the list that starts with key, if it is the first field, and
// returns the fields after it.
func takeNames(dst *Names, key string, fields []string) ([]string, error) {
	if len(fields) == 0 || !strings.HasPrefix(fields[0], key) {
		return fields, nil
	}
	items := strings.Split(fields[0][len(key):], ", ")
	if items[len(items)-1] == more {
		dst.Cut = true
		items = items[:len(items)-1]
	}
	for _, item := range items {
		name, err := pathname.UnquoteField(item)
		if err != nil {
			return nil, err
		}
		if name == "" {
			return nil, fmt.Errorf("list %q has an empty name", key)
		}
		dst.Shown = append(dst.Shown, name)
	}
	return fields[1:], nil
}

// addSymbol splits the line at its last " | ", as a file's name never has one.
func (m *Map) addSymbol(line string) error {
	rest, err := bullet(line)
	if err != nil {
		return err
	}
	at := strings.LastIndex(rest, " | ")
	if at < 0 {
		return errors.New("symbol has no file")
	}
	file, err := parseName(rest[at+3:])
	if err != nil {
		return err
	}
	signature := code(rest[:at])
	if signature == "" {
		return errors.New("symbol has no signature")
	}
	m.Symbols = append(m.Symbols, Symbol{Signature: signature, File: file})
	return nil
}

func addEntry(dst *[]Entry, line string) error {
	rest, err := bullet(line)
	if err != nil {
		return err
	}
	quoted, text, _ := strings.Cut(rest, " | ")
	name, err := parseName(quoted)
	if err != nil {
		return err
	}
	*dst = append(*dst, Entry{Name: name, Text: purpose(text)})
	return nil
}

func addChild(dst *[]Entry, line string) error {
	rest, err := bullet(line)
	if err != nil {
		return err
	}
	quoted, text, _ := strings.Cut(rest, " | ")
	link, err := pathname.UnquoteField(quoted)
	if err != nil {
		return err
	}
	name, ok := strings.CutSuffix(link, "/"+IndexName)
	if !ok {
		return fmt.Errorf("%s is not the index of a subdirectory", quoted)
	}
	if err := checkChild(pathname.Path(name)); err != nil {
		return err
	}
	*dst = append(*dst, Entry{Name: pathname.Path(name), Text: prose(text, maxRole)})
	return nil
}

func addWorkflow(dst *[]string, line string) error {
	rest, err := bullet(line)
	if err != nil {
		return err
	}
	if text := prose(rest, maxWorkflow); text != "" && len(*dst) < maxWorkflows {
		*dst = append(*dst, text)
	}
	return nil
}

func addDirty(dst *[]Dirty, line string) error {
	stamp, rest, _ := strings.Cut(line, ": ")
	at, err := time.Parse(time.RFC3339, stamp)
	if err != nil || at.UTC().Format(time.RFC3339) != stamp {
		return fmt.Errorf("%q is not a time", stamp)
	}
	quoted, what, _ := cutLast(rest, " ")
	name, err := parseName(quoted)
	if err != nil {
		return err
	}
	if what == "" || strings.Trim(what, "abcdefghijklmnopqrstuvwxyz") != "" {
		return errors.New("line does not say what happened to the file")
	}
	*dst = append(*dst, Dirty{Time: stamp, File: name, What: what})
	return nil
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

func parseName(quoted string) (pathname.Path, error) {
	raw, err := pathname.UnquoteField(quoted)
	if err != nil {
		return "", err
	}
	return pathname.Path(raw), checkName(pathname.Path(raw))
}
