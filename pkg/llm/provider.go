package llm

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/sashabaranov/go-openai"
)

// upload sends a file of questions and returns the endpoint's name of it.
func (e *External) upload(ctx context.Context, lines []byte) (string, error) {
	file, err := e.client.CreateFileBytes(ctx, openai.FileBytesRequest{
		Name: "questions.jsonl", Bytes: lines, Purpose: openai.PurposeBatch,
	})
	if err != nil {
		return "", batchFault(err)
	}
	if file.ID == "" {
		return "", &Fault{Code: "no-batches", Hint: hintNoBatches, Err: errors.New("endpoint takes a file and does not name it")}
	}
	return file.ID, nil
}

// begin starts a batch.
func (e *External) begin(ctx context.Context, input string) (string, error) {
	made, err := e.client.CreateBatch(ctx, openai.CreateBatchRequest{
		InputFileID: input, Endpoint: openai.BatchEndpointChatCompletions, CompletionWindow: "24h",
	})
	if err != nil {
		return "", batchFault(err)
	}
	if made.ID == "" {
		return "", &Fault{Code: "no-batches", Hint: hintNoBatches, Err: errors.New("endpoint begins a batch and does not name it")}
	}
	return made.ID, nil
}

// errGone says that the endpoint has no such batch.
var errGone = errors.New("the endpoint does not know the batch")

// look returns a batch's state.
func (e *External) look(ctx context.Context, id string) (openai.Batch, error) {
	got, err := e.client.RetrieveBatch(ctx, id)
	if err != nil {
		err = callFault(err)
		var f *Fault
		if errors.As(err, &f) && f.Code == "model-unknown" {
			err = &Fault{Code: "model-batch", Hint: hintAgain, Temporary: true, Err: errGone}
		}
		return openai.Batch{}, err
	}
	return got.Batch, nil
}

// Pages of the endpoint's list of batches that are looked through.
const (
	listPages  = 5
	pageLength = 100
)

// beginning finds the batch that has a file for its input; "" if there is none
// among the latest.
func (e *External) beginning(ctx context.Context, input string) (string, error) {
	limit := pageLength
	var after *string
	for range listPages {
		page, err := e.client.ListBatch(ctx, after, &limit)
		if err != nil {
			return "", batchFault(err)
		}
		for _, b := range page.Data {
			if b.InputFileID == input {
				return b.ID, nil
			}
		}
		if !page.HasMore || page.LastID == "" {
			return "", nil
		}
		after = &page.LastID
	}
	return "", nil
}

// discard deletes files at the endpoint, which would keep them. That it may
// fail costs nothing but their stay.
func (e *External) discard(ctx context.Context, files ...string) {
	for _, id := range files {
		if id != "" {
			_ = e.client.DeleteFile(ctx, id)
		}
	}
}

// verdict is one line of a file of answers.
type verdict struct {
	Key      string `json:"custom_id"`
	Response *struct {
		Status int             `json:"status_code"`
		Body   json.RawMessage `json:"body"`
	} `json:"response"`
	Error *struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// results reads a file of answers, a line at a time. A line that is none of
// its form is passed over, and so is a file that is gone: their questions have
// no answer.
func (e *External) results(ctx context.Context, file string, take func(verdict) error) error {
	content, err := e.client.GetFileContent(ctx, file)
	if err != nil {
		err = callFault(err)
		var f *Fault
		if errors.As(err, &f) && f.Code == "model-unknown" {
			return nil
		}
		return err
	}
	defer content.Close()
	in := bufio.NewReaderSize(content, 64<<10)
	for {
		line, err := boundedLine(in, maxReplyBytes)
		if len(bytes.TrimSpace(line)) > 0 {
			var v verdict
			if json.Unmarshal(line, &v) == nil && v.Key != "" {
				if err := take(v); err != nil {
					return err
				}
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return callFault(err)
		}
	}
}

// boundedLine reads a line; one that is longer than most comes back empty. The
// last may have no newline.
func boundedLine(in *bufio.Reader, most int) ([]byte, error) {
	var line []byte
	length := 0
	for {
		piece, err := in.ReadSlice('\n')
		if length += len(piece); length <= most {
			line = append(line, piece...)
		} else {
			line = nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// reply reads a verdict as a call's reply.
func (v verdict) reply(d *doer) (Reply, error) {
	switch {
	case v.Error != nil && v.Error.Code == "batch_expired":
		return Reply{}, &Fault{Code: "model-batch", Hint: hintAgain, Temporary: true, Err: errors.New("the batch expired before it was answered")}
	case v.Error != nil && v.Response == nil:
		f := &Fault{Code: "model-batch", Hint: hintAgain, Temporary: true, Retry: true}
		f.Err = fmt.Errorf("endpoint says %s", d.quote(v.Error.Code+": "+v.Error.Message))
		return Reply{}, f
	case v.Response == nil:
		return Reply{}, unusable("answer is not OpenAI's JSON")
	case v.Response.Status < 200 || v.Response.Status > 299:
		return Reply{}, d.fault(v.Response.Status, nil, v.Response.Body)
	}
	var body openai.ChatCompletionResponse
	if json.Unmarshal(v.Response.Body, &body) != nil {
		return Reply{}, unusable("answer is not OpenAI's JSON")
	}
	return replyOf(body)
}

const hintNoBatches = "leave --batch out: this endpoint has no Batch API"

// batchFault says what an error means where a missing address means that there
// are no batches.
func batchFault(err error) error {
	err = callFault(err)
	var f *Fault
	if errors.As(err, &f) && (f.Code == "model-unknown" || f.Code == "model-reply") {
		return &Fault{Code: "no-batches", Hint: hintNoBatches, Err: f.Err}
	}
	return err
}
