package courier

import (
	"bytes"
	"context"
	"io"
	"math/rand"
	"net/http"
	"strconv"
	"time"
)

// A call does not wait longer than this for its next attempt.
const waitMax = 65 * time.Second

type answer struct {
	status int
	header http.Header
	body   []byte
}

type wire struct {
	method, url string
	header      http.Header
	body        []byte
}

// sendOnce is one attempt; the answer is read whole.
func (client *Client) sendOnce(ctx context.Context, request wire) (*answer, error) {
	ctx, cancel := context.WithTimeout(ctx, client.options.Timeout)
	defer cancel()
	sent, err := http.NewRequestWithContext(ctx, request.method, request.url, bytes.NewReader(request.body))
	if err != nil {
		return nil, err
	}
	sent.Header = request.header.Clone()
	response, err := client.options.HTTP.Do(sent)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	return &answer{response.StatusCode, response.Header, body}, nil
}

// withRetries gives the first answer that is not transient, or the outcome of the last attempt.
func (client *Client) withRetries(ctx context.Context, once func() (*answer, error)) (*answer, error) {
	for attempt := 0; ; attempt++ {
		got, err := once()
		wait, again := waitBefore(attempt, got, err, client.options.RetryDelay)
		if !again || attempt >= client.options.Retries {
			return got, err
		}
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return got, ctx.Err()
		}
	}
}

func waitBefore(attempt int, got *answer, err error, delay time.Duration) (time.Duration, bool) {
	if _, refused := err.(*TokenError); refused {
		return 0, false
	}
	wait := delay << attempt
	if got != nil {
		if !isTransient(got) {
			return 0, false
		}
		if seconds, err := strconv.Atoi(got.header.Get("Retry-After")); err == nil {
			wait = time.Duration(seconds) * time.Second
		}
	}
	// Callers that were refused together should not come back together.
	return wait + time.Duration(rand.Float64()*float64(wait)/4), wait <= waitMax
}

func isTransient(got *answer) bool {
	switch got.status {
	case 408, 429, 500, 502, 503, 504:
		return true
	case 409:
		return bytes.Contains(got.body, []byte(`"idempotency_in_progress"`))
	}
	return false
}
