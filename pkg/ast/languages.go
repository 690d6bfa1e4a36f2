package ast

import (
	"slices"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/lang/c"
	"github.com/pi-project-map/pmap/pkg/ast/lang/cargo"
	"github.com/pi-project-map/pmap/pkg/ast/lang/cmake"
	"github.com/pi-project-map/pmap/pkg/ast/lang/component"
	"github.com/pi-project-map/pmap/pkg/ast/lang/composer"
	"github.com/pi-project-map/pmap/pkg/ast/lang/csharp"
	"github.com/pi-project-map/pmap/pkg/ast/lang/dockerfile"
	"github.com/pi-project-map/pmap/pkg/ast/lang/dune"
	"github.com/pi-project-map/pmap/pkg/ast/lang/ecmascript"
	"github.com/pi-project-map/pmap/pkg/ast/lang/elixir"
	"github.com/pi-project-map/pmap/pkg/ast/lang/golang"
	"github.com/pi-project-map/pmap/pkg/ast/lang/gomod"
	"github.com/pi-project-map/pmap/pkg/ast/lang/gradle"
	"github.com/pi-project-map/pmap/pkg/ast/lang/graphql"
	"github.com/pi-project-map/pmap/pkg/ast/lang/hcl"
	"github.com/pi-project-map/pmap/pkg/ast/lang/java"
	"github.com/pi-project-map/pmap/pkg/ast/lang/jsonfile"
	"github.com/pi-project-map/pmap/pkg/ast/lang/kotlin"
	"github.com/pi-project-map/pmap/pkg/ast/lang/lua"
	"github.com/pi-project-map/pmap/pkg/ast/lang/makefile"
	"github.com/pi-project-map/pmap/pkg/ast/lang/markdown"
	"github.com/pi-project-map/pmap/pkg/ast/lang/markup"
	"github.com/pi-project-map/pmap/pkg/ast/lang/maven"
	"github.com/pi-project-map/pmap/pkg/ast/lang/notebook"
	"github.com/pi-project-map/pmap/pkg/ast/lang/npm"
	"github.com/pi-project-map/pmap/pkg/ast/lang/ocaml"
	"github.com/pi-project-map/pmap/pkg/ast/lang/php"
	"github.com/pi-project-map/pmap/pkg/ast/lang/plaintext"
	"github.com/pi-project-map/pmap/pkg/ast/lang/protobuf"
	"github.com/pi-project-map/pmap/pkg/ast/lang/pypackage"
	"github.com/pi-project-map/pmap/pkg/ast/lang/python"
	"github.com/pi-project-map/pmap/pkg/ast/lang/ruby"
	"github.com/pi-project-map/pmap/pkg/ast/lang/rubygem"
	"github.com/pi-project-map/pmap/pkg/ast/lang/rust"
	"github.com/pi-project-map/pmap/pkg/ast/lang/scala"
	"github.com/pi-project-map/pmap/pkg/ast/lang/shell"
	"github.com/pi-project-map/pmap/pkg/ast/lang/sql"
	"github.com/pi-project-map/pmap/pkg/ast/lang/stylesheet"
	"github.com/pi-project-map/pmap/pkg/ast/lang/swift"
	"github.com/pi-project-map/pmap/pkg/ast/lang/tomlfile"
	"github.com/pi-project-map/pmap/pkg/ast/lang/yamlfile"
	"github.com/pi-project-map/pmap/pkg/ast/lang/zig"
)

// Languages is the one list of what is read. A language is added by adding its
// folder and its line here; where two fit a file, the first is taken.
func Languages() []lang.Extractor {
	return slices.Concat(
		// sources
		golang.Extractors(),
		ecmascript.Extractors(),
		python.Extractors(),
		rust.Extractors(),
		java.Extractors(),
		c.Extractors(),
		csharp.Extractors(),
		kotlin.Extractors(),
		swift.Extractors(),
		scala.Extractors(),
		ruby.Extractors(),
		php.Extractors(),
		shell.Extractors(),
		protobuf.Extractors(),
		sql.Extractors(),
		graphql.Extractors(),
		hcl.Extractors(),
		lua.Extractors(),
		elixir.Extractors(),
		ocaml.Extractors(),
		zig.Extractors(),
		stylesheet.Extractors(),
		component.Extractors(),
		notebook.Extractors(),

		// manifests and build files
		npm.Extractors(),
		gomod.Extractors(),
		cargo.Extractors(),
		pypackage.Extractors(),
		maven.Extractors(),
		gradle.Extractors(),
		composer.Extractors(),
		rubygem.Extractors(),
		cmake.Extractors(),
		dune.Extractors(),
		makefile.Extractors(),
		dockerfile.Extractors(),

		// documents, and data of any other shape
		markdown.Extractors(),
		plaintext.Extractors(),
		markup.Extractors(),
		jsonfile.Extractors(),
		yamlfile.Extractors(),
		tomlfile.Extractors(),
	)
}
