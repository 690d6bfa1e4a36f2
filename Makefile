# No logic here: each target is one command, or the commands it names.
DIR ?= .
# As given: a name may have a "$".
override DIR := $(value DIR)
PREFIX ?= /usr/local
commit := $(shell git rev-parse --short HEAD 2>/dev/null)
sources := $(shell find cmd pkg -type f -not -name '*_test.go' -not -name '.*' -not -path '*/testdata/*') go.mod go.sum
commands := $(notdir $(wildcard cmd/*))
binaries := $(addprefix bin/,$(commands))
export DIR

.PHONY: map build test e2e race lint fuzz install uninstall clean

map: build ## write the maps of DIR, without a model
	scripts/pmap-init --no-llm -- "$$DIR"

build: bin/.built ## build the commands into bin/

bin/.built: $(sources)
	go build -trimpath -ldflags "-X github.com/pi-project-map/pmap/pkg/command.commit=$(commit)" -o bin/ ./cmd/...
	touch $@

test: build ## unit tests, golden scripts, import rules
	go vet ./...
	go test ./...

e2e: build ## whole pipes, killed stages, real trees
	go test -tags e2e ./test/...

race: ## the tests under the race detector
	go test -race ./...

lint: ## formatting and static checks
	test -z "$$(gofmt -l cmd internal pkg test *.go)"
	go vet -tags e2e ./...

fuzz: ## every fuzz target, 30 s each
	test/fuzz 30s

install: build ## install below PREFIX, honouring DESTDIR
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/libexec/pmap"
	install -m 755 $(binaries) scripts/pmap-init scripts/pmap-graph scripts/pmap-cache scripts/project-map "$(DESTDIR)$(PREFIX)/bin"
	install -m 644 scripts/lib.sh "$(DESTDIR)$(PREFIX)/libexec/pmap/lib.sh"

uninstall: ## remove what install put there
	cd "$(DESTDIR)$(PREFIX)/bin" && rm -f $(commands) pmap-init pmap-graph pmap-cache project-map
	rm -rf "$(DESTDIR)$(PREFIX)/libexec/pmap"

clean: ## remove what build made
	rm -rf bin
