package shape

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// rule is one shape of a secret: the group of its pattern that is taken out.
// It is tried on the lines that hold one of its hints, in small letters, or on
// the whole text if there are none.
type rule struct {
	pattern  *regexp.Regexp
	group    int
	hints    []string
	literal  bool // a value that stands for another is kept
	word     bool // so is one that reads like an expression, or without a digit is repeated nowhere
	settings bool // holds in settings alone
}

// secretName ends a name whose value is a secret.
const secretName = `(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|api[_.-]?key|(?:access|private|secret|signing|encryption|account|master|auth|shared|service|license|storage|hmac|aes|jwt)[_.-]?key|credentials?|auth|bearer|salt|pin|psk|webhook(?:[_.-]?url)?|dsn|conn(?:ection)?[_.-]?str(?:ing)?)(?:[_-](?:base|value|default|prod|production|staging|live|dev|test|old|new))?\d*`

// rules are what gitleaks misses, or finds only where the text is random
// enough or the provider is known.
var rules = sync.OnceValue(func() []rule {
	return slices.Concat(keyRules(), urlRules(), commandRules(), nameRules(), blockRules())
})

// keyRules find keys by their frames and prefixes. A key whose frame does not
// end reaches to the end of the text.
func keyRules() []rule {
	var all []rule
	for _, pattern := range []string{
		`(?s)-----BEGIN[A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----.*?(?:-----END[A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|\z)`,
		`(?s)Private-Lines: \d+\s.*?(?:\nPrivate-MAC|\z)`,
		`AGE-SECRET-KEY-1[0-9A-Z]{20,}`,
		`AKIA[0-9A-Z]{16}`, `ASIA[0-9A-Z]{16}`, `\bA(?:GPA|ROA|IDA|BIA|CCA)[0-9A-Z]{16}`,
		`ghp_[A-Za-z0-9]{20,}`, `gho_[A-Za-z0-9]{20,}`, `ghu_[A-Za-z0-9]{20,}`, `ghs_[A-Za-z0-9]{20,}`, `ghr_[A-Za-z0-9]{20,}`,
		`github_pat_[A-Za-z0-9_]{20,}`, `\bgl(?:pat|dt|rt|rtr|cbt|ptt|ft|imt|agent|soat|oas|ffct)-[A-Za-z0-9_.-]{16,}`,
		`xox[abeoprs]-[A-Za-z0-9-]{10,}`, `xapp-[A-Za-z0-9-]{10,}`,
		`\bsk-[A-Za-z0-9_-]{16,}`, `sk_live_[A-Za-z0-9]{10,}`, `sk_test_[A-Za-z0-9]{10,}`, `rk_(?:live|test)_[A-Za-z0-9]{10,}`,
		`whsec_[A-Za-z0-9+/=]{16,}`, `AIza[A-Za-z0-9_-]{30,}`, `ya29\.[A-Za-z0-9_-]{16,}`, `GOCSPX-[A-Za-z0-9_-]{16,}`,
		`npm_[A-Za-z0-9]{30,}`, `pypi-[A-Za-z0-9_-]{16,}`, `rubygems_[a-f0-9]{32,}`, `\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}`,
		`do[opr]_v1_[a-f0-9]{32,}`, `shp(?:at|ca|pa|ss)_[a-fA-F0-9]{20,}`, `\bhf_[A-Za-z0-9]{20,}`, `hv[sb]\.[A-Za-z0-9_-]{20,}`,
		`dckr_pat_[A-Za-z0-9_-]{16,}`, `lin_api_[A-Za-z0-9]{16,}`, `secret_[A-Za-z0-9]{32,}`, `ntn_[A-Za-z0-9]{30,}`,
		`sq0[a-z]{3}-[A-Za-z0-9_-]{16,}`, `\bkey-[a-f0-9]{32}`, `dapi[a-f0-9]{32}`, `figd_[A-Za-z0-9_-]{20,}`, `\bpul-[a-f0-9]{32,}`,
		`tskey-[A-Za-z0-9-]{16,}`, `nvapi-[A-Za-z0-9_-]{16,}`, `gsk_[A-Za-z0-9]{20,}`, `\br8_[A-Za-z0-9]{20,}`, `PMAK-[A-Za-z0-9-]{20,}`, `sbp_[a-f0-9]{32,}`,
		`eyJ[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?`,
		`https://hooks\.slack\.com/[^\s"'<>)]+`, `https://discord(?:app)?\.com/api/webhooks/[^\s"'<>)]+`,
		`\$(?:2[abxy]?|5|6|y|apr1|argon2(?:id?|d)|scrypt|pbkdf2[a-z0-9-]*)\$[./A-Za-z0-9$=,+-]{20,}`,
		`\{(?:SSHA|SHA|SMD5|MD5|CRYPT|SSHA256|SSHA512)\}[A-Za-z0-9+/=]{16,}`,
	} {
		all = append(all, rule{pattern: regexp.MustCompile(pattern)})
	}
	return append(all, lineRules([]string{":aa"}, false, `[0-9]{8,10}:AA[A-Za-z0-9_-]{30,}`)...)
}

