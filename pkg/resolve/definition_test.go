package resolve

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/record"
)

func TestProto(t *testing.T) {
	files := list("proto/shop/v1/book.proto", "proto/shop/v1/common.proto", "proto/google/type/date.proto", "third_party/validate/validate.proto",
		"a/x/same.proto", "b/x/same.proto", "b/y/use.proto", "shop/main.go")
	check(t, files, "Protocol Buffer", []asked{
		{from: "proto/shop/v1/book.proto", raw: "shop/v1/common.proto", want: "pkg/proto/shop/v1/common.proto"},
		{from: "proto/shop/v1/book.proto", raw: "common.proto", want: "pkg/proto/shop/v1/common.proto"},
		{from: "proto/shop/v1/book.proto", raw: "google/type/date.proto", want: "pkg/proto/google/type/date.proto"},
		{from: "proto/shop/v1/book.proto", raw: "validate/validate.proto", want: "pkg/third_party/validate/validate.proto"},
		{from: "proto/shop/v1/book.proto", raw: "google/protobuf/any.proto", want: "std/google/protobuf/any.proto"},
		{from: "proto/shop/v1/book.proto", raw: "gogoproto/gogo.proto", want: "ext/gogoproto"},
		{from: "proto/shop/v1/book.proto", raw: "shop/v2/none.proto", want: "?shop/v2/none.proto"},
		{from: "proto/shop/v1/book.proto", raw: "x/same.proto", want: "ext/x"},
		{from: "b/y/use.proto", raw: "x/same.proto", want: "pkg/b/x/same.proto"},
		{from: "b/y/use.proto", raw: "../x/same.proto", want: "?../x/same.proto"},
		{from: "b/y/use.proto", raw: "/x/same.proto", want: "?/x/same.proto"},
	})
}

func TestTerraform(t *testing.T) {
	files := list("modules/vpc/main.tf", "envs/prod/main.tf", "modules/app/main.tf", "shared/")
	check(t, files, "HCL", []asked{
		{from: "main.tf", raw: "./modules/vpc", form: "module", want: "pkg/modules/vpc"},
		{from: "envs/prod/main.tf", raw: "../../modules//app", form: "module", want: "pkg/modules/app"},
		{from: "envs/prod/main.tf", raw: "../../modules/none", form: "module", want: "?../../modules/none"},
		{from: "envs/prod/main.tf", raw: "../../../out", form: "module", want: "?../../../out"},
		{from: "main.tf", raw: "./shared/x", form: "module", want: "pkg/shared/"},
		{from: "main.tf", raw: "terraform-aws-modules/eks/aws//modules/karpenter", form: "module", want: "ext/terraform-aws-modules/eks"},
		{from: "main.tf", raw: "app.terraform.io/org/vpc/aws", form: "module", want: "ext/app.terraform.io/org/vpc/aws"},
		{from: "main.tf", raw: "git::https://github.com/org/repo.git//dir?ref=v1", form: "module", want: "ext/github.com/org/repo"},
		{from: "main.tf", raw: "git@github.com:org/repo.git", form: "module", want: "ext/github.com/org/repo"},
		{from: "main.tf", raw: "x y", form: "module", want: "?x y"},
		{from: "main.tf", raw: "hashicorp/aws", form: "provider", want: "ext/hashicorp/aws"},
		{from: "main.tf", raw: "registry.terraform.io/hashicorp/aws", form: "provider", want: "ext/hashicorp/aws"},
	})
}

func TestStylesheet(t *testing.T) {
	files := list("scss/main.scss", "scss/_colors.scss", "scss/forms/_index.scss", "scss/forms/_input.scss", "css/base.css", "less/a.less", "less/b.less", "packages/ui/_theme.scss")
	files = append(files, manifest("package.json", record.Facts{Name: "root", Dependencies: []string{"bootstrap"}, Members: []string{"packages/*"}}),
		manifest("packages/ui/package.json", record.Facts{Name: "@me/ui"}))
	check(t, files, "SCSS", []asked{
		{from: "scss/main.scss", raw: "colors", form: "use", want: "pkg/scss/_colors.scss"},
		{from: "scss/main.scss", raw: "./forms", form: "forward", want: "pkg/scss/forms/_index.scss"},
		{from: "scss/forms/_input.scss", raw: "../colors", want: "pkg/scss/_colors.scss"},
		{from: "scss/main.scss", raw: "forms/input", want: "pkg/scss/forms/_input.scss"},
		{from: "scss/main.scss", raw: "scss/colors", want: "pkg/scss/_colors.scss"},
		{from: "scss/main.scss", raw: "../css/base.css", want: "pkg/css/base.css"},
		{from: "less/a.less", raw: "b", want: "pkg/less/b.less"},
		{from: "scss/main.scss", raw: "sass:math", form: "use", want: "std/sass:math"},
		{from: "scss/main.scss", raw: "bootstrap/scss/bootstrap", want: "ext/bootstrap"},
		{from: "scss/main.scss", raw: "~normalize.css/a", want: "ext/normalize.css"},
		{from: "scss/main.scss", raw: "@me/ui/theme", form: "use", want: "pkg/packages/ui/_theme.scss"},
		{from: "scss/main.scss", raw: "https://fonts.example/css?a", want: "ext/fonts.example"},
		{from: "scss/main.scss", raw: "//fonts.example/css?a", want: "ext/fonts.example"},
		{from: "scss/main.scss", raw: "none", want: "?none"},
		{from: "scss/main.scss", raw: "./none", want: "?./none"},
	})
}

func TestPage(t *testing.T) {
	files := list("web/index.html", "web/src/main.ts", "web/public/icon.svg", "web/a/b.html", "style.css")
	check(t, files, "HTML", []asked{
		{from: "web/index.html", raw: "src/main.ts", want: "pkg/web/src/main.ts"},
		{from: "web/index.html", raw: "./src/main.ts?x#y", want: "pkg/web/src/main.ts"},
		{from: "web/a/b.html", raw: "/src/main.ts", want: "pkg/web/src/main.ts"},
		{from: "web/index.html", raw: "/icon.svg", want: "pkg/web/public/icon.svg"},
		{from: "web/a/b.html", raw: "../../style.css", want: "pkg/style.css"},
		{from: "web/index.html", raw: "https://cdn.example/npm@3/x.js", want: "ext/cdn.example/npm"},
		{from: "web/index.html", raw: "gone.js", want: "?gone.js"},
		{from: "web/index.html", raw: "data:x", want: ""},
	})
}

func TestIncludes(t *testing.T) {
	files := list("db/schema.sql", "db/tables/a.sql", "gql/schema.graphql", "gql/user.graphql")
	check(t, files, "SQL", []asked{
		{from: "db/schema.sql", raw: "tables/a.sql", form: "include", want: "pkg/db/tables/a.sql"},
		{from: "db/schema.sql", raw: "db/tables/a.sql", form: "include", want: "pkg/db/tables/a.sql"},
		{from: "db/schema.sql", raw: "b.sql", form: "include", want: "?b.sql"},
	})
	check(t, files, "GraphQL", []asked{{from: "gql/schema.graphql", raw: "./user.graphql", want: "pkg/gql/user.graphql"}})
}
