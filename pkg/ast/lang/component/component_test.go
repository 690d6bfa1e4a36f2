package component

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
)

func TestExtract(t *testing.T) {
	langtest.Check(t, Extractors(), []langtest.Case{
		{
			File: "Card.vue",
			In: `<!-- Shows one account. -->
<script lang="ts">
export interface Data { a: number }
</script>
<script setup lang="ts" generic="T extends Record<string, any>">
import type { Account } from '~/types'
import { ref } from 'vue'
import Avatar from './Avatar.vue'
// Props of it.
const props = withDefaults(defineProps<{
  account: Account // whose
  /** How big. */
  size?: 'a' | 'b', on: (x: number) => void
  map: Record<string, { a: 1 }>
}>(), { size: 'a' })
const inner = ref(1)
function helper() {}
</script>
<template><script>no()</script></template>
<style>a{}</style>
`,
			Want: `{"state":"ok","doc":"Shows one account.","symbols":[
				{"name":"default","kind":"function","signature":"default(account: Account, size?: 'a' | 'b', on: (x: number) => void, map: Record<string, { a: 1 }>)","exported":true,"default":true},
				{"name":"Data","kind":"interface","signature":"interface Data","exported":true},
				{"name":"a","kind":"field","signature":"a: number","parent":"Data","exported":true},
				{"name":"helper","kind":"function","signature":"helper()"}],
				"imports":[{"raw":"~/types","names":["Account"],"typeOnly":true},{"raw":"vue","names":["ref"]},{"raw":"./Avatar.vue","names":["default"]}]}`,
		},
		{
			File: "Old.vue",
			In:   "<template><p/></template>\n<script>\nexport default {\n  name: 'Old',\n  props: {\n    title: String,\n    'max-size': { type: Number, default: 1 },\n  },\n}\n</script>\n<script src=\"./rest.js\"></script>\n",
			Want: `{"state":"ok","symbols":[{"name":"default","kind":"function","signature":"default(title, max-size)","exported":true,"default":true}],"imports":[{"raw":"./rest.js"}]}`,
		},
		{
			File: "Named.vue",
			In:   "<script setup lang='ts'>\ninterface Props { a: string; b?: number }\nconst { a } = defineProps<Props>()\n</script>\n",
			Want: `{"state":"ok","symbols":[{"name":"default","kind":"function","signature":"default(a: string, b?: number)","exported":true,"default":true},
				{"name":"Props","kind":"interface","signature":"interface Props"}]}`,
		},
		{File: "List.vue", In: "<script setup>\ndefineProps(['a', 'b'])\n</script>", Want: `{"state":"ok","symbols":[{"name":"default","kind":"function","signature":"default(a, b)","exported":true,"default":true}]}`},
		{File: "None.vue", In: "<template/>\n", Want: `{"state":"ok","symbols":[{"name":"default","kind":"function","signature":"default()","exported":true,"default":true}]}`},
		{
			File: "A.svelte",
			In:   "<!--\n@component\nPicks a *date*. Well.\n-->\n<script context=\"module\">\n  export function parse(x) {}\n</script>\n<script lang=\"ts\">\n  import { onMount } from 'svelte';\n  export let value: string | null = null;\n  export let open;\n  export function focus() {}\n  let own = 1;\n</script>\n<div/>\n<svelte:head>\n  <script type=\"application/ld+json\">{}</script>\n</svelte:head>\n",
			Want: `{"state":"ok","doc":"Picks a date. Well.","symbols":[{"name":"default","kind":"function","signature":"default(value?: string | null, open)","exported":true,"default":true},
				{"name":"parse","kind":"function","signature":"parse(x)","exported":true},{"name":"focus","kind":"function","signature":"focus()"}],"imports":[{"raw":"svelte","names":["onMount"]}]}`,
		},
		{
			File: "B.svelte",
			In:   "<script lang=\"ts\">\n  let { a, b = 1, ...rest }: { a: string; b?: number } = $props();\n</script>",
			Want: `{"state":"ok","symbols":[{"name":"default","kind":"function","signature":"default(a: string, b?: number)","exported":true,"default":true}]}`,
		},
		{File: "C.svelte", In: "<script>\n  let { a, b = 1, c: d } = $props();\n</script>", Want: `{"state":"ok","symbols":[{"name":"default","kind":"function","signature":"default(a, b, c)","exported":true,"default":true}]}`},
		{
			File: "D.astro",
			In:   "---\nimport X from '../X.astro';\nconst { title, lang = 'en' } = Astro.props;\n---\n<X/>\n",
			Want: `{"state":"ok","symbols":[{"name":"default","kind":"function","signature":"default(title, lang)","exported":true,"default":true}],"imports":[{"raw":"../X.astro","names":["default"]}]}`,
		},
	})
}

func TestBombs(t *testing.T) {
	langtest.Bombs(t, Extractors(), 1<<18, "<script>", "<script a=\"", "\n<script>x</script>", "<!--", "---\n", "<script>let {a} = $props(</script>")
	langtest.Bombs(t, Extractors()[:2], 1<<18, "<script>defineProps<{", "let {", "export let a: ")
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors(), "<script setup>defineProps<{a?: b}>()</script>", "<script lang=ts>export let a: b = c;\nlet {d} : E = $props()</script>", "---\nimport a from 'b'\n---\n", "<!-- @component a -->")
}
