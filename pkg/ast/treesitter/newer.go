package treesitter

/*
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// What the versions 14 and 15 of a grammar's tables have in common, and the one
// table between that they lay out differently.
typedef struct {
	uint32_t version, symbol_count, alias_count, token_count, external_token_count;
	uint32_t state_count, large_state_count, production_id_count, field_count;
	uint16_t max_alias_sequence_length;
	const void *tables[12];
	const void *lex_modes;
	const void *lex_fn, *keyword_lex_fn;
	uint16_t keyword_capture_token;
	const void *external_scanner[7];
	const void *primary_state_ids;
} pmap_tables;

typedef struct { uint16_t lex_state, external_lex_state; } pmap_mode_14;
typedef struct { uint16_t lex_state, external_lex_state, reserved_words; } pmap_mode_15;

static void *pmap_older(const void *tables) {
	const pmap_tables *newer = tables;
	pmap_tables *older = malloc(sizeof *older);
	pmap_mode_14 *modes = calloc(newer->state_count, sizeof *modes);
	if (older == NULL || modes == NULL) {
		free(older);
		free(modes);
		return NULL;
	}
	memcpy(older, newer, sizeof *older);
	const pmap_mode_15 *from = newer->lex_modes;
	for (uint32_t i = 0; i < newer->state_count; i++) {
		modes[i].lex_state = from[i].lex_state;
		modes[i].external_lex_state = from[i].external_lex_state;
	}
	older->lex_modes = modes;
	older->version = 14;
	return older;
}
*/
import "C"

import (
	"unsafe"

	sitter "github.com/smacker/go-tree-sitter"
)

// Newer returns the language of a grammar's tables as the grammar's own Go
// binding gives them. The runtime knows version 14 of the tables; those of
// version 15 are copied into that form, which loses their sets of reserved
// words. The copy lives as long as the process: call it once for a grammar.
func Newer(tables unsafe.Pointer) *sitter.Language {
	if version := *(*uint32)(tables); version == 15 {
		tables = C.pmap_older(tables)
	}
	return sitter.NewLanguage(tables)
}
