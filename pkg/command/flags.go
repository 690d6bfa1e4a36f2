package command

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"
)

// Flag is one row of a command's flag table. Names are given as "long" or
// "long,short".
type Flag struct {
	cli         cli.Flag
	names       string
	placeholder string
	usage       string
	show        string // default, as help shows it
}

// spelling is how help shows a flag's names and value.
func (f Flag) spelling() string {
	var s []string
	for name := range strings.SplitSeq(f.names, ",") {
		s = append(s, option(name))
	}
	spelt := strings.Join(s, ", ")
	if f.placeholder != "" {
		spelt += " " + f.placeholder
	}
	return spelt
}

func option(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// Bool is an option without a value.
func Bool(dst *bool, names, usage string) Flag {
	name, aliases := split(names)
	return Flag{
		cli:   &cli.BoolFlag{Name: name, Aliases: aliases, Usage: usage, Destination: dst},
		names: names, usage: usage,
	}
}

// String is an option with a text value; *dst is its default.
func String(dst *string, names, placeholder, usage string) Flag {
	return value(names, placeholder, usage, *dst, func(s string) error {
		*dst = s
		return nil
	})
}

// Int is an option with a whole number; *dst is its default.
func Int(dst *int, names, placeholder, usage string) Flag {
	return value(names, placeholder, usage, strconv.Itoa(*dst), func(s string) error {
		n, err := strconv.Atoi(s)
		if err != nil {
			return fmt.Errorf("%q is not a whole number", s)
		}
		*dst = n
		return nil
	})
}

// Choice is an option whose value is one of a few words; *dst is its default.
func Choice(dst *string, names string, words []string, usage string) Flag {
	return value(names, strings.Join(words, "|"), usage, *dst, func(s string) error {
		for _, w := range words {
			if s == w {
				*dst = s
				return nil
			}
		}
		return fmt.Errorf("%q is none of %s", s, strings.Join(words, ", "))
	})
}

func value(names, placeholder, usage, show string, set func(string) error) Flag {
	name, aliases := split(names)
	return Flag{
		cli:   &cli.GenericFlag{Name: name, Aliases: aliases, Usage: usage, Value: &setter{show: show, set: set}},
		names: names, placeholder: placeholder, usage: usage, show: show,
	}
}

func split(names string) (string, []string) {
	all := strings.Split(names, ",")
	return all[0], all[1:]
}

// setter adapts a function to the flag library's interface.
type setter struct {
	show string
	set  func(string) error
}

func (s *setter) Set(text string) error { return s.set(text) }
func (s *setter) String() string        { return s.show }
