package gradle

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
)

func TestExtract(t *testing.T) {
	langtest.Check(t, Extractors(), []langtest.Case{
		{
			File: "settings.gradle",
			In:   "rootProject.name = 'big'\ninclude 'a', ':b:c',\n  'd'\n// include 'no'\nproject(':d').projectDir = file('other/d')\n",
			Want: `{"state":"ok","facts":{"kind":"gradle-settings","name":"big","members":["a","b/c","other/d"]}}`,
		},
		{
			File: "settings.gradle.kts",
			In:   "rootProject.name = \"kt\"\ninclude(\"a\", \"b\")\ninclude(\n    \":c\",\n)\n",
			Want: `{"state":"ok","facts":{"kind":"gradle-settings","name":"kt","members":["a","b","c"]}}`,
		},
		{
			File: "build.gradle.kts",
			In: `plugins { /* x */
    kotlin("jvm") version "2"
    id("com.x.y")
}
group = "org.g"
description = "A **tool**."
dependencies {
    implementation("a.b:c:1.0")
    testImplementation(platform("j.u:bom:5"))
    api(project(":core"))
    // implementation("no:no:1")
}`,
			Want: `{"state":"ok","doc":"A tool.","facts":{"kind":"gradle","module":"org.g","summary":"A tool.","dependencies":["a.b:c","j.u:bom"],
				"extends":["org.jetbrains.kotlin.jvm","com.x.y"]}}`,
		},
		{
			File: "build.gradle",
			In:   "group 'g'\ndependencies {\n  compileOnly 'x.y:z:1'\n  runtimeOnly \"p:q:$v\"\n  url = 'https://no:8080/x'\n}\n",
			Want: `{"state":"ok","facts":{"kind":"gradle","module":"g","dependencies":["p:q","x.y:z"]}}`,
		},
	})
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors(), "include 'a', ':b'\nproject(':b').projectDir = file('c')\n", "dependencies { implementation('a:b:1') }\n")
}
