package merge

import (
	"slices"
	"testing"

	"github.com/pi-project-map/pmap/pkg/record"
)

func pyProject() []source {
	return []source{
		other("pyproject.toml", record.ClassConfig, record.Syntax{Facts: &record.Facts{
			Kind: "pyproject", Name: "shop", Summary: "A shop.", Bin: []record.Pair{{Key: "shop", Value: "shop.cli:main"}}, Dependencies: []string{"django", "pytest"},
		}}),
		pyFile("shop/__init__.py", record.Syntax{
			Doc:     "Selling: e.g. baskets. More.",
			Imports: []record.Import{imports(".basket", "Basket", "_hidden"), imports(".", "money"), imports(".prices", "*")},
			Symbols: []record.Symbol{constant("__version__")},
		}),
		pyFile("shop/basket.py", record.Syntax{
			Doc:     "What a customer takes along.",
			Imports: []record.Import{imports(".money", "Money"), imports("django", "db"), imports("os")},
			Symbols: []record.Symbol{
				class("Basket"), {Name: "__init__", Kind: record.KindMethod, Signature: "__init__(size)", Parent: "Basket", Exported: true},
				{Name: "add", Kind: record.KindMethod, Signature: "async add(x) -> int", Parent: "Basket", Exported: true},
				{Name: "__repr__", Kind: record.KindMethod, Signature: "__repr__()", Parent: "Basket", Exported: true},
				private(function("_hidden")), constant("logger"),
			},
		}),
		pyFile("shop/cli.py", record.Syntax{Imports: []record.Import{imports("shop", "Basket")}, Symbols: []record.Symbol{function("main")}}),
		pyFile("shop/money.py", record.Syntax{Symbols: []record.Symbol{class("Money"), constant("EURO")}}),
		pyFile("shop/prices.py", record.Syntax{Symbols: []record.Symbol{function("price")}}),
		pyFile("shop/api/__init__.py", record.Syntax{
			Imports: []record.Import{imports(".v1", "get", "put")},
			Symbols: []record.Symbol{{Name: "__all__", Kind: record.KindVariable}, alias("get", "get", ".v1")},
		}),
		pyFile("shop/api/v1.py", record.Syntax{Imports: []record.Import{imports("..", "basket", "Basket")}, Symbols: []record.Symbol{function("get"), function("put")}}),
		pyFile("tests/test_basket.py", record.Syntax{Imports: []record.Import{imports("shop.basket", "Basket")}, Symbols: []record.Symbol{function("test_add")}}),
		pyFile("tests/test_money.py", record.Syntax{Doc: "Rounding, above all.", Symbols: []record.Symbol{function("test_round")}}),
	}
}

func TestPython(t *testing.T) {
	expect(t, pyProject(), map[string]string{
		"shop": `
role: Selling: e.g. baskets.
> api | Defines get, put
- __init__.py | exp: Basket, price, money, __version__ | dep: pkg/shop/prices.py, pkg/shop/basket.py, pkg/shop/money.py
- basket.py | What a customer takes along. | exp: Basket, logger | dep: pkg/shop/money.py, ext/django, std/os
- cli.py | exp: main | dep: pkg/shop/__init__.py
- money.py | exp: Money, EURO
- prices.py | exp: price
likely: __init__.py, cli.py, basket.py, money.py, prices.py
arch: Entry: cli.py, __init__.py
tags: python django entry
* class Basket | basket.py
* class Money | money.py
* main() | cli.py
* price() | prices.py
* const EURO | money.py
* Basket(size) | basket.py
* async Basket.add(x) -> int | basket.py
`,
		"tests": `
role: Tests: basket, money
deps: pkg/shop
- test_basket.py | test | dep: pkg/shop/basket.py
- test_money.py | Rounding, above all.
likely: test_basket.py, test_money.py
tags: python tests
flow: test -> test_*.py: pytest tests
`,
		"shop/api": `
role: Defines get, put
deps: pkg/shop
- __init__.py | exp: get | dep: pkg/shop/api/v1.py
- v1.py | exp: get, put | dep: pkg/shop/__init__.py, pkg/shop/basket.py
likely: v1.py, __init__.py
tags: python
* get() | v1.py
* put() | v1.py
`,
	})
}

// TestListedNames: names in __all__ that come with a star are another module's.
func TestListedNames(t *testing.T) {
	listed := record.Symbol{Name: "Basket", Kind: record.KindVariable, Exported: true}
	missing := record.Symbol{Name: "gone", Kind: record.KindVariable, Exported: true}
	files := []source{
		pyFile("shop/__init__.py", record.Syntax{
			Symbols: []record.Symbol{{Name: "__all__", Kind: record.KindVariable}, listed, missing},
			Imports: []record.Import{{Raw: ".basket", Names: []string{"*"}, Reexport: true}},
		}),
		pyFile("shop/basket.py", record.Syntax{Symbols: []record.Symbol{class("Basket"), class("Bag")}}),
		pyFile("use.py", record.Syntax{Imports: []record.Import{imports("shop", "Basket")}}),
	}
	p := pages(t, files)["shop"]
	var got []string
	for _, s := range p.Symbols {
		got = append(got, s.Signature+" "+string(s.File))
	}
	if want := []string{"class Basket basket.py", "class Bag basket.py"}; !slices.Equal(got, want) {
		t.Errorf("symbols are %q, want %q", got, want)
	}
	if want := "Defines Basket, Bag"; p.Role != want {
		t.Errorf("role is %q, want %q", p.Role, want)
	}
}
