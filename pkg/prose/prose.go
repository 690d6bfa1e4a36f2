// Package prose turns an author's comment or paragraph into the short text of
// a map: [Plain] takes the markup out, [Sentence] takes the first sentence.
package prose
