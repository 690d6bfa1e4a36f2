package modeltest

import (
	"fmt"
	"net"
	"net/http"
	"time"
)

// Status answers with a status, a JSON body and headers given as pairs.
func Status(code int, message string, headers ...string) Behave {
	return func(w http.ResponseWriter, _ *http.Request, _ Call) bool {
		w.Header().Set("Content-Type", "application/json")
		for i := 0; i+1 < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(code)
		fmt.Fprintf(w, `{"error":{"message":%q,"type":"x","code":null}}`, message)
		return true
	}
}

// Raw answers 200 with bytes of a type.
func Raw(contentType, body string) Behave {
	return func(w http.ResponseWriter, _ *http.Request, _ Call) bool {
		w.Header().Set("Content-Type", contentType)
		_, _ = w.Write([]byte(body)) // the test sees what did not arrive
		return true
	}
}

// Finish answers with contents and a reason to finish.
func Finish(contents, reason string) Behave {
	return func(w http.ResponseWriter, _ *http.Request, _ Call) bool {
		Write(w, contents, reason)
		return true
	}
}

// Hang never answers.
func Hang(_ http.ResponseWriter, r *http.Request, _ Call) bool {
	<-r.Context().Done()
	return true
}

// Trickle sends a byte at a time, without end.
func Trickle(w http.ResponseWriter, r *http.Request, _ Call) bool {
	w.Header().Set("Content-Type", "application/json")
	for r.Context().Err() == nil {
		_, _ = w.Write([]byte(" ")) // until the client leaves
		_ = http.NewResponseController(w).Flush()
		time.Sleep(10 * time.Millisecond)
	}
	return true
}

// CutBody promises more than it sends.
func CutBody(w http.ResponseWriter, _ *http.Request, _ Call) bool {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", "5000")
	_, _ = w.Write([]byte(`{"choices":[{"message":{"content":"PURPOSE: half`))
	return true
}

// Reset drops the connection without a word.
func Reset(w http.ResponseWriter, _ *http.Request, _ Call) bool {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return false
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0) // so that closing resets
	}
	_ = conn.Close()
	return true
}

// Oversized sends a body without end.
func Oversized(w http.ResponseWriter, r *http.Request, _ Call) bool {
	w.Header().Set("Content-Type", "application/json")
	_, err := w.Write([]byte(`{"choices":[{"message":{"content":"`))
	for chunk := make([]byte, 64<<10); err == nil && r.Context().Err() == nil; {
		for i := range chunk {
			chunk[i] = 'x'
		}
		_, err = w.Write(chunk)
	}
	return true
}

// Times lets a fault happen for the first n calls.
func Times(n int, b Behave) Behave {
	return func(w http.ResponseWriter, r *http.Request, c Call) bool { return c.N < n && b(w, r, c) }
}

// After lets a fault happen from the nth call on.
func After(n int, b Behave) Behave {
	return func(w http.ResponseWriter, r *http.Request, c Call) bool { return c.N >= n && b(w, r, c) }
}
