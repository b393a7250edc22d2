// Package courier is a client of the healthcare courier logistics API.
package courier

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Object is a JSON object.
type Object = map[string]any

// Options of a client. ClientID and ClientSecret on live; APIKey and Session on the sandbox.
type Options struct {
	// Address of the API with its version, e.g. https://api.example.com/v1.
	BaseURL string
	// Issuer of tokens, where it is not the origin of BaseURL.
	AuthURL                       string
	ClientID, ClientSecret, Scope string
	APIKey, Session               string
	// Of one attempt; 30 s by default.
	Timeout time.Duration
	// Attempts after the first; 6 by default, -1 for none.
	Retries int
	// Before the second attempt, doubled for each further one; 250 ms by default.
	RetryDelay time.Duration
	// Another HTTP client, e.g. one with a proxy.
	HTTP *http.Client
}

// Client has one method per operation of the API. It may be used by many goroutines.
type Client struct {
	options  Options
	tokenURL string
	tokens   tokenSource
	fault    error
}

// Args of an operation; all of them may be left out.
type Args struct {
	Query Object
	// An Object or a struct is sent as JSON, []byte as it is with ContentType.
	Body        any
	ContentType string
	Header      http.Header
	// Made per call when empty, and kept over its attempts.
	IdempotencyKey string
}

// New makes a client; it sends nothing yet.
func New(options Options) *Client {
	options.BaseURL = strings.TrimRight(options.BaseURL, "/")
	if options.Timeout == 0 {
		options.Timeout = 30 * time.Second
	}
	if options.Retries == 0 {
		options.Retries = 6
	}
	if options.RetryDelay == 0 {
		options.RetryDelay = 250 * time.Millisecond
	}
	if options.HTTP == nil {
		options.HTTP = http.DefaultClient
	}
	// A redirect is an answer: followed, it would take key and secret along to the host that it names.
	direct := *options.HTTP
	direct.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	options.HTTP = &direct
	issuer := options.AuthURL
	if issuer == "" {
		issuer = options.BaseURL
	}
	client := &Client{options: options}
	if origin, err := url.Parse(issuer); err == nil {
		client.tokenURL = origin.Scheme + "://" + origin.Host + "/oauth/token"
	}
	client.fault = cleartext(options.BaseURL, issuer)
	return client
}

// Call is any request; the methods of the operations call it. It returns a *Problem for what the API
// refuses, a *TokenError for credentials. An answer that is no JSON object is under "body".
func (client *Client) Call(ctx context.Context, method, path string, args Args) (Object, error) {
	if client.fault != nil {
		return nil, client.fault
	}
	request, err := client.wireOf(method, path, args)
	if err != nil {
		return nil, err
	}
	got, err := client.withRetries(ctx, func() (*answer, error) { return client.authorized(ctx, request) })
	if err != nil {
		return nil, err
	}
	if got.status >= 300 {
		return nil, errorOf(got, method+" "+path)
	}
	var object Object
	if strings.Contains(got.header.Get("Content-Type"), "json") && json.Unmarshal(got.body, &object) == nil {
		return object, nil
	}
	return Object{"body": got.body}, nil
}

func (client *Client) wireOf(method, path string, args Args) (wire, error) {
	header := http.Header{}
	for name, values := range args.Header {
		header[http.CanonicalHeaderKey(name)] = values
	}
	if client.options.APIKey != "" {
		header.Set("X-Api-Key", client.options.APIKey)
	}
	if client.options.Session != "" {
		header.Set("Svc-Sandbox-Session", client.options.Session)
	}
	if method != http.MethodGet {
		header.Set("Idempotency-Key", args.IdempotencyKey)
		if args.IdempotencyKey == "" {
			header.Set("Idempotency-Key", newKey())
		}
	}
	body, isBytes := args.Body.([]byte)
	if args.Body != nil && !isBytes {
		var err error
		if body, err = json.Marshal(args.Body); err != nil {
			return wire{}, err
		}
	}
	if body != nil {
		header.Set("Content-Type", "application/json")
		if args.ContentType != "" {
			header.Set("Content-Type", args.ContentType)
		}
	}
	return wire{method, client.options.BaseURL + path + queryOf(args.Query), header, body}, nil
}

// cleartext is the fault of an address over which credentials would travel without TLS.
func cleartext(addresses ...string) error {
	for _, address := range addresses {
		parts, err := url.Parse(address)
		if err != nil {
			return err
		}
		host := parts.Hostname()
		isHere := host == "localhost" || host == "127.0.0.1" || host == "::1"
		if parts.Scheme != "https" && !isHere {
			return fmt.Errorf("credentials would be readable on the way to %s: use https", parts.Host)
		}
	}
	return nil
}

func queryOf(query Object) string {
	values := url.Values{}
	for name, value := range query {
		values.Set(name, fmt.Sprint(value))
	}
	if len(values) == 0 {
		return ""
	}
	return "?" + values.Encode()
}

func newKey() string {
	bytes := make([]byte, 16)
	if _, err := rand.Read(bytes); err != nil {
		panic(err)
	}
	return fmt.Sprintf("%x", bytes)
}

// authorized sends the current token, and once more with a new one where that was refused.
func (client *Client) authorized(ctx context.Context, request wire) (*answer, error) {
	if client.options.APIKey != "" {
		return client.sendOnce(ctx, request)
	}
	for attempt := 0; ; attempt++ {
		token, err := client.tokens.get(ctx, client)
		if err != nil {
			return nil, err
		}
		request.header.Set("Authorization", "Bearer "+token)
		got, err := client.sendOnce(ctx, request)
		if err != nil || got.status != http.StatusUnauthorized || attempt > 0 {
			return got, err
		}
		client.tokens.forget(token)
	}
}
