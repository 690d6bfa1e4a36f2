package cmake

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
)

func TestExtract(t *testing.T) {
	langtest.Check(t, Extractors(), []langtest.Case{
		{
			File: "CMakeLists.txt",
			In: `# Copyright X
#
# Builds the store.

# Old ones lack a command.
cmake_minimum_required(VERSION 3.9)
project(leveldb VERSION 1.2 DESCRIPTION "A key-value store" LANGUAGES CXX)
find_package(Threads REQUIRED) # find_package(no)
add_library(leveldb "")
add_executable(db_bench a.cc
  b.cc)
add_executable(${NAME} c.cc)
function(leveldb_test test_file)
endfunction()
macro(_hidden)
endmacro()
add_subdirectory("third_party/x")
include(CTest)
`,
			Want: `{"state":"ok","doc":"Builds the store.","symbols":[{"name":"leveldb","kind":"target","exported":true},{"name":"db_bench","kind":"target","exported":true},
				{"name":"leveldb_test","kind":"function","signature":"leveldb_test(test_file)","exported":true},{"name":"_hidden","kind":"macro","signature":"_hidden()"}],
				"imports":[{"raw":"CTest","form":"include"}],
				"facts":{"kind":"cmake","name":"leveldb","summary":"A key-value store","dependencies":["Threads"],"members":["third_party/x"]}}`,
		},
		{File: "x.cmake", In: "project()\nadd_library(\n", Want: `{"state":"ok","facts":{"kind":"cmake"}}`},
	})
}

func TestBombs(t *testing.T) {
	langtest.Bombs(t, Extractors(), 1<<20, "a(", "a(\n", "#", "\"", "a(b c)\n")
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors(), "project(a DESCRIPTION)\nadd_library(b)\nfunction(\"\")\n")
}
