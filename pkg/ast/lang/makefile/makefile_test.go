package makefile

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
)

func TestExtract(t *testing.T) {
	langtest.Check(t, Extractors(), []langtest.Case{
		{
			File: "Makefile",
			In: `# Builds the tool and its docs.

CC := gcc
VAR = a:b
URL ?= http://x
-include config.mk $(wildcard *.d)
.PHONY: all test bin/tool.sh
# Build everything.
.PHONY: build
all: build
build: main.o ; @echo x
	echo not: a target
test: CFLAGS = -g
test: build ## Run the tests
# Far from a target

lint fmt: ; x
%.o: %.c
	cc $<
$(OBJ): x
bin/tool: main.o
bin/tool.sh:
.SUFFIXES: .c
define X
no: target
endef
export Y
all: more
ifeq ($(A),b:c)
endif
install:: a \
  b
`,
			Want: `{"state":"ok","doc":"Builds the tool and its docs.","symbols":[
				{"name":"all","kind":"target","exported":true,"doc":"Build everything."},
				{"name":"build","kind":"target","exported":true},
				{"name":"test","kind":"target","exported":true,"doc":"Run the tests"},
				{"name":"lint","kind":"target","exported":true},
				{"name":"fmt","kind":"target","exported":true},
				{"name":"bin/tool","kind":"target","exported":true},
				{"name":"bin/tool.sh","kind":"target","exported":true},
				{"name":"install","kind":"target","exported":true}],
				"imports":[{"raw":"config.mk","form":"include"}],
				"facts":{"kind":"make","scripts":[{"key":"all","value":"make all"},{"key":"build","value":"make build"},{"key":"test","value":"make test"},
				{"key":"lint","value":"make lint"},{"key":"fmt","value":"make fmt"},{"key":"bin/tool.sh","value":"make bin/tool.sh"},{"key":"install","value":"make install"}]}}`,
		},
		{File: "rules.mk", In: "A = b\n", Want: `{"state":"ok","facts":{"kind":"make"}}`},
	})
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors(), "# x\na b: c ## d\n.PHONY: a\n", "define a\nendef\ninclude x\n a::=b\n")
}
