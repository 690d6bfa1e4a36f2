package merge

import (
	"slices"
	"strings"

	"github.com/pi-project-map/pmap/pkg/resolve"
)

// Tags are short fixed words: languages, then frameworks that the files import
// or a manifest names, then what kind of place this is.

// maxFrameworks bounds the frameworks named of one directory.
const maxFrameworks = 8

// tags are the words under which a directory is found.
func (t *tree) tags(d *dir) []string {
	tags := languages(d.files)
	if d.path == "." || len(tags) == 0 && !slices.ContainsFunc(d.files, (*file).source) {
		tags = languages(t.under(d))
	}
	frameworks := map[string]int{}
	files := d.files
	if slices.ContainsFunc(files, gomod) {
		files = t.under(d) // go.mod lists what others need of others too
	}
	for _, f := range files {
		for _, dep := range f.deps {
			if word := frameworkWord(dep.target); word != "" {
				frameworks[word]++
			}
		}
	}
	for _, f := range d.files {
		if manifest(f) && !gomod(f) {
			for _, name := range f.facts.Dependencies {
				if word := frameworkWord(resolve.Target{Kind: resolve.External, Path: name}); word != "" {
					frameworks[word]++
				}
			}
		}
	}
	tags = append(tags, mostFrequent(frameworks, maxFrameworks)...)
	tags = append(tags, d.concepts(tags)...)
	return append(tags, t.kinds(d)...)
}

func gomod(f *file) bool { return f.base() == "go.mod" }

// languages names the languages of source files, the most frequent first.
func languages(files []*file) []string {
	counts := map[string]int{}
	for _, f := range files {
		if word := languageWord(f.lang); word != "" && (f.source() || f.test()) {
			counts[word]++
		}
	}
	return mostFrequent(counts, 4)
}

// mostFrequent sorts words by their count in powers of two, then bytewise.
func mostFrequent(counts map[string]int, max int) []string {
	words := make([]string, 0, len(counts))
	for w := range counts {
		words = append(words, w)
	}
	slices.SortFunc(words, func(a, b string) int {
		if pa, pb := power(counts[a]), power(counts[b]); pa != pb {
			return pb - pa
		}
		return strings.Compare(a, b)
	})
	return words[:min(len(words), max)]
}

func languageWord(lang string) string {
	switch lang {
	case "":
		return ""
	case "Go", "Python", "Rust", "Java", "C", "Ruby", "PHP", "Kotlin", "Swift", "Scala", "Shell", "SQL", "Lua", "Zig", "Dart",
		"Elixir", "Erlang", "Haskell", "Clojure", "Perl", "Vue", "Svelte", "Astro", "CSS", "SCSS", "Less", "HTML", "R", "Julia":
		return strings.ToLower(lang)
	case "TypeScript":
		return "ts"
	case "TSX":
		return "tsx"
	case "JavaScript", "JSX":
		return "js"
	case "C++":
		return "cpp"
	case "C#":
		return "csharp"
	case "Objective-C":
		return "objc"
	case "Protocol Buffer", "Protocol Buffers":
		return "proto"
	case "Assembly", "Unix Assembly":
		return "asm"
	case "Jupyter Notebook":
		return "notebook"
	case "HCL":
		return "terraform"
	}
	return ""
}

// frameworkWord returns the tag of a package that shapes the code which uses
// it, and nothing for any other.
func frameworkWord(target resolve.Target) string {
	if target.Kind != resolve.External {
		return ""
	}
	name := target.Path
	for _, host := range []string{"github.com/", "gopkg.in/", "go.uber.org/", "google.golang.org/", "gorm.io/", "k8s.io/", "gonum.org/v1/", "golang.org/x/", "go.opentelemetry.io/"} {
		if rest, ok := strings.CutPrefix(name, host); ok {
			name = rest
			if host == "github.com/" {
				_, name, _ = strings.Cut(name, "/")
			}
			name, _, _ = strings.Cut(name, "/")
			break
		}
	}
	if scope, rest, ok := strings.Cut(name, "/"); ok && strings.HasPrefix(scope, "@") {
		if word := scopes[scope]; word != "" {
			return word
		}
		name = rest
	}
	name = strings.ToLower(name)
	if word, known := renamed[name]; known {
		return word
	}
	if slices.Contains(frameworks[:], name) {
		return name
	}
	return ""
}

