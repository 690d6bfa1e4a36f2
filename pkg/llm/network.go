package llm

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"syscall"
)

// networkFault says what an error below the protocol means. A time-out and a
// lost connection may go away; a wrong address, name or certificate does not.
func networkFault(err error) error {
	var f *Fault
	if errors.As(err, &f) {
		return f
	}
	if errors.Is(err, context.Canceled) {
		return context.Canceled
	}
	var outer *url.Error
	if errors.As(err, &outer) {
		err = outer.Err // without the method and address around it
	}
	f = &Fault{Code: "model-unreachable", Hint: hintAgain, Temporary: true, Retry: true, Err: err}
	var timeout net.Error
	var name *net.DNSError
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		f.Code, f.Err = "model-time-out", errors.New("no answer in time")
		f.Hint = "run again, or allow more time with --timeout; answers that came are kept"
	case errors.As(err, &name) && name.IsNotFound,
		errors.Is(err, syscall.ECONNREFUSED), errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission):
		f.Hint, f.Temporary, f.Retry = hintReach, false, false
	case certificate(err):
		f.Hint, f.Temporary, f.Retry = hintReach, false, false
	}
	return f
}

func certificate(err error) bool {
	var (
		verify    *tls.CertificateVerificationError
		header    tls.RecordHeaderError
		alert     tls.AlertError
		authority x509.UnknownAuthorityError
		host      x509.HostnameError
	)
	return errors.Is(err, http.ErrSchemeMismatch) || errors.As(err, &verify) || errors.As(err, &header) || errors.As(err, &alert) || errors.As(err, &authority) || errors.As(err, &host)
}
