// Package gomod reads go.mod and go.work with the go command's own parser.
package gomod

import (
	"context"

	"golang.org/x/mod/modfile"

	"github.com/pi-project-map/pmap/pkg/ast/lang"
	"github.com/pi-project-map/pmap/pkg/ast/lang/structure"
	"github.com/pi-project-map/pmap/pkg/record"
)

// Extractors returns one extractor for modules and one for workspaces.
func Extractors() []lang.Extractor {
	return []lang.Extractor{
		{Name: "gomod", Version: 1, Names: []string{"go.mod"}, Extract: checked(module)},
		{Name: "gowork", Version: 1, Names: []string{"go.work"}, Extract: checked(workspace)},
	}
}

func checked(read func([]byte) (*record.Facts, error)) func(context.Context, []byte) (record.Syntax, error) {
	return func(ctx context.Context, src []byte) (record.Syntax, error) {
		if err := ctx.Err(); err != nil {
			return record.Syntax{}, err
		}
		facts, err := read(src)
		if err != nil {
			return record.Syntax{State: record.StateFailed}, nil
		}
		return record.Syntax{State: record.StateOK, Facts: facts}, nil
	}
}

func module(src []byte) (*record.Facts, error) {
	// ParseLax leaves replace out, which is what says where modules are.
	f, err := modfile.Parse("go.mod", src, nil)
	if err != nil {
		if f, err = modfile.ParseLax("go.mod", src, nil); err != nil {
			return nil, err
		}
	}
	facts := &record.Facts{Kind: "gomod", Replace: replaced(f.Replace)}
	if f.Module != nil {
		facts.Module = f.Module.Mod.Path
	}
	var names []string
	for _, r := range f.Require {
		names = append(names, r.Mod.Path)
	}
	facts.Dependencies = structure.Sorted(names)
	return facts, nil
}

func workspace(src []byte) (*record.Facts, error) {
	f, err := modfile.ParseWork("go.work", src, nil)
	if err != nil {
		return nil, err
	}
	facts := &record.Facts{Kind: "gowork", Replace: replaced(f.Replace)}
	for _, use := range f.Use {
		facts.Members = append(facts.Members, use.Path)
	}
	return facts, nil
}

func replaced(list []*modfile.Replace) []record.Pair {
	var pairs []record.Pair
	for _, r := range list {
		pairs = append(pairs, record.Pair{Key: r.Old.Path, Value: r.New.Path})
	}
	return pairs
}
