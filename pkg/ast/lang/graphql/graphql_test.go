package graphql

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
)

func TestExtract(t *testing.T) {
	langtest.Check(t, Extractors(), []langtest.Case{
		{
			File: "schema.graphql",
			In: `# import User, Post from "./user.graphql"
#import "../common.graphql"

# What clients ask for.

schema { query: Query }

"""
A person. Has posts.
"""
type User implements Node & Named @key(fields: "id") {
  "Its key."
  id: ID!
  posts(first: Int = 10, after: [String!]): [Post!]! @deprecated(reason: "x")
  type: String
}

# The roots.
type Query {
  "One user."
  user(id: ID!): User
  me: User! @auth
}
extend type Mutation {
  rename(id: ID!, name: String = "a"): User
}
input Filter { by: By = NAME, deep: [Int] = [1, 2] }
enum By { NAME AGE @x }
union Result = | User | Post
scalar Date @specifiedBy(url: "x")
directive @auth(role: String = "a") on FIELD_DEFINITION | OBJECT
`,
			Want: `{"state":"ok","doc":"What clients ask for.","symbols":[
				{"name":"User","kind":"class","signature":"type User implements Node & Named { id, posts, type }","exported":true,"doc":"A person."},
				{"name":"Query","kind":"class","signature":"type Query { user, me }","exported":true,"doc":"The roots."},
				{"name":"user","kind":"method","signature":"user(id: ID!): User","parent":"Query","exported":true,"doc":"One user."},
				{"name":"me","kind":"method","signature":"me: User!","parent":"Query","exported":true},
				{"name":"Mutation","kind":"class","signature":"extend type Mutation { rename }","exported":true},
				{"name":"rename","kind":"method","signature":"rename(id: ID!, name: String = \"a\"): User","parent":"Mutation","exported":true},
				{"name":"Filter","kind":"struct","signature":"input Filter { by, deep }","exported":true},
				{"name":"By","kind":"enum","signature":"enum By { NAME, AGE }","exported":true},
				{"name":"Result","kind":"union","signature":"union Result { User, Post }","exported":true},
				{"name":"Date","kind":"type","signature":"scalar Date","exported":true},
				{"name":"auth","kind":"macro","signature":"directive @auth(role: String = \"a\") on FIELD_DEFINITION | OBJECT","exported":true}],
				"imports":[{"raw":"./user.graphql","names":["Post","User"]},{"raw":"../common.graphql"}]}`,
		},
		{
			File: "queries.gql",
			In:   "query GetUser($id: ID!) @live {\n  user(id: $id) { ...Parts }\n}\n\nfragment Parts on User { id }\nmutation Go { x }\n{ y(a: 1) { z } b: c @d ...e }\nquery { w }\n",
			Want: `{"state":"ok","symbols":[{"name":"GetUser","kind":"function","signature":"query GetUser($id: ID!)","exported":true},
				{"name":"Parts","kind":"type","signature":"fragment Parts on User","exported":true},{"name":"Go","kind":"function","signature":"mutation Go","exported":true},
				{"name":"y","kind":"function","signature":"y"},{"name":"b","kind":"function","signature":"b"},{"name":"w","kind":"function","signature":"w"}]}`,
		},
		{File: "a.graphql", In: "Words.", Want: `{"state":"failed"}`},
	})
}

func TestBombs(t *testing.T) {
	langtest.Bombs(t, Extractors(), 1<<20, "{", "type A {", "a(", "type", "@", "union A = |", "\"\"\"", "[", "extend ", "type A { b: [", "type Query { a: b ")
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors(), "type A implements B { c(d: E = [1]): [F!] @g }", "\"\"\"a\"\"\" enum B { C }\nunion D = E | F", "query A($b: C) { d }")
}
