//go:build e2e

package e2e

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/pi-project-map/pmap/internal/modeltest"
)

// planted are the places where secrets stand in real projects: each kind in the
// sort of file that has it, and where a parser would put it into a record. %s
// is the secret.
var planted = []struct{ file, text string }{
	{"a.go", "package a\n\n// Key opens the vault: TOKEN=%s\nconst Key = 1\n"},
	{"b.go", "package b\n\nconst APIKey = \"%s\"\n"},
	{"c.go", "package c\n\nvar Password string = \"%s\"\n"},
	{"a.py", "API_TOKEN = \"%s\"\n"},
	{"b.py", "\"\"\"Connects with password=\"%s\" to the depot.\"\"\"\n"},
	{"c.py", "def connect(host, password=\"%s\", retries=3):\n    \"\"\"Connect.\"\"\"\n"},
	{"a.ts", "export const apiKey: string = \"%s\";\n"},
	{"b.ts", "export function open(secret: string = \"%s\"): void {}\n"},
	{"c.ts", "/** Send `Authorization: Bearer %s` with it. */\nexport function send(): void {}\n"},
	{"a.js", "module.exports = { token: \"%s\" }\n"},
	{"b.js", "import x from \"https://bot:%s@npm.example/x.js\";\nexport default x;\n"},
	{"a.rs", "pub const API_KEY: &str = \"%s\";\n"},
	{"a.kt", "const val apiKey: String = \"%s\"\n"},
	{"a.swift", "public let token: String = \"%s\"\n"},
	{"a.scala", "object M { val password: String = \"%s\" }\n"},
	{"a.rb", "API_TOKEN = \"%s\"\n"},
	{"a.php", "<?php\nconst DB_PASSWORD = '%s';\n"},
	{"a.java", "public class A { public static final String PASSWORD = \"%s\"; }\n"},
	{"a.cs", "public class O { public const string Password = \"%s\"; }\n"},
	{"a.h", "#define API_TOKEN \"%s\"\n"},
	{"b.c", "const char *password = \"%s\";\n"},
	{"a.sh", "#!/bin/sh\n# runs with PASSWORD=%s\nexport X=1\n"},
	{"b.sh", "#!/bin/sh\ncurl -u admin:%s https://example.org\n"},
	{"a.sql", "CREATE USER a IDENTIFIED BY '%s';\n"},
	{"main.tf", "variable \"db_password\" {\n  default = \"%s\"\n}\n"},
	{"a.yaml", "db:\n  password: %s\n"},
	{"deploy.yaml", "env:\n  - name: DB_PASSWORD\n    value: %s\n"},
	{"a.toml", "client_secret = \"%s\"\n"},
	{"a.ini", "[db]\npassword = %s\n"},
	{"README.md", "# Service\n\nThe database is at postgres://app:%s@db.internal/app for all.\n"},
	{"guide.md", "# Log in with `--password %s`\n\nText.\n"},
	{"package.json", "{\"name\": \"x\", \"scripts\": {\"test\": \"API_TOKEN=%s vitest\"}}\n"},
	{"Makefile", "deploy: ## deploy with --password %s\n\ttrue\n"},
	{"Dockerfile", "FROM scratch\nENV ADMIN_PASSWORD=%s\n"},
	{"a.ipynb", "{\"cells\": [{\"cell_type\": \"code\", \"source\": [\"def f(token=\\\"%s\\\"): pass\\n\"], \"outputs\": [], \"metadata\": {}}], \"metadata\": {}, \"nbformat\": 4, \"nbformat_minor\": 5}\n"},
	{"b.ipynb", "{\"cells\": [{\"cell_type\": \"code\", \"source\": [\"f()\\n\"], \"outputs\": [{\"output_type\": \"stream\", \"name\": \"stdout\", \"text\": [\"%s\"]}], \"metadata\": {}}], \"metadata\": {}, \"nbformat\": 4, \"nbformat_minor\": 5}\n"},
	{"page.html", "<html><head><title>token = '%s'</title></head></html>\n"},
	{"pyproject.toml", "[project]\nname = \"x\"\ndescription = \"password = '%s'\"\n"},
	{".env", "DEPLOY_TOKEN=%s\n"},
	{"id_rsa", "-----BEGIN OPENSSH PRIVATE KEY-----\n%s\n-----END OPENSSH PRIVATE KEY-----\n"},
	{"key.go", "package k\n\nconst pem = `-----BEGIN EC PRIVATE KEY-----\n%s\n-----END EC PRIVATE KEY-----`\n"},
}

