package composer

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
)

func TestExtract(t *testing.T) {
	langtest.Check(t, Extractors(), []langtest.Case{{
		File: "composer.json",
		In: `{"name": "v/p", "description": "Logs.", "require": {"php": "^8", "ext-json": "*", "psr/log": "^3"}, "require-dev": {"phpunit/phpunit": "^10"},
			"autoload": {"psr-4": {"V\\P\\": "src/", "V\\Q\\": ["a/", "b/"]}, "files": ["f.php"]}, "autoload-dev": {"psr-4": {"T\\": "tests/"}},
			"bin": ["bin/tool"], "scripts": {"test": "phpunit", "all": ["a", "@test"]}}`,
		Want: `{"state":"ok","doc":"Logs.","facts":{"kind":"composer","name":"v/p","summary":"Logs.","main":["f.php"],"bin":[{"key":"tool","value":"bin/tool"}],
			"scripts":[{"key":"test","value":"phpunit"},{"key":"all","value":"a && @test"}],"dependencies":["phpunit/phpunit","psr/log"],
			"paths":[{"key":"V\\P\\","value":"src/"},{"key":"V\\Q\\","value":"a/"},{"key":"V\\Q\\","value":"b/"},{"key":"T\\","value":"tests/"}]}}`,
	}, {
		File: "composer.json",
		In:   `{"autoload": {"psr-0": {"A\\B\\": "src/", "Twig_": ["lib"], "C": "", "": "old/"}}}`,
		Want: `{"state":"ok","facts":{"kind":"composer",
			"paths":[{"key":"A\\B\\","value":"src/A/B/"},{"key":"Twig_","value":"lib/Twig/"},{"key":"C\\","value":"C/"},{"key":"","value":"old/"}]}}`,
	}})
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors(), `{"autoload": {"psr-4": {"": ["a"]}}, "bin": "x/", "scripts": {"a": []}}`)
}
