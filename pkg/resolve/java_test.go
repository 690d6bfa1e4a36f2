package resolve

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/record"
)

func TestJava(t *testing.T) {
	in := func(pkg, p string) File { return File{Path: p, Lang: "Java", Package: pkg} }
	files := []File{
		in("org.acme.app", "app/src/main/java/org/acme/app/Main.java"),
		in("org.acme.core", "core/src/main/java/org/acme/core/Thing.java"),
		in("org.acme.core", "core/src/test/java/org/acme/core/ThingTest.java"),
		in("org.acme.core.deep", "core/elsewhere/Odd.java"),
		in("org.acme.dup", "one/src/org/acme/dup/Same.java"),
		in("org.acme.dup", "app/src/main/java/org/acme/dup/Same.java"),
		in("org.acme.kt", "kt/src/Tools.kt"),
		in("org.acme.testonly", "core/src/test/java/org/acme/testonly/T.java"),
		in("", "Default.java"),
		in("org.acme.core", "core/src/main/java/module-info.java"),
		in("org.acme.app", "app/src/main/java/module-info.java"),
		manifest("build.gradle", record.Facts{Dependencies: []string{"net.bytebuddy:byte-buddy", "junit:junit", "org.springframework.boot:starter", "org.acme.core:x"}}),
	}
	main := "app/src/main/java/org/acme/app/Main.java"
	check(t, files, "Java", []asked{
		{from: main, raw: "org.acme.core.Thing", names: "Thing", want: "pkg/core/src/main/java/org/acme/core/Thing.java"},
		{from: main, raw: "org.acme.core.Thing.Inner", names: "Inner", want: "pkg/core/src/main/java/org/acme/core/Thing.java"},
		{from: main, raw: "org.acme.core.Thing", form: "static", names: "of", want: "pkg/core/src/main/java/org/acme/core/Thing.java"},
		{from: main, raw: "org.acme.core.Thing", form: "static", names: "*", want: "pkg/core/src/main/java/org/acme/core/Thing.java"},
		{from: main, raw: "org.acme.core.Thing", names: "*", want: "pkg/core/src/main/java/org/acme/core/Thing.java"},
		{from: main, raw: "org.acme.core.deep.Odd", want: "pkg/core/elsewhere/Odd.java"},
		{from: main, raw: "org.acme.core", names: "*", want: "pkg/core/src/main/java/org/acme/core"},
		{from: "core/src/test/java/org/acme/core/ThingTest.java", raw: "org.acme.core", names: "*",
			want: "pkg/core/src/main/java/org/acme/core pkg/core/src/test/java/org/acme/core"},
		{from: main, raw: "org.acme.testonly", names: "*", want: "pkg/core/src/test/java/org/acme/testonly"},
		{from: main, raw: "org.acme.core.deep.Second", want: "pkg/core/elsewhere"},
		{from: main, raw: "org.acme.kt.Tools", want: "pkg/kt/src/Tools.kt"},
		{from: main, raw: "org.acme.dup.Same", want: "pkg/app/src/main/java/org/acme/dup/Same.java"},
		{from: "one/src/x/X.java", raw: "org.acme.dup.Same", want: "pkg/one/src/org/acme/dup/Same.java"},
		{from: main, raw: "org.acme.core.generated.Proto", want: "?org.acme.core.generated.Proto"},
		{from: main, raw: "java.util.List", want: "std/java.util.List"},
		{from: main, raw: "javax.swing.JFrame", want: "std/javax.swing.JFrame"},
		{from: main, raw: "javax.servlet.http.HttpServlet", want: "ext/javax.servlet.http"},
		{from: main, raw: "org.w3c.dom", names: "*", want: "std/org.w3c.dom"},
		{from: main, raw: "org.junit.Test", want: "ext/org.junit"},
		{from: main, raw: "org.junit.jupiter.api.Test", want: "ext/org.junit.jupiter"},
		{from: main, raw: "org.junit.runners.model.Statement", want: "ext/org.junit.runners"},
		{from: main, raw: "org.springframework.web.Get", want: "ext/org.springframework.web"},
		{from: main, raw: "org.springframework.boot.Run", want: "ext/org.springframework.boot"},
		{from: main, raw: "net.bytebuddy.dynamic.loading.X", want: "ext/net.bytebuddy.dynamic"},
		{from: main, raw: "lombok.Getter", want: "ext/lombok"},
		{from: main, raw: "com.google.common.collect", names: "*", want: "ext/com.google.common"},
		{from: main, raw: "Default", want: "ext/Default"},
		{from: main, raw: "java.base", form: "requires", want: "std/java.base"},
		{from: main, raw: "jdk.unsupported", form: "requires", want: "std/jdk.unsupported"},
		{from: main, raw: "org.acme.core", form: "requires", want: "pkg/core/src/main/java/module-info.java"},
		{from: main, raw: "org.acme.gone", form: "requires", want: "ext/org.acme.gone"},
		{from: main, raw: "com.google.errorprone.annotations", form: "requires", want: "ext/com.google.errorprone"},
		{from: main, raw: "static", form: "requires", want: "ext/static"},
		{from: main, raw: "a..b", want: "?a..b"},
		{from: main, raw: ".a", want: "?.a"},
		{from: main, raw: "", want: "?"},
	})
}
