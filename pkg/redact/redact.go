// Package redact takes secrets out of text by what they look like, before the
// text leaves the process: by a maintained set of rules and by those of package
// shape. Start from [New] and [Redactor.Text].
//
// It knows nothing of file names: whole files that hold secrets are never read
// in the first place.
package redact

import (
	"fmt"

	"github.com/zricethezav/gitleaks/v8/detect"

	"github.com/pi-project-map/pmap/pkg/redact/shape"
)

// Mark stands where a secret stood.
const Mark = shape.Mark

// Form says how values stand in a text.
type Form = shape.Form

// The forms.
const (
	Program  = shape.Program
	Settings = shape.Settings
)

// Redactor is safe for concurrent use.
type Redactor struct{ maintained *detect.Detector }

// New returns a Redactor with gitleaks' rules and this project's own.
func New() (*Redactor, error) {
	d, err := detect.NewDetectorDefaultConfig()
	if err != nil {
		return nil, fmt.Errorf("read rules for secrets: %w", err)
	}
	d.IgnoreGitleaksAllow = true // a repository does not decide what leaves
	return &Redactor{maintained: d}, nil
}

// Text returns the text with a [Mark] in place of each secret.
func (r *Redactor) Text(text string, form Form) string {
	var known []string
	for _, f := range r.maintained.DetectString(text) {
		known = append(known, f.Secret)
	}
	return shape.Redact(text, form, known...)
}
