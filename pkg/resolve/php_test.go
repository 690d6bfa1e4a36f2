package resolve

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/record"
)

func TestPHP(t *testing.T) {
	in := func(pkg, p string, names ...string) File {
		return File{Path: p, Lang: "PHP", Package: pkg, Names: names}
	}
	files := []File{
		manifest("composer.json", record.Facts{
			Paths:        pairs(`Acme\ src/`, `Acme\Log\ src/Old/`, `Acme\Log\ src/Logging`, `Twig_ lib/Twig/`, `Tests\ tests/`),
			Dependencies: []string{"acme/http-kernel", "mockery/mockery", "monolog/monolog"},
		}),
		manifest("packages/mail/composer.json", record.Facts{Paths: pairs(`Acme\Mail\ .`, `Dup\ .`)}),
		manifest("packages/post/composer.json", record.Facts{Paths: pairs(`Dup\ .`)}),
		in(`Acme`, "src/App.php", "App"),
		in(`Acme\Deep`, "src/Deep/Thing.php", "Thing", "Beside"),
		in(`Acme\Log`, "src/Logging/Writer.php", "Writer"),
		in(`Acme\Mail`, "packages/mail/Mailer.php", "Mailer"),
		in(`Dup`, "packages/mail/Same.php", "Same"),
		in(`Dup`, "packages/post/Same.php", "Same"),
		in(``, "lib/Twig/Node/Text.php", "Twig_Node_Text"),
		in(`Other`, "legacy/all.php", "First", "Second", "help"),
		in(``, "config/app.php"),
		in(`Tests\Sub`, "tests/Sub/ATest.php", "ATest"),
		{Path: "tests/data/"},
	}
	app := "src/App.php"
	check(t, files, "PHP", []asked{
		{from: app, raw: `Acme\Deep\Thing`, want: "pkg/src/Deep/Thing.php"},
		{from: app, raw: `Acme\Deep\Beside`, want: "pkg/src/Deep/Thing.php"},
		{from: app, raw: `Acme\Log\Writer`, want: "pkg/src/Logging/Writer.php"},
		{from: app, raw: `Acme\Mail\Mailer`, want: "pkg/packages/mail/Mailer.php"},
		{from: "packages/post/X.php", raw: `Dup\Same`, want: "pkg/packages/post/Same.php"},
		{from: app, raw: `Dup\Same`, want: "pkg/packages/mail/Same.php"},
		{from: app, raw: `Twig_Node_Text`, want: "pkg/lib/Twig/Node/Text.php"},
		{from: app, raw: `Other\Second`, want: "pkg/legacy/all.php"},
		{from: app, raw: `Acme\Deep`, want: "pkg/src/Deep"},
		{from: app, raw: `Other\help`, form: "function", want: "pkg/legacy"},
		{from: app, raw: `Acme\Deep\LIMIT`, form: "const", want: "pkg/src/Deep"},
		{from: app, raw: `strlen`, form: "function", want: "std/strlen"},
		{from: app, raw: `GuzzleHttp\choose`, form: "function", want: "ext/GuzzleHttp"},
		{from: app, raw: `Closure`, want: "std/Closure"},
		{from: app, raw: `Random\Randomizer`, want: `std/Random\Randomizer`},
		{from: app, raw: `Monolog\Handler\NullHandler`, want: "ext/Monolog"},
		{from: app, raw: `Acme\HttpKernel\Kernel`, want: "ext/Acme"},
		{from: app, raw: `Acme\Gone\Thing`, want: `?Acme\Gone\Thing`},
		{from: app, raw: `Mockery`, want: "ext/Mockery"},
		{from: app, raw: `DB`, want: "?DB"},
		{from: app, raw: `A\\B`, want: `?A\\B`},
		{from: app, raw: `A/B`, want: "?A/B"},
		{from: app, raw: "./Deep/Thing.php", form: "include", want: "pkg/src/Deep/Thing.php"},
		{from: app, raw: "../config/app.php", form: "include", want: "pkg/config/app.php"},
		{from: app, raw: "config/app.php", form: "include", want: "pkg/config/app.php"},
		{from: app, raw: "./config/app.php", form: "include", want: "?./config/app.php"},
		{from: app, raw: "../tests/data/a.php", form: "include", want: "pkg/tests/data/"},
		{from: app, raw: "../../outside.php", form: "include", want: "?../../outside.php"},
		{from: app, raw: "/etc/passwd", form: "include", want: "?/etc/passwd"},
	})
}
