package resolve

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/record"
)

func TestNuxt(t *testing.T) {
	files := append(list("web/app/pages/index.vue", "web/app/composables/cache.ts", "web/shared/types/index.ts", "web/config/env.ts", "web/utils/a.ts", "lib/b.vue", "lib/composables/cache.ts"),
		manifest("web/package.json", record.Facts{Name: "web", Dependencies: []string{"nuxt"}}), manifest("lib/package.json", record.Facts{Name: "lib"}))
	check(t, files, "Vue", []asked{
		{from: "web/app/pages/index.vue", raw: "~/composables/cache", want: "pkg/web/app/composables/cache.ts"},
		{from: "web/app/pages/index.vue", raw: "@/utils/a", want: "pkg/web/utils/a.ts"},
		{from: "web/app/pages/index.vue", raw: "~~/config/env", want: "pkg/web/config/env.ts"},
		{from: "web/app/pages/index.vue", raw: "#shared/types", want: "pkg/web/shared/types/index.ts"},
		{from: "web/app/pages/index.vue", raw: "#imports", want: "ext/nuxt"},
		{from: "web/app/pages/index.vue", raw: "~/none", want: "?~/none"},
		{from: "web/app/pages/index.vue", raw: "@vue/test", want: "ext/@vue/test"},
		{from: "web/app/pages/index.vue", raw: "#private", want: "?#private"},
		{from: "lib/b.vue", raw: "~/composables/cache", want: "?~/composables/cache"},
	})
}
