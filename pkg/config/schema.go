package config

import _ "embed"

//go:embed schema.json
var schema string

// Schema is the JSON Schema of the file, for editors.
func Schema() string { return schema }
