package llm

import (
	"fmt"
	"net"
	"net/url"
	"strings"

	"github.com/pi-project-map/pmap/pkg/config"
	"github.com/pi-project-map/pmap/pkg/record"
)

// The endpoint and model of who gives a key and nothing else.
const (
	defaultBaseURL = "https://api.openai.com/v1"
	defaultModel   = "gpt-4o-mini"
	bridgeModel    = "pi" // the bridge asks the model that its user has chosen
)

// Choose picks who is asked, and what model: the Pi extension's bridge, else
// what OPENAI_BASE_URL and OPENAI_API_KEY name, else what the user's own
// configuration names. A project's configuration has no say. Model, if given,
// goes before PMAP_MODEL.
func Choose(getenv func(string) string, user config.User, model string) (Client, string, error) {
	if model == "" {
		model = getenv("PMAP_MODEL")
	}
	if socket := getenv("PMAP_BRIDGE_SOCKET"); socket != "" {
		if model == "" {
			model = bridgeModel
		}
		return NewPi(socket, getenv("PMAP_BRIDGE_TOKEN")), model, nil
	}
	if model == "" {
		model = user.Model
	}
	base, key := getenv("OPENAI_BASE_URL"), getenv("OPENAI_API_KEY")
	if key == "" && (base == "" || base == user.BaseURL) {
		key = user.APIKey
	}
	if base == "" {
		base = user.BaseURL
	}
	if base == "" && key == "" {
		return nil, "", noModel("there is no model to ask")
	}
	if base == "" {
		base = defaultBaseURL
	}
	return choose(base, key, model)
}

func choose(base, key, model string) (Client, string, error) {
	u, err := url.Parse(base)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.User != nil {
		return nil, "", record.Failf(record.ExitIO, "no-model", hintURL, "read OPENAI_BASE_URL: not an http or https address without credentials")
	}
	near := nearby(u.Hostname())
	switch {
	case key == "" && !near:
		return nil, "", noModel(fmt.Sprintf("there is no key for %s", u.Hostname()))
	case key != "" && u.Scheme == "http" && !near:
		return nil, "", record.Failf(record.ExitIO, "no-model", "use https in OPENAI_BASE_URL",
			"the key would go to %s without encryption", u.Hostname())
	}
	if model == "" && u.Hostname() != "api.openai.com" {
		return nil, "", record.Failf(record.ExitIO, "no-model", hintModel, "no model is named for %s", u.Hostname())
	}
	if model == "" {
		model = defaultModel
	}
	return NewExternal(base, key), model, nil
}

// nearby reports whether a host is this machine or one of a private network.
func nearby(host string) bool {
	if ip := net.ParseIP(host); ip != nil {
		return ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast()
	}
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || strings.HasSuffix(host, ".local") ||
		host == "host.docker.internal" || !strings.Contains(host, ".")
}

func noModel(reason string) *record.Failure {
	return record.Failf(record.ExitIO, "no-model",
		"set OPENAI_API_KEY; or set OPENAI_BASE_URL and PMAP_MODEL for a server of your own, such as Ollama; or go on without a model: --no-llm (pmap-llm --offline)",
		"%s", reason)
}