// secretOf is a secret that no other place has, in one of the forms that
// secrets have.
func secretOf(i int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "planted %d", i))
	id := strings.ToUpper(hex.EncodeToString(sum[:]))
	small := strings.ToLower(id)
	switch i / len(planted) {
	case 0:
		return "ghp_" + small[:36]
	case 1:
		return "sk-" + "proj-" + small[:40]
	case 2:
		return "AKIA" + strings.NewReplacer("0", "G", "1", "H", "8", "I", "9", "J").Replace(id[:16])
	case 3:
		return "zq" + small[:14] // of no known form
	}
	return "horse" + strings.NewReplacer("0", "g", "1", "h", "2", "i", "3", "j", "4", "k", "5", "l", "6", "m", "7", "n", "8", "o", "9", "p").Replace(small[:12]) // nothing but letters
}

// No secret leaves the machine or is written anywhere, in whatever file and
// place it stands; ordinary names are sent and mapped.
func TestSecretsAreNowhere(t *testing.T) {
	server := modeltest.New(t)
	server.Say(func(c modeltest.Call) string { // a model that repeats what it sees
		if c.Dir {
			return modeltest.Usual(c)
		}
		_, data, _ := strings.Cut(c.User, "\nBEGIN ")
		data = strings.ReplaceAll(data, "\n", " ")
		return "PURPOSE: " + data + "\nDEPS: " + data + "\nCONCEPTS: " + data
	})
	dir, env := filepath.Join(t.TempDir(), "project"), home(t, server)
	const rounds = 5
	var secrets []string
	for i := range rounds * len(planted) {
		p := planted[i%len(planted)]
		secrets = append(secrets, secretOf(i))
		write(t, filepath.Join(dir, fmt.Sprintf("r%d/d%d", i/len(planted), i%len(planted)), p.file), strings.ReplaceAll(p.text, "%s", secretOf(i)))
	}
	ordinary := map[string]string{"styles/tokens.css": "a { color: red }\n", "internal/secrets/vault.go": "package secrets\n\n// Open opens it.\nfunc Open() {}\n", "web/password-reset.ts": "export const reset = 1;\n"}
	for name, text := range ordinary {
		write(t, filepath.Join(dir, name), text)
	}
	r := run(t, "sh", dir, "mkdir ../out; pmap-walk | pmap-ast | pmap-llm | tee ../out/notes | pmap-merge | tee ../out/pages | pmap-render && pmap-init . && pmap-walk | pmap-ast >../out/ast && mv ../out .pi-map-out && wc -c .pi-map-out/*", env...).want(t, 0)
	var places []place
	for _, c := range server.Calls() {
		places = append(places, place{"the request about " + c.Subject, c.Body})
	}
	places = append(places, place{"a message", r.stdout + r.stderr})
	texts := map[string]string{}
	for _, root := range []string{dir, filepath.Dir(filepath.Dir(cacheFile(env)))} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || root == dir && !strings.HasPrefix(d.Name(), ".pi-map") && !strings.Contains(path, ".pi-map-out/") {
				return err
			}
			text, err := os.ReadFile(path)
			texts[path] = string(expanded(text))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for path, text := range texts {
		places = append(places, place{filepath.Base(filepath.Dir(path)) + "/" + filepath.Base(path), text})
	}
	leaks := map[string]int{}
	for i, secret := range secrets {
		for _, p := range places {
			if strings.Contains(p.text, secret) {
				leaks[planted[i%len(planted)].file]++
				t.Errorf("%s of %s, form %d, is in %s", secret, planted[i%len(planted)].file, i/len(planted), p.name)
			}
		}
	}
	t.Logf("%d secrets of %d kinds, %d places searched", len(secrets), len(planted), len(places))
	if len(leaks) > 0 {
		t.Logf("leaks: %v", leaks)
	}
	subjects := map[string]bool{}
	for _, c := range server.Calls() {
		subjects[c.Subject] = true
	}
	if err := os.RemoveAll(filepath.Join(dir, ".pi-map-out")); err != nil {
		t.Fatal(err)
	}
	all := maps(t, dir)
	for name := range ordinary {
		if !subjects[name] || !strings.Contains(all[filepath.Join(filepath.Dir(name), ".pi-map.md")], "- "+filepath.Base(name)) {
			t.Errorf("%s is not sent or not mapped", name)
		}
	}
	for _, c := range server.Calls() {
		if base := filepath.Base(c.Subject); base == ".env" || base == "id_rsa" {
			t.Errorf("%s is sent", c.Subject)
		}
	}
}

type place struct{ name, text string }

// expanded is what a file holds, be it compressed or not.
func expanded(text []byte) []byte {
	in, err := zstd.NewReader(bytes.NewReader(text))
	if err != nil {
		return text
	}
	defer in.Close()
	if all, err := io.ReadAll(in); err == nil && len(all) > 0 {
		return all
	}
	return text
}
