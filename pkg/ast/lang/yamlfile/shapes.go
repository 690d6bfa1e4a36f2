package yamlfile

import (
	"strings"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/lang/structure"
	"github.com/pi-project-map/pmap/pkg/record"
)

// shape is one kind of YAML file, known by the keys at its top.
type shape struct {
	fits func(*structure.Node) bool
	read func(*structure.Node, *record.Syntax)
}

// shapes are tried in order.
var shapes = []shape{
	{has("jobs", "on"), workflow},
	{has("runs", "name"), named("action")},
	{has("services"), compose},
	{has("tasks", "version"), taskfile},
	{has("openapi", "info"), openAPI},
	{has("swagger", "info"), openAPI},
	{has("apiVersion", "name", "version"), named("helm")},
	{has("apiVersion", "kind", "metadata"), resource},
	{has("site_name"), site},
	{has("name", "environment"), pubspec},
	{has("name", "dependencies"), pubspec},
	{has("name", "description"), named("yaml")},
	{has("title", "description"), named("yaml")},
}

func has(keys ...string) func(*structure.Node) bool {
	return func(n *structure.Node) bool {
		for _, key := range keys {
			if !n.Has(key) {
				return false
			}
		}
		return true
	}
}

func named(kind string) func(*structure.Node, *record.Syntax) {
	return func(n *structure.Node, out *record.Syntax) {
		f := &record.Facts{Kind: kind, Title: n.Str("title"), Summary: n.Str("description")}
		if kind == "action" || n.Has("body") { // a form for issues: its title is the issue's
			f.Title = n.Str("name")
		} else {
			f.Name = n.Str("name")
		}
		for _, d := range n.Elements("dependencies") {
			f.Dependencies = append(f.Dependencies, d.Str("name"))
		}
		f.Dependencies = structure.Sorted(f.Dependencies)
		out.Facts = f
	}
}

func workflow(n *structure.Node, out *record.Syntax) {
	out.Facts = &record.Facts{Kind: "workflow", Title: n.Str("name")}
	var imports lang.Imports
	for _, job := range n.Names("jobs") {
		out.Symbols = append(out.Symbols, record.Symbol{Name: job, Kind: record.KindTarget, Doc: literal(n.Str("jobs", job, "name"))})
		if uses := n.Str("jobs", job, "uses"); uses != "" {
			imports.Add(record.Import{Raw: uses, Form: "uses"})
		}
		for _, step := range n.Elements("jobs", job, "steps") {
			if uses := step.Str("uses"); uses != "" {
				imports.Add(record.Import{Raw: uses, Form: "uses"})
			}
		}
	}
	out.Imports = imports.List()
}

// literal drops a text that is filled in later.
func literal(s string) string {
	if strings.Contains(s, "${{") {
		return ""
	}
	return s
}

func compose(n *structure.Node, out *record.Syntax) {
	out.Facts = &record.Facts{Kind: "compose", Name: n.Str("name")}
	var imports lang.Imports
	for _, service := range n.Names("services") {
		out.Symbols = append(out.Symbols, record.Symbol{Name: service, Kind: record.KindTarget})
		s := n.Get("services", service)
		if image := s.Str("image"); image != "" && !strings.Contains(image, "$") {
			imports.Add(record.Import{Raw: image, Form: "from"})
		}
		dir := s.Str("build")
		if dir == "" {
			dir = s.Str("build", "context")
		}
		if dir != "" {
			out.Facts.Paths = append(out.Facts.Paths, record.Pair{Key: service, Value: dir})
		}
	}
	out.Imports = imports.List()
}

func taskfile(n *structure.Node, out *record.Syntax) {
	out.Facts = &record.Facts{Kind: "taskfile"}
	for _, name := range n.Names("tasks") {
		if strings.HasPrefix(name, "_") || n.Get("tasks", name, "internal") != nil {
			continue
		}
		out.Symbols = append(out.Symbols, record.Symbol{Name: name, Kind: record.KindTarget, Exported: true, Doc: lang.Said(n.Str("tasks", name, "desc"))})
		out.Facts.Scripts = append(out.Facts.Scripts, record.Pair{Key: name, Value: "task " + name})
	}
}

func openAPI(n *structure.Node, out *record.Syntax) {
	out.Facts = &record.Facts{Kind: "openapi", Title: n.Str("info", "title"), Summary: n.Str("info", "description")}
}

func resource(n *structure.Node, out *record.Syntax) {
	kind, name := n.Str("kind"), n.Str("metadata", "name")
	if kind != "" && name != "" {
		out.Facts = &record.Facts{Kind: "kubernetes", Title: kind + " " + name}
	}
}

func site(n *structure.Node, out *record.Syntax) {
	out.Facts = &record.Facts{Kind: "site", Title: n.Str("site_name"), Summary: n.Str("site_description")}
}

func pubspec(n *structure.Node, out *record.Syntax) {
	names := append(n.Names("dependencies"), n.Names("dev_dependencies")...)
	out.Facts = &record.Facts{Kind: "pubspec", Name: n.Str("name"), Summary: n.Str("description"), Dependencies: structure.Sorted(names)}
}
