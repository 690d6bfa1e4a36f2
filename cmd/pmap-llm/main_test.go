package main

import (
	"net/http/httptest"
	"testing"

	"github.com/pi-project-map/pmap/internal/modeltest"
	"github.com/pi-project-map/pmap/internal/scripttest"
)

func TestMain(m *testing.M) { scripttest.Main(m, "pmap-llm", main) }

func TestScripts(t *testing.T) {
	server := modeltest.New(t)
	refusing := httptest.NewServer(server)
	refusing.Close()
	// In a group, so that the server lives until the last script.
	t.Run("scripts", func(t *testing.T) {
		scripttest.Run(t, map[string]string{"SERVER": server.URL, "NOBODY": refusing.URL + "/v1"})
	})
}