// lineRules take out the first group of each pattern, or all of it if there is
// none.
func lineRules(hints []string, settings bool, patterns ...string) []rule {
	all := make([]rule, 0, len(patterns))
	for _, pattern := range patterns {
		r := rule{pattern: regexp.MustCompile(pattern), hints: hints, literal: true, settings: settings}
		r.group = min(r.pattern.NumSubexp(), 1)
		all = append(all, r)
	}
	return all
}

// urlRules find credentials in URLs: the word after the colon, or one long
// enough to be no user, and what a query gives the name of a secret to.
func urlRules() []rule {
	return lineRules([]string{"://"}, false,
		`://[^\s/:@"'<>]*:([^\s/"'<>]+)@[^\s"'@]`,
		`://([^\s/:@"'<>]{12,})@[^\s"'@]`,
		`(?i)[?&][a-z0-9_-]*(?:token|key|secret|password|passwd|pwd|signature|sig)=([^\s&"'<>#]{4,})`,
	)
}

// commandRules find credentials in headers, command lines and SQL.
func commandRules() []rule {
	return slices.Concat(
		lineRules([]string{"auth", "bearer", "basic", "x-"}, false,
			`(?i)authorization["']?\s*[:=,]\s*["']?(?:basic|bearer|token|digest|apikey|negotiate)\s+([^\s"',;]{4,})`,
			`(?i)\b(?:bearer|basic)\s+([A-Za-z._~+/-]*[0-9][A-Za-z0-9._~+/-]{10,}=*)`,
			`(?i)\bx-[a-z0-9-]*(?:key|token|secret|auth)["']?\s*[:=,]\s*["']?([^\s"',;]{4,})`),
		lineRules([]string{"curl", "wget", "http", "mysql", "mariadb", "sshpass", "machine", "identified", "password"}, false,
			`\b(?:curl|wget|http)\b[^\n]*?\s(?:-u|--user)[ =]?["']?[^\s:"']+:([^\s"']+)`,
			`\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n]*?\s-p([^\s"']{4,})`,
			`\bsshpass\s+-p\s*["']?([^\s"']+)`,
			`(?i)\bmachine\s+\S+\s+login\s+\S+\s+password\s+(\S+)`,
			`(?i)\bidentified\s+by\s+(?:password\s+)?["']([^"'\n]+)["']`,
			`(?i)\bpassword\s+["']([^"'\n]+)["']`),
		lineRules([]string{":"}, true, `^[^\s:#]+:\d{1,5}:[^\s:]+:[^\s:]+:(\S+)$`),
	)
}

// nameHints are in every name of a secret.
var nameHints = []string{"pass", "pwd", "secret", "token", "key", "credential", "auth", "bearer", "salt", "pin", "psk", "webhook", "dsn", "str", "sig"}

