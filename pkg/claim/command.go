package claim

import "strings"

// commands lists the command lines that words make up: a program after a word
// that has it run, or one before its own command. A command line goes on to the
// end of its clause.
func commands(text string) []Claim {
	var list []Claim
	words := strings.Fields(text)
	for i := 0; i < len(words); i++ {
		program := bare(words[i])
		switch {
		case risky[program], tools[program]:
		default:
			continue
		}
		started := i > 0 && runs(words, i)
		if !started && (english[program] || i+1 == len(words) || !subcommand[bare(words[i+1])] || ended(words[i])) {
			continue
		}
		line := []string{program}
		for ; i+1 < len(words) && !ended(words[i]) && !clause[bare(words[i+1])]; i++ {
			line = append(line, strings.TrimRight(words[i+1], ".,;:!?)"))
		}
		list = append(list, Claim{Command, strings.Join(line, " ")})
	}
	return list
}

// runs reports whether the words before the one at i have it run.
func runs(words []string, i int) bool {
	for i--; i >= 0; i-- {
		switch w := strings.ToLower(bare(words[i])); w {
		case "the", "a", "command", "commands", "following", "this", "with", "using", "via":
		case "run", "runs", "running", "execute", "executes", "executing", "exec", "invoke", "invokes", "invoking", "type", "paste", "enter", "issue", "launch", "launches":
			return !ended(words[i])
		default:
			return false
		}
	}
	return false
}

// bare is a word without the punctuation around it. Letters keep their case: a
// program's name has none but small ones.
func bare(w string) string { return strings.Trim(w, "\"'“”‘’()[]{}<>.,;:!?*") }

// ended reports whether a clause ends with a word.
func ended(w string) bool { return strings.ContainsAny(w[len(w)-1:], ".,;:!?)") }
