package rubygem

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
)

func TestExtract(t *testing.T) {
	langtest.Check(t, Extractors(), []langtest.Case{
		{
			File: "Gemfile",
			In:   "source 'https://rubygems.org'\ngem 'rails', '~> 7'\n# gem 'no'\ngroup :test do\n  gem \"rspec\"\nend\n",
			Want: `{"state":"ok","facts":{"kind":"gemfile","dependencies":["rails","rspec"]}}`,
		},
		{
			File: "my.gemspec",
			In:   "Gem::Specification.new do |s|\n  s.name = 'my'\n  s.summary = %q{A gem of mine}\n  s.require_paths = [\"lib\"]\n  s.executables = ['my']\n  s.add_dependency 'rack', '>= 2'\n  s.add_development_dependency(\"rake\")\nend\n",
			Want: `{"state":"ok","doc":"A gem of mine","facts":{"kind":"gemspec","name":"my","summary":"A gem of mine","bin":[{"key":"my","value":""}],
				"dependencies":["rack","rake"],"paths":[{"key":"","value":"lib"}]}}`,
		},
	})
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors(), "gem 'a'\n", "s.name = 'a'\ns.summary = 'b'\ns.executables << 'c'\n")
}
