package walk

import (
	"path"
	"strings"
)

// test reports whether a source file is a test by the conventions of its
// ecosystem.
func test(file, lang string) bool {
	name := base(file)
	stem := strings.TrimSuffix(name, path.Ext(name))
	return testNamed(lang, stem) || testPlaced(file, lang)
}

// testNamed goes by the name without its ending.
func testNamed(lang, stem string) bool {
	switch lang {
	case "Go":
		return strings.HasSuffix(stem, "_test")
	case "Python":
		return stem == "conftest" || strings.HasPrefix(stem, "test_") || strings.HasSuffix(stem, "_test") || stem == "tests"
	case "JavaScript", "TypeScript", "TSX", "JSX", "CoffeeScript", "Vue", "Svelte":
		return lastPart(stem, "test", "tests", "spec", "e2e", "cy", "e2e-spec") || stem == "setupTests"
	case "Ruby", "Crystal":
		return strings.HasSuffix(stem, "_test") || strings.HasSuffix(stem, "_spec") || stem == "spec_helper" || stem == "rails_helper"
	case "Elixir", "Dart", "Erlang":
		return strings.HasSuffix(stem, "_test") || strings.HasSuffix(stem, "_SUITE")
	case "Scala", "Groovy", "Kotlin":
		return suffixed(stem, "Test", "Tests", "Spec", "Specs", "Suite") || integration(stem)
	case "Java", "C#", "PHP", "Swift", "F#", "Objective-C", "Apex":
		return suffixed(stem, "Test", "Tests", "TestCase", "ITCase") || integration(stem)
	case "C", "C++", "Rust", "Zig", "D", "Haskell", "Lua", "Perl", "Nim", "R":
		return stem == "tests" || stem == "test" || suffixed(stem, "_test", "_tests", "_unittest", "-test", "_spec") ||
			strings.HasPrefix(stem, "test_") || strings.HasPrefix(stem, "test-")
	case "Shell", "Batchfile", "PowerShell":
		return suffixed(stem, "_test", "-test", ".test", ".Tests", "_spec") || strings.HasPrefix(stem, "test_") || strings.HasPrefix(stem, "test-")
	case "Gherkin":
		return true
	}
	return false
}

// integration reports whether a name ends in IT, as Maven's failsafe has it,
// and not in a word in capitals.
func integration(stem string) bool {
	s, ok := strings.CutSuffix(stem, "IT")
	return ok && s != "" && s[len(s)-1] >= 'a' && s[len(s)-1] <= 'z'
}

// lastPart reports whether the part after the last dot is one of words.
func lastPart(stem string, words ...string) bool {
	dot := strings.LastIndexByte(stem, '.')
	for _, w := range words {
		if dot > 0 && stem[dot+1:] == w {
			return true
		}
	}
	return false
}

func suffixed(stem string, endings ...string) bool {
	for _, e := range endings {
		if strings.HasSuffix(stem, e) {
			return true
		}
	}
	return false
}

// testPlaced goes by the directories above. Go tells tests by their names alone.
func testPlaced(file, lang string) bool {
	if lang == "Go" {
		return false
	}
	if strings.HasPrefix(file, "src/main/") || strings.Contains(file, "/src/main/") {
		return false // a package called test in a Maven source root
	}
	for dir := parent(file); dir != "." && dir != ""; dir = parent(dir) {
		switch name := base(dir); name {
		case "__tests__", "__mocks__", "__test__", "e2e", "unittests", "integration-tests", "integration_tests", "androidTest", "cypress",
			"test", "tests", "Test", "Tests":
			return true
		case "spec", "specs":
			switch lang {
			case "Ruby", "JavaScript", "TypeScript", "TSX", "JSX", "CoffeeScript", "Lua", "PHP", "Crystal":
				return true
			}
		case "t":
			if lang == "Perl" || lang == "Shell" {
				return true
			}
		default:
			if suffixed(name, ".Tests", ".Test", ".UnitTests", ".IntegrationTests", "-tests") {
				return true
			}
		}
	}
	return false
}