// nameRules find values by the names that they are given to: literals
// assigned, compared or passed; words that cannot be names or types; and in
// settings every value.
func nameRules() []rule {
	return slices.Concat(
		lineRules(nameHints, false,
			`(?i)`+secretName+`(?:\s*:\s*|\s+|\s*\[)[^"\x60\n=(){};,]{1,40}=\s*[a-z]{0,2}["'\x60]([^"'\x60\\\n]{3,})`,
			`\b[A-Z0-9_]*(?:PASS|PASSWORD|PASSWD|PWD|SECRET|TOKEN|KEY|CREDENTIALS?)=([^\s"'\x60;,(){}<>\[\]]{4,})`,
			`(?i)`+secretName+`\\?["'\x60]?\]?\s*(?:[:=!?+]|=>)+[>\s]*[a-z]{0,2}\\?["'\x60]([^"'\x60\\\n]{3,})`,
			`(?i)(?:#\s*define|\b(?:set|export|setenv|env|arg))\s+[a-z0-9_]*`+secretName+`[\s=]+\\?["']?([^\s"'\\]{4,})`,
			`(?i)`+secretName+`["']?\s*[:=]\s*([^\s"'\x60;,(){}<>\[\]]*\d[^\s"'\x60;,(){}<>\[\]]*)`,
			`(?i)<[a-z0-9_.:-]*`+secretName+`[a-z0-9_.:-]*(?:\s[^<>]*)?>([^<>\s][^<>\n]{2,})</`,
			`(?i)(?:^|[^a-z0-9])--?(?:[a-z]+-)*(?:password|passwd|pass|passphrase|token|secret|api-?key|access-?key)[ =]["']?([^\s"'$<{(\[-][^\s"']*)`,
			`(?i)\b(?:password|pwd|accountkey|sharedaccesskey|sharedaccesssignature|sig)\s*=\s*([^;\s"'&)]{4,})[;"'&]`),
		words(lineRules(nameHints, false,
			`(?i)`+secretName+`\\?["'\x60]?\]?\s*[,(]+\s*[a-z]{0,2}\\?["'\x60]([^"'\x60\\\n]{3,})`)),
		words(lineRules(nameHints, true,
			`(?i)`+secretName+`["']?\s*[:=]\s*["']?([^\s"',;{}\[\]|>&*!][^\s"',;]*)`,
			`(?i)^\s*(?:export\s+)?[a-z0-9_.-]*`+secretName+`\s*=[ \t]*([^\n]{3,})$`)),
	)
}

// blockRules find a value that stands on a line of its own, after the one with
// its name: defaults of Terraform's variables, and the environments of
// containers.
func blockRules() []rule {
	return lineRules(nil, false,
		`variable\s+"(?i:[a-z0-9_-]*`+secretName+`)"\s*\{[^{}]*?\sdefault\s*=\s*"([^"\n]{3,})"`,
		`name["']?:\s*["']?(?i:[a-z0-9_.-]*`+secretName+`)["']?,?\s*["']?value["']?:\s*["']?([^\s"'][^"'\n]{2,})`,
	)
}

// words marks rules whose values may be no literals.
func words(rules []rule) []rule {
	for i := range rules {
		rules[i].word = true
	}
	return rules
}

// expression is a member of something, or a call: where a value is kept, not
// what it is.
var expression = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[!(\[]*[A-Za-z_$]+(?:\??\.[A-Za-z_$]+)+[\[(]?$|^[A-Za-z_$.]+\(`)
})

// references are how a value says that it is kept elsewhere.
var references = []string{"$", "{{", "<", "%", "env(", "env:", "process.env", "os.environ", "os.getenv", "System.getenv", "ENV[", "vault:", "ref+", "!", "@", "#{", Mark}

// placeholder reports whether a value is none: a reference to another, or one
// of the words that stand for nothing.
func placeholder(value string) bool {
	v := strings.TrimSpace(value)
	for _, prefix := range references {
		if strings.HasPrefix(v, prefix) {
			return true
		}
	}
	switch strings.ToLower(strings.Trim(v, `"'`)) {
	case "", "null", "nil", "none", "true", "false", "undefined", "string", "str", "bytes", "required", "optional", "bearer", "basic", "text", "password", "hidden":
		return true
	}
	return strings.Trim(v, "*xX.-_ ") == "" || constant().MatchString(v)
}

// constant is a number that programs count or flag with, too short to guard
// anything.
var constant = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^-?(?:\d{1,3}|0[xX][0-9a-fA-F]{1,8})$`)
})
