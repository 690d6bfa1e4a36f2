package maven

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
)

func TestExtract(t *testing.T) {
	langtest.Check(t, Extractors(), []langtest.Case{
		{
			File: "pom.xml",
			In: `<?xml version="1.0" encoding="ISO-8859-1"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <parent><groupId>org.a</groupId><artifactId>p</artifactId></parent>
  <artifactId>core</artifactId><name>A ${kind} core</name>
  <description>
    The core &amp; more of ${project.artifactId}.
  </description>
  <properties><kind>fine</kind><g>org.dep</g></properties>
  <modules><module>x</module><module>y</module></modules>
  <build><sourceDirectory>src</sourceDirectory><plugins><plugin><artifactId>no</artifactId></plugin></plugins></build>
  <dependencies>
    <dependency><groupId>${g}</groupId><artifactId>z</artifactId><exclusions><exclusion><groupId>no</groupId><artifactId>no</artifactId></exclusion></exclusions></dependency>
    <dependency><groupId>a.b</groupId><artifactId>c</artifactId><version>1</version></dependency>
  </dependencies>
</project>`,
			Want: `{"state":"ok","doc":"The core & more of core.","facts":{"kind":"maven","module":"org.a","name":"core","title":"A fine core",
				"summary":"The core & more of core.","dependencies":["a.b:c","org.dep:z"],"paths":[{"key":"main","value":"src"}],"members":["x","y"]}}`,
		},
		{File: "pom.xml", In: `<project><groupId>g</groupId><artifactId>a</artifactId><name>`, Want: `{"state":"partial","facts":{"kind":"maven","module":"g","name":"a"}}`},
		{File: "pom.xml", In: `no xml`, Want: `{"state":"failed"}`},
	})
}

func TestBombs(t *testing.T) {
	langtest.Bombs(t, Extractors(), 1<<20, "<project>", "<project><properties><a>${a}</a>", "<!--", "&", "<a b='")
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors(), "<project><groupId>a</groupId><properties><b>${b}</b></properties><name>${b}</name></project>")
}
