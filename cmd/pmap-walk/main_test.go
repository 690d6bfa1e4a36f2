package main

import (
	"testing"

	"github.com/pi-project-map/pmap/internal/scripttest"
)

func TestMain(m *testing.M) { scripttest.Main(m, "pmap-walk", main) }

func TestScripts(t *testing.T) { scripttest.Run(t, nil) }
