package courier

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"time"
)

// So long before its end a token is no longer used.
const tokenMargin = 30 * time.Second

type tokenSource struct {
	mutex   sync.Mutex
	token   string
	expires time.Time
}

// get answers the current token, or a new one; concurrent callers wait for one request.
func (source *tokenSource) get(ctx context.Context, client *Client) (string, error) {
	source.mutex.Lock()
	defer source.mutex.Unlock()
	if source.token != "" && time.Now().Before(source.expires.Add(-tokenMargin)) {
		return source.token, nil
	}
	form := url.Values{
		"grant_type":    {"client_credentials"},
		"client_id":     {client.options.ClientID},
		"client_secret": {client.options.ClientSecret},
	}
	if client.options.Scope != "" {
		form.Set("scope", client.options.Scope)
	}
	header := http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}
	request := wire{http.MethodPost, client.tokenURL, header, []byte(form.Encode())}
	got, err := client.withRetries(ctx, func() (*answer, error) { return client.sendOnce(ctx, request) })
	if err != nil {
		return "", err
	}
	if got.status != http.StatusOK {
		refused := &TokenError{Code: fmt.Sprintf("status %d", got.status)}
		_ = json.Unmarshal(got.body, refused)
		return "", refused
	}
	var issued struct {
		Token   string `json:"access_token"`
		Seconds int    `json:"expires_in"`
	}
	if err := json.Unmarshal(got.body, &issued); err != nil {
		return "", err
	}
	source.token = issued.Token
	source.expires = time.Now().Add(time.Duration(issued.Seconds) * time.Second)
	return source.token, nil
}

// forget drops a token that was refused; one that came meanwhile is kept.
func (source *tokenSource) forget(token string) {
	source.mutex.Lock()
	defer source.mutex.Unlock()
	if source.token == token {
		source.token = ""
	}
}
