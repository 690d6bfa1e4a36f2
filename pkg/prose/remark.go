package prose

import "regexp"

// Address reports whether a sentence speaks to its reader, or about the page
// that it stands on, rather than of what it introduces.
func Address(sentence string) bool {
	lower := lowered(sentence)
	return hasAnyPrefix(lower, addressing...) || ofPage.MatchString(lower)
}

var addressing = []string{
	"you probably", "you should", "you must", "you may", "if you're", "if you are", "if you have", "if you like", "if you find", "if you just",
	"thank", "please ", "welcome to", "welcome!", "welcome,", "okay", "ok, ", "hi ", "hi, ", "hi! ", "hello, ", "hello! ", "congratulations", "looking for",
	"we welcome", "we are happy", "we're happy", "support questions", "for questions",
	// A sentence that goes on from one that was left out.
	"first, ", "first off", "let's ", "let us ", "now, ", "now let", "next, ", "then ", "so ", "so, ", "but ", "however, ", "also, ", "here ", "here's ", "for example", "when it comes", "before we", "before you",
}

// ofPage is a sentence on what to do with the page.
var ofPage = regexp.MustCompile(`^this (?:file|document|page|checklist) (?:can|must|may|is meant to|is intended to)\b`)

// Remark reports whether a sentence explains how or why code is written as it
// is, rather than what it is for: a reason, a warning, a note to oneself.
func Remark(sentence string) bool {
	lower := lowered(sentence)
	return hasAnyPrefix(lower, remarking...) || reason.MatchString(lower)
}

var remarking = []string{
	"needed ", "required ", "necessary ", "workaround", "work around", "hack ", "hacky", "a hack", "temporary ", "temporarily ", "i ", "i'm ", "i'd ",
	"we need", "we have to", "we can't", "we cannot", "we don't", "we do not", "we must", "we want", "do not ", "don't ", "beware", "careful", "be careful",
	"warning", "caution", "make sure", "keep in sync", "keep this", "same as above", "see above", "as above", "here we", "it's important", "it is important",
}

var reason = regexp.MustCompile(`\b(?:intentionally|deliberately|purposely|on purpose)\b|^there (?:is|are)\b|^(?:this|it) is (?:only )?(?:needed|required|necessary|a workaround|a hack|here|because|so that|to avoid)\b|\bbecause\b|^although\b|^since (?:it|this|the|we|there)\b|^(?:this|the) \w+ no longer\b|^for [\w .-]{1,30} (?:support|compatibility|compat|purposes)\.?$`)
