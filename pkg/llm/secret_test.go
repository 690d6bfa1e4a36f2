package llm

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pi-project-map/pmap/internal/modeltest"
	"github.com/pi-project-map/pmap/pkg/pathname"
	"github.com/pi-project-map/pmap/pkg/record"
)

// planted are shapes of secrets; %s is random letters and digits. A kind that
// gets its own file name stands in that sort of file.
var planted = []struct{ file, text string }{
	{"a.go", `const awsKey = "AKIA%[2]s"`},
	{"a.go", `var secretAccessKey = "%[1]s"`},
	{"a.py", `GITHUB = "ghp_%[1]sabcdefghij"`},
	{"a.py", `password = "%[1]s"`},
	{"a.py", `db = connect(host="h", user="u", passwd='%[1]s')`},
	{"a.js", "const client = new OpenAI({ apiKey: 'sk-%[1]s' });"},
	{"a.js", "fetch(u, { headers: { Authorization: `Bearer %[1]s` } })"},
	{"a.ts", `const url = "postgres://app:%[1]s@db.internal:5432/app";`},
	{"a.ts", `const redis = 'redis://:%[1]s@cache:6379/0'`},
	{"a.java", `String apiSecret = "%[1]s";`},
	{"a.rb", `config.secret_key_base = "%[1]s"`},
	{"a.php", `define('DB_PASSWORD', '%[1]s');`},
	{"a.c", `#define API_TOKEN "%[1]s"`},
	{"a.cs", `"Server=db;User Id=sa;Password=%[1]s;Encrypt=yes"`},
	{"a.sh", `export DEPLOY_TOKEN=%[1]s`},
	{"a.sh", `curl -u admin:%[1]s https://example.org`},
	{"a.sh", `mysql -uroot -p%[1]s app < dump.sql`},
	{"a.sh", `git clone https://%[1]s@github.com/a/b.git`},
	{"a.tf", `master_password = "%[1]s"`},
	{"Dockerfile", `ENV ADMIN_PASSWORD=%[1]s`},
	{"a.yaml", "db:\n  password: %[1]s\n  host: db"},
	{"a.yaml", "auth_token: '%[1]s'"},
	{"a.yml", "env:\n  - name: X\n    SLACK: xoxb-%[2]s-abcdef"},
	{"a.toml", `client_secret = "%[1]s"`},
	{"a.ini", "[db]\npwd=%[1]s"},
	{"a.properties", "spring.datasource.password=%[1]s"},
	{"a.xml", "<db><password>%[1]s</password></db>"},
	{"a.json", `{"credentials": {"private_key": "-----BEGIN PRIVATE KEY-----\n%[1]s\n-----END PRIVATE KEY-----\n"}}`},
	{"local.env.example", "API_KEY=%[1]s"},
	{"a.ipynb", `{"cells":[{"cell_type":"code","source":["token = \"%[1]s\"\n"],"outputs":[]}]}`},
	{"a.ipynb", `{"cells":[{"cell_type":"code","source":"x","outputs":[{"text":"%[1]s"}]}]}`},
	{"a.md", "Log in with `--password %[1]s`."},
	{"a.md", "    Authorization: Basic %[1]s"},
	{"key.txt", "-----BEGIN OPENSSH PRIVATE KEY-----\n%[1]s\n-----END OPENSSH PRIVATE KEY-----"},
	{"jwt.go", `const t = "eyJhbGciOi.%[1]sabc.%[1]sdef"`},
	{"stripe.go", `stripe.Key = "sk_live_%[1]s"`},
	{"google.go", `k := "AIza%[1]s%[1]s"`},
	{"pgpass", "db.internal:5432:app:bob:%[1]s"},
	{"netrc", "machine example.org login bob password %[1]s"},
	{"azure.conf", "AccountName=a;AccountKey=%[1]s==;EndpointSuffix=x"},
}

// random returns letters and digits that look like a key's, and capitals alone.
func random(i int) (string, string) {
	d := digest(fmt.Sprint("seed ", i))
	mixed := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'c' {
			return r - 'a' + 'Q'
		}
		return r
	}, d[:20])
	return mixed, strings.ToUpper(d[:16])
}

// TestPlantedSecrets plants some 200 secrets and looks for them in everything
// that leaves the stage or stays behind.
func TestPlantedSecrets(t *testing.T) {
	files := map[string]string{"tokens.css": "a { color: red }\n", "internal/secrets/vault.go": "package secrets\n", "password-reset.ts": "export const x = 1\n"}
	class := map[string]record.Class{}
	var secrets []string
	const rounds = 5
	for i := range rounds * len(planted) {
		p := planted[i%len(planted)]
		mixed, capitals := random(i)
		name := fmt.Sprintf("p%d/%d-%s", i%7, i, p.file)
		secret := mixed
		if strings.Contains(p.text, "%[2]s") {
			secret = capitals
		}
		text := strings.NewReplacer("%[1]s", mixed, "%[2]s", capitals).Replace(p.text)
		files[name] = "first line\n" + text + "\nlast line " + fmt.Sprint(i) + "\n"
		if strings.HasSuffix(name, ".ipynb") || strings.HasSuffix(name, ".json") {
			files[name] = text
		}
		switch filepath.Ext(name) {
		case ".yaml", ".yml", ".toml", ".ini", ".properties", ".xml", ".json", ".example", ".conf", ".tf":
			class[name] = record.ClassConfig
		case ".md", ".txt":
			class[name] = record.ClassDoc
		case ".ipynb":
			class[name] = record.ClassNotebook
		}
		if strings.HasSuffix(name, "netrc") || strings.HasSuffix(name, "pgpass") {
			class[name] = record.ClassConfig
		}
		secrets = append(secrets, secret)
	}
	if len(secrets) < 200 || len(planted) < 30 {
		t.Fatalf("%d secrets of %d kinds", len(secrets), len(planted))
	}
	l := newLab(t, files)
	l.class = class
	l.server.Say(func(c modeltest.Call) string { // a model that repeats what it sees
		if c.Dir {
			return modeltest.Usual(c)
		}
		_, data, _ := strings.Cut(c.User, "\nBEGIN ")
		return "PURPOSE: " + strings.ReplaceAll(data, "\n", " ") + "\nDEPS: none\nCONCEPTS: none"
	})
	out := l.mustRun(t)
	stored, err := os.ReadFile(filepath.Join(l.cache, CacheName))
	must(t, err)
	var sent bytes.Buffer
	for _, c := range l.server.Calls() {
		sent.WriteString(c.Body)
	}
	for i, secret := range secrets {
		for where, text := range map[string][]byte{"requests": sent.Bytes(), "records": out, "cache": stored} {
			if bytes.Contains(text, []byte(secret)) {
				t.Errorf("secret of %q is in the %s", planted[i%len(planted)].text, where)
			}
		}
	}
	got := notes(t, out)
	for _, name := range []string{"tokens.css", "internal/secrets/vault.go", "password-reset.ts"} {
		if _, ok := got[pathname.Path(name)]; !ok {
			t.Errorf("%s has no note", name)
		}
		if !strings.Contains(sent.String(), name) {
			t.Errorf("%s is not sent", name)
		}
	}
}
