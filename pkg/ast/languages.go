package ast

import (
	"slices"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/lang/golang"
)

// Languages is the one list of what is read. A language is added by adding its
// folder and its line here; where two fit a file, the first is taken.
func Languages() []lang.Extractor {
	return slices.Concat(
		golang.Extractors(),
	)
}
