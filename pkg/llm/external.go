package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"

	openai "github.com/sashabaranov/go-openai"
)

// External asks any endpoint that speaks OpenAI's protocol.
type External struct {
	client *openai.Client
	doer   *doer
	base   string
}

// NewExternal returns a client of the endpoint at baseURL. The key is sent in
// the Authorization header and nowhere else; without one there is no header.
func NewExternal(baseURL, key string) *External {
	return newExternal(baseURL, key, &http.Transport{
		Proxy:               http.ProxyFromEnvironment,
		ForceAttemptHTTP2:   true,
		MaxIdleConnsPerHost: maxConcurrency,
		TLSHandshakeTimeout: dialTimeout,
		DialContext:         (&net.Dialer{Timeout: dialTimeout}).DialContext,
	})
}

// Pi asks the model that Pi's user has chosen, over the socket that the
// extension opened.
type Pi struct{ *External }

// NewPi returns a client of the bridge at the unix socket.
func NewPi(socket, token string) Pi {
	dialer := net.Dialer{Timeout: dialTimeout}
	return Pi{newExternal("http://pi/v1", token, &http.Transport{
		MaxIdleConnsPerHost: maxConcurrency,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return dialer.DialContext(ctx, "unix", socket)
		},
	})}
}

func newExternal(baseURL, key string, transport http.RoundTripper) *External {
	config := openai.DefaultConfig(key)
	config.BaseURL = strings.TrimRight(baseURL, "/")
	d := &doer{key: key, http: &http.Client{Transport: transport, CheckRedirect: sameHost}}
	config.HTTPClient = d
	return &External{client: openai.NewClientWithConfig(config), doer: d, base: config.BaseURL}
}

// sameHost refuses to carry contents and key to a host that nobody named.
func sameHost(req *http.Request, via []*http.Request) error {
	if first := via[0].URL; req.URL.Host != first.Host || req.URL.Scheme != first.Scheme {
		return &Fault{Code: "model-unreachable", Hint: hintURL, Err: fmt.Errorf("endpoint redirects to another host, %q", req.URL.Host)}
	}
	if len(via) >= 3 {
		return &Fault{Code: "model-unreachable", Hint: hintURL, Err: errors.New("endpoint redirects without end")}
	}
	return nil
}

// Complete sends one request and returns its whole answer, or a [*Fault].
func (e *External) Complete(ctx context.Context, req Request) (Reply, error) {
	resp, err := e.client.CreateChatCompletion(ctx, chat(req))
	if err != nil {
		return Reply{}, callFault(err)
	}
	return replyOf(resp)
}

// chat is a request in the protocol's form.
func chat(req Request) openai.ChatCompletionRequest {
	return openai.ChatCompletionRequest{
		Model: req.Model,
		Messages: []openai.ChatCompletionMessage{
			{Role: openai.ChatMessageRoleSystem, Content: req.System},
			{Role: openai.ChatMessageRoleUser, Content: req.User},
		},
	}
}

// replyOf takes a whole answer out of a response.
func replyOf(resp openai.ChatCompletionResponse) (Reply, error) {
	if len(resp.Choices) == 0 {
		return Reply{}, unusable("answer has no choices")
	}
	choice := resp.Choices[0]
	switch choice.FinishReason {
	case openai.FinishReasonLength:
		return Reply{}, unusable("answer was cut at the model's limit of tokens")
	case openai.FinishReasonContentFilter:
		return Reply{}, refused("the endpoint's content filter refused the answer")
	}
	if strings.TrimSpace(choice.Message.Content) == "" {
		if choice.Message.Refusal != "" {
			return Reply{}, refused("the model refused to answer")
		}
		return Reply{}, unusable("answer is empty")
	}
	return Reply{
		Text:     choice.Message.Content,
		TokensIn: max(resp.Usage.PromptTokens, 0), TokensOut: max(resp.Usage.CompletionTokens, 0),
	}, nil
}

// unusable is an answer that was given but is none: asked for once more.
func unusable(reason string) *Fault {
	return &Fault{Code: "model-reply", Hint: hintReply, Err: errors.New(reason)}
}

func refused(reason string) *Fault {
	return &Fault{Code: "model-refused", Hint: hintFile, Err: errors.New(reason)}
}

// callFault says what an error of the protocol's library means.
func callFault(err error) error {
	var f *Fault
	var syntax *json.SyntaxError
	var typed *json.UnmarshalTypeError
	switch {
	case errors.As(err, &f):
		return f
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return &Fault{Code: "model-unreachable", Hint: hintAgain, Temporary: true, Retry: true, Err: errors.New("answer was cut off")}
	case errors.As(err, &syntax), errors.As(err, &typed):
		return &Fault{Code: "model-reply", Hint: hintURL, Retry: true, Err: errors.New("answer is not OpenAI's JSON")}
	}
	return networkFault(err)
}
