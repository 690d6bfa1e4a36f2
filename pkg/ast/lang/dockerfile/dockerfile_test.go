package dockerfile

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
)

func TestExtract(t *testing.T) {
	langtest.Check(t, Extractors(), []langtest.Case{
		{
			File: "Dockerfile",
			In: `# syntax=docker/dockerfile:1
# Image of the server.
ARG GO=1.26
ARG BASE=${GO}-x
FROM --platform=$BUILDPLATFORM golang:${GO} AS build
RUN go build \
  # a comment
  ./...
RUN <<END
FROM no:no
END
FROM base${BASE}
FROM scratch AS empty
FROM build as final
COPY --from=build /a /a
COPY --from=alpine:3 /b /b
LABEL org.opencontainers.image.description="Serves things."
ENTRYPOINT ["/server", "--port", "80"]
CMD run it
`,
			Want: `{"state":"ok","doc":"Image of the server.","symbols":[{"name":"build","kind":"stage","signature":"FROM golang:${GO} AS build","exported":true},
				{"name":"empty","kind":"stage","signature":"FROM scratch AS empty","exported":true},
				{"name":"final","kind":"stage","signature":"FROM build AS final","exported":true}],
				"imports":[{"raw":"golang:1.26","form":"from"},{"raw":"alpine:3","form":"from"}],
				"facts":{"kind":"dockerfile","summary":"Serves things.","scripts":[{"key":"entrypoint","value":"/server --port 80"},{"key":"cmd","value":"run it"}]}}`,
		},
		{File: "api.dockerfile", In: "FROM a\nFROM b\nCMD x\nFROM c", Want: `{"state":"ok","imports":[{"raw":"a","form":"from"},{"raw":"b","form":"from"},{"raw":"c","form":"from"}],"facts":{"kind":"dockerfile"}}`},
		{File: "Dockerfile.md", In: "About Docker.\n", Want: `{"state":"failed"}`},
	})
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors(), "ARG A=b\nFROM $A:${A} AS c\nCOPY --from=c x y\nCMD [\"a\"]\n", "RUN <<E\nx\nE\nLABEL description=\"a\n")
}
