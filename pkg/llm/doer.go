package llm

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/pi-project-map/pmap/pkg/record"
)

// Bounds of one exchange.
const (
	dialTimeout   = 10 * time.Second
	maxReplyBytes = 4 << 20
	maxErrorBytes = 64 << 10
	maxFileBytes  = 1 << 30 // of a batch's answers
	maxReason     = 300     // bytes of a server's own words that are shown
)

// doer sends requests for the protocol's library: it bounds what comes back,
// refuses what is no JSON, and turns refusals into faults while their headers
// are still at hand.
type doer struct {
	http *http.Client
	key  string // which no message may show
}

func (d *doer) Do(req *http.Request) (*http.Response, error) {
	if d.key == "" {
		req.Header.Del("Authorization")
	}
	resp, err := d.http.Do(req)
	if err != nil {
		return nil, networkFault(err)
	}
	if resp.StatusCode < 200 || resp.StatusCode >= 300 {
		defer resp.Body.Close()
		return nil, d.statusFault(resp)
	}
	if strings.HasSuffix(req.URL.Path, "/content") { // a file, bounded line by line by who reads it
		resp.Body = &bounded{ReadCloser: resp.Body, left: maxFileBytes}
		return resp, nil
	}
	media, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if !strings.HasSuffix(media, "json") {
		return nil, errors.Join(&Fault{Code: "model-reply", Hint: hintURL, Err: fmt.Errorf("endpoint answers with %q, not with JSON", clip(media))}, resp.Body.Close())
	}
	resp.Body = &bounded{ReadCloser: resp.Body, left: maxReplyBytes}
	return resp, nil
}

// bounded is a body that fails when it is too long.
type bounded struct {
	io.ReadCloser
	left int64
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, &Fault{Code: "model-reply", Hint: hintReply, Err: fmt.Errorf("answer is longer than %d bytes", maxReplyBytes)}
	}
	n, err := b.ReadCloser.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}

// statusFault says what a status other than success means.
func (d *doer) statusFault(resp *http.Response) *Fault {
	body, _ := io.ReadAll(io.LimitReader(resp.Body, maxErrorBytes)) // its words are only an addition
	return d.fault(resp.StatusCode, resp.Header, body)
}

func (d *doer) fault(status int, header http.Header, body []byte) *Fault {
	code, words := errorWords(body)
	f := &Fault{Code: "model-refused", Hint: hintFile, Err: d.reason(status, words)}
	switch {
	case status == http.StatusTooManyRequests && code == "insufficient_quota", status == http.StatusPaymentRequired:
		f.Code, f.Hint, f.Temporary = "model-quota", hintQuota, true
	case status == http.StatusTooManyRequests, status == http.StatusServiceUnavailable:
		f.Code, f.Hint, f.Temporary, f.Retry = "model-busy", hintAgain, true, true
		f.RetryAfter = retryAfter(header)
	case status >= 500, status == http.StatusRequestTimeout, status == http.StatusConflict, status == http.StatusTooEarly:
		f.Code, f.Hint, f.Temporary, f.Retry = "model-busy", hintAgain, true, true
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		f.Code, f.Hint = "model-auth", hintKey
	case status == http.StatusNotFound:
		f.Code, f.Hint = "model-unknown", hintModel+"; "+hintURL
	case status >= 300 && status < 400:
		f.Code, f.Hint = "model-unreachable", hintURL
	}
	return f
}

// reason is the status and the server's own words, from which the key is taken
// out should they hold it.
func (d *doer) reason(status int, words string) error {
	text := fmt.Sprintf("endpoint says %d %s", status, http.StatusText(status))
	if words = d.quote(words); words != "" {
		text += ": " + words
	}
	return errors.New(text)
}

// quote makes a server's words fit for a message.
func (d *doer) quote(words string) string {
	if d.key != "" {
		words = strings.ReplaceAll(words, d.key, "[key]")
	}
	return clip(record.OneLine(words))
}

// errorWords reads OpenAI's error object, or what servers send in its place.
func errorWords(body []byte) (code, words string) {
	var e struct {
		Error json.RawMessage `json:"error"`
	}
	if json.Unmarshal(body, &e) != nil {
		return "", ""
	}
	var object struct {
		Code    any    `json:"code"`
		Message string `json:"message"`
	}
	if json.Unmarshal(e.Error, &object) == nil {
		code, _ = object.Code.(string)
		return code, object.Message
	}
	_ = json.Unmarshal(e.Error, &words) // a server may send a plain text
	return "", words
}

// retryAfter reads the header in both its forms; a date counts from the
// server's own clock.
func retryAfter(h http.Header) time.Duration {
	value := strings.TrimSpace(h.Get("Retry-After"))
	if seconds, err := strconv.ParseFloat(value, 64); err == nil && seconds > 0 && seconds < 1e6 {
		return time.Duration(seconds * float64(time.Second))
	}
	at, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	from, err := http.ParseTime(h.Get("Date"))
	if err != nil {
		return 0
	}
	return max(at.Sub(from), 0)
}

func clip(s string) string {
	if len(s) > maxReason {
		return strings.ToValidUTF8(s[:maxReason], "") + "…"
	}
	return s
}
