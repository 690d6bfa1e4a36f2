// Package maven reads pom.xml. Properties are filled in where the file itself
// defines them; a parent's file is not looked for.
package maven

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/lang/structure"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Extractors returns the extractor of pom.xml.
func Extractors() []lang.Extractor {
	return []lang.Extractor{{Name: "maven", Version: 1, Names: []string{"pom.xml", "*.pom"}, Extract: extract}}
}

// maxDepth bounds the elements that are open at once.
const maxDepth = 64

func extract(ctx context.Context, src []byte) (record.Syntax, error) {
	if err := ctx.Err(); err != nil {
		return record.Syntax{}, err
	}
	p := &pom{properties: map[string]string{}, facts: record.Facts{Kind: "maven"}}
	d := xml.NewDecoder(bytes.NewReader(src))
	d.Strict = false
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // it is UTF-8 by now
	var err error
	for err == nil && len(p.open) < maxDepth {
		var token xml.Token
		if token, err = d.RawToken(); err == nil {
			p.token(token)
		}
	}
	if !p.seen {
		return record.Syntax{State: record.StateFailed}, nil
	}
	out := record.Syntax{State: record.StateOK, Facts: p.finish()}
	if !errors.Is(err, io.EOF) || len(p.open) > 0 {
		out.State = record.StatePartial
	}
	out.Doc = out.Facts.Summary
	return out, nil
}

// pom is one file while it is read.
type pom struct {
	open       []string
	text       strings.Builder
	seen       bool // a project element
	group      string
	parent     string // its group
	dependency [2]string
	properties map[string]string
	names      [][2]string // group and artifact of dependencies
	facts      record.Facts
}

func (p *pom) token(token xml.Token) {
	switch t := token.(type) {
	case xml.StartElement:
		p.open = append(p.open, t.Name.Local)
		p.text.Reset()
		p.seen = p.seen || len(p.open) == 1 && t.Name.Local == "project"
	case xml.CharData:
		p.text.Write(t)
	case xml.EndElement:
		if len(p.open) == 0 {
			return
		}
		p.close(strings.Join(p.open, "/"), strings.TrimSpace(p.text.String()))
		p.open = p.open[:len(p.open)-1]
		p.text.Reset()
	}
}

func (p *pom) close(path, text string) {
	switch path {
	case "project/groupId":
		p.group = text
	case "project/parent/groupId":
		p.parent = text
	case "project/artifactId":
		p.facts.Name = text
	case "project/name":
		p.facts.Title = text
	case "project/description":
		p.facts.Summary = text
	case "project/modules/module", "project/profiles/profile/modules/module":
		p.facts.Members = append(p.facts.Members, text)
	case "project/build/sourceDirectory":
		p.facts.Paths = append(p.facts.Paths, record.Pair{Key: "main", Value: text})
	case "project/build/testSourceDirectory":
		p.facts.Paths = append(p.facts.Paths, record.Pair{Key: "test", Value: text})
	case "project/dependencies/dependency/groupId":
		p.dependency[0] = text
	case "project/dependencies/dependency/artifactId":
		p.dependency[1] = text
	case "project/dependencies/dependency":
		p.names, p.dependency = append(p.names, p.dependency), [2]string{}
	}
	if name, ok := strings.CutPrefix(path, "project/properties/"); ok && len(p.properties) < 1000 {
		p.properties[name] = text
	}
}

func (p *pom) finish() *record.Facts {
	f := &p.facts
	f.Module = p.fill(p.group)
	if f.Module == "" {
		f.Module = p.fill(p.parent)
	}
	f.Name, f.Title, f.Summary = p.fill(f.Name), p.fill(f.Title), structure.Words(p.fill(f.Summary))
	var names []string
	for _, n := range p.names {
		if n[0] != "" && n[1] != "" {
			names = append(names, p.fill(n[0])+":"+p.fill(n[1]))
		}
	}
	f.Dependencies = structure.Sorted(names)
	return f
}

// fill puts in properties, one level deep.
func (p *pom) fill(s string) string {
	if !strings.Contains(s, "${") {
		return s
	}
	values := []string{"${project.groupId}", p.group, "${project.artifactId}", p.facts.Name, "${project.name}", p.facts.Title}
	for from := 0; ; {
		at := strings.Index(s[from:], "${")
		if at < 0 {
			break
		}
		from += at
		end := strings.IndexByte(s[from:], '}')
		if end < 0 {
			break
		}
		if value, ok := p.properties[s[from+2:from+end]]; ok {
			values = append(values, s[from:from+end+1], value)
		}
		from += end
	}
	return strings.NewReplacer(values...).Replace(s)
}
