package resolve

import (
	"path"

	"github.com/pi-project-map/pmap/pkg/record"
)

// byFile resolves for the languages whose imports are files or modules of one
// file each, without a manifest's help.
func (r *Resolver) byFile(from, lang string, imp record.Import) []Target {
	if lang == "" {
		lang = languageOf[path.Ext(from)]
	}
	switch lang {
	case "Protocol Buffer":
		return r.definitions.proto(from, imp)
	case "HCL":
		return r.definitions.terraform(from, imp)
	case "CSS", "PostCSS", "SCSS", "Sass", "Less":
		return r.definitions.stylesheet(r.es, from, imp)
	case "HTML":
		return r.definitions.page(r.es, from, imp)
	case "GraphQL", "SQL", "PLpgSQL", "PLSQL", "TSQL", "SQLPL":
		return r.definitions.beside(from, imp.Raw, imp.Raw)
	case "Lua", "Luau":
		return r.modules.lua(from, imp)
	case "Zig":
		return r.modules.zig(from, imp)
	case "OCaml":
		return r.modules.ocaml(from, imp)
	case "Elixir":
		return r.modules.module(imp)
	}
	return nil
}

var languageOf = map[string]string{
	".proto": "Protocol Buffer", ".tf": "HCL", ".hcl": "HCL", ".tofu": "HCL", ".css": "CSS", ".pcss": "PostCSS", ".scss": "SCSS", ".sass": "Sass",
	".less": "Less", ".html": "HTML", ".htm": "HTML", ".graphql": "GraphQL", ".gql": "GraphQL", ".graphqls": "GraphQL", ".sql": "SQL",
	".lua": "Lua", ".luau": "Luau", ".zig": "Zig", ".ml": "OCaml", ".mli": "OCaml", ".ex": "Elixir", ".exs": "Elixir",
}