var scopes = map[string]string{
	"@angular": "angular", "@nestjs": "nestjs", "@vue": "vue", "@sveltejs": "svelte", "@tanstack": "tanstack", "@aws-sdk": "aws",
	"@apollo": "graphql", "@graphql-tools": "graphql", "@prisma": "prisma", "@testing-library": "testing-library", "@playwright": "playwright",
	"@babel": "babel", "@storybook": "storybook", "@reduxjs": "redux", "@trpc": "trpc", "@mui": "mui", "@radix-ui": "radix", "@opentelemetry": "opentelemetry",
}

var renamed = map[string]string{
	"react-dom": "react", "react-router-dom": "react-router", "jsonwebtoken": "jwt", "golang-jwt": "jwt", "pyjwt": "jwt", "go-redis": "redis", "ioredis": "redis",
	"psycopg2": "postgres", "psycopg": "postgres", "asyncpg": "postgres", "pg": "postgres", "pgx": "postgres", "lib-pq": "postgres", "mysql2": "mysql", "pymysql": "mysql",
	"sklearn": "scikit-learn", "torch": "pytorch", "cli": "cli", "zap": "zap", "client_golang": "prometheus", "prometheus_client": "prometheus",
	"@grpc/grpc-js": "grpc", "grpcio": "grpc", "tonic": "grpc", "google.golang.org/grpc": "grpc", "boto3": "aws", "botocore": "aws", "aws-sdk": "aws",
	"go-tree-sitter": "tree-sitter", "mongodb": "mongo", "pymongo": "mongo", "mongoose": "mongo", "ws": "websocket", "websockets": "websocket", "socket.io": "websocket",
	"org.springframework": "spring", "org.junit": "junit", "com.fasterxml.jackson": "jackson", "client-go": "kubernetes", "clap": "cli", "click": "cli", "cobra": "cli", "commander": "cli", "yargs": "cli", "typer": "cli",
}

var frameworks = [...]string{
	"actix-web", "aiohttp", "airflow", "alembic", "ansible", "antlr", "astro", "axios", "axum", "babel", "bevy", "celery", "chi", "cypress", "d3", "diesel",
	"discord.js", "django", "drizzle-orm", "echo", "electron", "elasticsearch", "ember", "esbuild", "express", "fastapi", "fastify", "fiber", "flask", "gatsby",
	"gin", "gonum", "gorm", "graphql", "grpc", "gtest", "guice", "hapi", "hibernate", "hono", "httpx", "hyper", "jest", "jinja2", "jquery", "junit", "jwt",
	"kafka", "keras", "knex", "koa", "kubernetes", "langchain", "lit", "lodash", "logback", "lombok", "mocha", "mui", "mysql", "nats", "next", "numpy", "nuxt",
	"openai", "pandas", "pillow", "playwright", "postcss", "preact", "prisma", "prometheus", "protobuf", "puppeteer", "pydantic", "pytest", "pytorch", "qt",
	"rails", "rayon", "react", "react-native", "redis", "redux", "remix", "requests", "rocket", "rollup", "rspack", "rxjs", "scikit-learn", "scipy", "scrapy",
	"sequelize", "serde", "sinatra", "slf4j", "solid-js", "spring", "sqlalchemy", "sqlite3", "sqlx", "starlette", "svelte", "swr", "tailwindcss", "tauri",
	"tensorflow", "terraform", "three", "tokio", "tornado", "tower", "transformers", "turbo", "twisted", "typeorm", "vite", "vitest", "vue", "wasm-bindgen",
	"webpack", "zod", "zustand",
}

// kinds says what kind of place a directory is.
func (t *tree) kinds(d *dir) []string {
	var tags []string
	if slices.ContainsFunc(d.files, func(f *file) bool { return f.program }) {
		tags = append(tags, "entry")
	}
	tests, sources, docs := 0, 0, 0
	for _, f := range d.files {
		switch {
		case manifest(f):
			sources++
		case f.test():
			tests++
		case f.source():
			sources++
		case f.class == "doc" && legal(f.base()) == "" && !readme(f):
			docs++
		}
	}
	if tests > 0 && sources == 0 {
		tags = append(tags, "tests")
	}
	if docs > 0 && sources == 0 && tests == 0 {
		tags = append(tags, "docs")
	}
	return tags
}
