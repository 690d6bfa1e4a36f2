package redact

import (
	"os"
	"strings"
	"testing"

	"github.com/pi-project-map/pmap/internal/goroot"
)

func redactor(t testing.TB) *Redactor {
	t.Helper()
	r, err := New()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// secrets are kinds of secrets in the places where they stand. Keys of known
// shapes are put together so that no scanner of this repository takes them for
// real.
var secrets = []struct {
	kind   string
	form   Form
	text   string
	secret string
}{
	{"AWS access key", Program, `id := "%s"`, "AKIA" + "QYLPMN5HHHFPZAM2"},
	{"AWS secret key", Program, `aws_secret_access_key = "%s"`, "1tUm636uS1yOEcfP5pvfqJ/ml36mF7AkyHsEU0IU"},
	{"GitHub token", Program, "git clone with %s please", "ghp_" + "1234567890abcdefghijABCDEFGHIJ123456"},
	{"GitHub fine-grained token", Program, "%s", "github_pat_" + "11ABCDEFG0aBcDeFgHiJkL_mNoPqRsTuVwXyZ0123456789"},
	{"GitLab token", Program, "curl -H x %s", "glpat-" + "aB3dE5gH7jK9mN1pQ3sT"},
	{"Slack token", Program, "%s", "xoxb-" + "123456789012-1234567890123-AbCdEfGhIjKlMnOpQrStUvWx"},
	{"Slack webhook", Program, "post to %s now", "https://hooks.slack.com/services/" + "T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX"},
	{"Discord webhook", Settings, "url: %s", "https://discord.com/api/webhooks/" + "123456789/abcdefGHIJK"},
	{"OpenAI key", Program, "client(%s)", "sk-" + "proj-abcdefghijklmnopqrstuvwxyz0123456789"},
	{"Anthropic key", Program, "client(%s)", "sk-ant-" + "api03-abcdefghijklmnopqrstuvwxyz"},
	{"Stripe key", Program, "stripe %s", "sk_" + "live_4eC39HqLyjWDarjtT1zdp7dc"},
	{"Google API key", Program, "key=%s", "AIza" + "SyDaGmWKa4JsXZ-HjGw7ISLn_3namBGewQe"},
	{"Google OAuth secret", Program, "x %s", "GOCSPX-" + "abcdefghijklmnopqrstuvwx"},
	{"npm token", Settings, "//registry/:_authToken=%s", "npm_" + "abcdefghijklmnopqrstuvwxyz0123456789"},
	{"PyPI token", Program, "%s", "pypi-" + "AgEIcHlwaS5vcmcCJDEyMzQ1Njc4"},
	{"SendGrid key", Program, "%s", "SG." + "abcdefghijklmnopqrstuv.abcdefghijklmnopqrstuvwxyzABCDEFGHIJ"},
	{"Hugging Face token", Program, "login %s", "hf_" + "abcdefghijklmnopqrstuvwxyzABCDEFGH"},
	{"Telegram bot token", Program, "%s", "123456789" + ":AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsawq"},
	{"JSON web token", Program, "jwt %s", "eyJ" + "hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"},
	{"RSA private key", Program, "%s", "-----BEGIN RSA PRIVATE" + " KEY-----\nMIIEpAIBAAKCAQEA\nabc\n-----END RSA PRIVATE KEY-----"},
	{"private key that is cut", Program, "%s", "-----BEGIN PRIVATE" + " KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC"},
	{"private key in a literal", Program, `k = "%s"`, `-----BEGIN EC PRIVATE` + ` KEY-----\nMHcCAQEEIIr\n-----END EC PRIVATE KEY-----`},
	{"PGP private key", Settings, "%s", "-----BEGIN PGP PRIVATE" + " KEY BLOCK-----\n\nlQOYBF\n-----END PGP PRIVATE KEY BLOCK-----"},
	{"PuTTY key", Settings, "PuTTY-User-Key-File-2: ssh-rsa\nPrivate-Lines: 2\n%s\nPrivate-MAC: 1", "AAABAQCx\nfQ=="},
	{"age key", Settings, "%s", "AGE-SECRET-KEY-1" + "QQPZRY9X8GF2TVDW0S3JN54KHCE6MUA7LQQPZRY9X8GF2TVDW0S3JN54KHC"},
	{"Postgres URL", Program, `dial("postgres://app:%s@db.internal:5432/app")`, "hunter2"},
	{"MongoDB URL", Settings, "MONGO=mongodb+srv://root:%s@cluster0.example.net", "correct-horse"},
	{"Redis URL without a user", Settings, "redis://:%s@cache:6379/0", "s3cr3t"},
	{"password in a URL with an at sign", Program, "https://u:%s@example.org/x", "p@ss"},
	{"token in a URL", Program, "https://%s@github.com/a/b.git", "0123456789abcdef0123"},
	{"token in a query", Program, "https://example.org/x?access_token=%s&y=1", "abcd1234efgh"},
	{"password literal", Program, `password = "%s"`, "correct horse battery"},
	{"password of another quote", Program, `const dbPassword = '%s';`, "letmein"},
	{"password in a template literal", Program, "const PASSWD = `%s`", "tr0ub4dor"},
	{"typed constant", Program, `const apiKey: string = "%s";`, "letmein"},
	{"typed constant of Kotlin", Program, `val dbPassword: String? = "%s"`, "letmein"},
	{"typed constant of Rust", Program, `pub const TOKEN: &'static str = "%s";`, "letmein"},
	{"typed variable of Go", Program, `var password string = "%s"`, "letmein"},
	{"array of C", Program, `static char passwd[16] = "%s";`, "letmein"},
	{"typed default", Program, `func login(user: String, password: String = "%s")`, "letmein"},
	{"assignment in a comment", Program, "// Run it with DB_PASSWORD=%s first.", "justwords"},
	{"variable of Terraform", Program, "variable \"db_password\" {\n  type = string\n  default = \"%s\"\n}", "justwords"},
	{"environment of a container", Program, "env:\n  - name: DB_PASSWORD\n    value: %s\n", "justwords"},
	{"environment of a task", Program, `{"name": "API_TOKEN", "value": "%s"}`, "justwords"},
	{"password as a member", Program, `cfg.Database.Password: "%s",`, "hunter2"},
	{"password in a map", Program, `{"user": "bob", "password": "%s"}`, "swordfish"},
	{"password in a notebook", Settings, `"source": ["password = \"%s\"\n"]`, "opensesame"},
	{"password keyword argument", Program, `connect(host="h", passwd='%s')`, "pass1234"},
	{"password in Python bytes", Program, `SECRET = b"%s"`, "bytes-of-secret"},
	{"default of getenv", Program, `getenv("DB_PASSWORD", "%s")`, "fallback-pw"},
	{"setter", Program, `builder.setPassword("%s")`, "setpw"},
	{"comparison", Program, `if token == "%s" {`, "letmein-please"},
	{"C macro", Program, `#define API_KEY %s`, "abcd1234"},
	{"env line", Settings, "DB_PASSWORD=%s", "justwords"},
	{"env line with spaces", Settings, "APP_SECRET=%s", "just some words"},
	{"exported variable", Settings, "export GITHUB_TOKEN=%s", "abcdef"},
	{"YAML value", Settings, "db:\n  password: %s\n", "justwords"},
	{"YAML value in quotes", Settings, "  client_secret: '%s'", "quoted words"},
	{"TOML value", Settings, `api_key = "%s"`, "tomlvalue"},
	{"properties", Settings, "spring.datasource.password=%s", "propvalue"},
	{"XML element", Settings, "<password>%s</password>", "xmlvalue"},
	{"Dockerfile", Program, "ENV ADMIN_PASSWORD %s", "dockervalue"},
	{"unquoted in a script", Program, "PGPASSWORD=%s psql", "abc123"},
	{"basic authorization", Program, `"Authorization": "Basic %s"`, "dXNlcjpwYXNzd29yZA=="},
	{"bearer authorization", Program, `-H "Authorization: Bearer %s"`, "abcdef123456"},
	{"key header", Program, `X-Api-Key: %s`, "abcdef123456"},
	{"curl user", Program, "curl -u admin:%s https://example.org", "adminpw"},
	{"flag", Program, "mytool --password %s run", "flagvalue"},
	{"mysql flag", Program, "mysql -uroot -p%s app", "rootpw"},
	{"netrc", Settings, "machine example.org login bob password %s", "netrcpw"},
	{"SQL user", Program, "CREATE USER a IDENTIFIED BY '%s'", "sqlpw"},
	{"SQL role", Program, "ALTER ROLE a WITH PASSWORD '%s'", "sqlpw"},
	{"ADO string", Program, `"Server=db;User Id=sa;Password=%s;Encrypt=yes"`, "adopw"},
	{"Azure storage", Settings, "DefaultEndpointsProtocol=https;AccountName=a;AccountKey=%s;EndpointSuffix=x", "YWJjZGVmZ2hpamtsbW5vcA=="},
	{"bcrypt hash", Settings, "bob:%s", "$2y$10$" + "abcdefghijklmnopqrstuvABCDEFGHIJKLMNOPQRSTUVabcdefghi"},
	{"pgpass line", Settings, "db.internal:5432:app:bob:%s", "pgpw"},
}

func TestSecrets(t *testing.T) {
	r := redactor(t)
	if len(secrets) < 30 {
		t.Fatalf("%d kinds of secrets", len(secrets))
	}
	for _, tt := range secrets {
		text := "before\n" + strings.Replace(tt.text, "%s", tt.secret, 1) + "\nafter"
		got := r.Text(text, tt.form)
		if strings.Contains(got, tt.secret) || !strings.Contains(got, Mark) {
			t.Errorf("%s: %q is left in\n%s", tt.kind, tt.secret, got)
		}
		if !strings.HasPrefix(got, "before\n") {
			t.Errorf("%s: too much is gone:\n%s", tt.kind, got)
		}
		if again := r.Text(got, tt.form); again != got {
			t.Errorf("%s: a second time changes it:\n%s\n%s", tt.kind, got, again)
		}
	}
}

// TestKept are lines without secrets.
func TestKept(t *testing.T) {
	r := redactor(t)
	for _, text := range []string{
		`import "./tokens.css"`,
		`import { verifyToken } from "../auth/tokens"`,
		`// see internal/secrets/vault.go and password-reset.ts`,
		`func issueToken(user User, ttl int) (Token, error) {`,
		`password: string;`,
		`token := lexer.Next()`,
		`const password = process.env.DB_PASSWORD;`,
		`password = os.environ["DB_PASSWORD"]`,
		`password: ${DB_PASSWORD}`,
		`password: "{{ .Values.db.password }}"`,
		`if password == "" {`,
		`<input type="password" name="password">`,
		`https://example.org/user/repo#token-format`,
		`git@github.com:user/repo.git`,
		`mailto:bob@example.org`,
		`http://localhost:8080/@scope/pkg`,
		`-----BEGIN PUBLIC KEY-----`,
		`commit 0ba56a6d1c2f3e4b5a69788796a5b4c3d2e1f001`,
		`sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef`,
		`type Token struct { Kind Kind }`,
		`key = "name"`,
		`author: "someone"`,
		`func Authenticate(ctx context.Context)`,
		`const apiKey = options?.apiKey || getEnvApiKey(model.provider) || "";`,
		`import "./task-management-service"`,
		`import { loader } from "./global-configuration-loader"`,
		`load("glob-pattern-matching-utils", "disk-usage-reporting-tool")`,
		`streaming with token-by-token updates`,
		`Werkzeug logs basic request/response information.`,
	} {
		if got := r.Text(text, Program); got != text {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}

func TestAllowCommentAllowsNothing(t *testing.T) {
	secret := "ghp_" + "1234567890abcdefghijABCDEFGHIJ123456"
	if got := redactor(t).Text("x = '"+secret+"' # gitleaks:allow", Program); strings.Contains(got, secret) {
		t.Error(got)
	}
}

// TestRepeated takes a secret out where nothing names it.
func TestRepeated(t *testing.T) {
	got := redactor(t).Text("password = \"opensesame\"\nprint(\"opensesame\")\n", Program)
	if want := "password = \"" + Mark + "\"\nprint(\"" + Mark + "\")\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestBytes keeps every byte of what is no secret.
func TestBytes(t *testing.T) {
	for _, text := range []string{"", "\xff\xfe token \xf0", "İstanbul ŞİFRE\r\nK: \x00", strings.Repeat("a token ", 3000)} {
		if got := redactor(t).Text(text, Settings); got != text {
			t.Errorf("%.40q becomes %.40q", text, got)
		}
	}
}

// TestArguments: what is passed under the name of a secret is taken out there,
// and nowhere else if it reads like a name.
func TestArguments(t *testing.T) {
	got := redactor(t).Text("resolveApiKey(\"github-copilot\")\ngetModel(\"github-copilot\")\n", Program)
	if want := "resolveApiKey(\"" + Mark + "\")\ngetModel(\"github-copilot\")\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestLongLine finds secrets anywhere in a line without breaks.
func TestLongLine(t *testing.T) {
	r := redactor(t)
	for _, at := range []int{0, 1000, 4000, 9000} {
		text := strings.Repeat("{\"key\":[1,2]},", at/15) + `{"password":"swordfish"},` + strings.Repeat("{\"key\":[1,2]},", 500)
		if got := r.Text(text, Program); strings.Contains(got, "swordfish") {
			t.Errorf("a secret after %d bytes is left in", at)
		}
	}
}

func BenchmarkText(b *testing.B) {
	r := redactor(b)
	text, err := os.ReadFile(goroot.Source(b, "net/http/server.go"))
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(16000)
	for b.Loop() {
		r.Text(string(text[:16000]), Program)
	}
}
