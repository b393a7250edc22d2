package courier

import (
	"encoding/json"
	"fmt"
)

// ProblemItem is one fault of a request.
type ProblemItem struct {
	Pointer string `json:"pointer"`
	Code    string `json:"code"`
	Detail  string `json:"detail"`
}

// Problem is what the API refuses (RFC 9457). Code is stable; treat one that you do not know by
// Status. Quote RequestID to support.
type Problem struct {
	Type       string        `json:"type"`
	Title      string        `json:"title"`
	Status     int           `json:"status"`
	Code       string        `json:"code"`
	Detail     string        `json:"detail"`
	RequestID  string        `json:"request_id"`
	Items      []ProblemItem `json:"errors"`
	RetryAfter int           `json:"retry_after_seconds"`
	request    string
}

func (problem *Problem) Error() string {
	return fmt.Sprintf("%s: %s (%s, request %s)",
		problem.Code, problem.Detail, problem.request, problem.RequestID)
}

// TokenError is a refusal of the token endpoint (RFC 6749).
type TokenError struct {
	Code        string `json:"error"`
	Description string `json:"error_description"`
}

func (err *TokenError) Error() string {
	return fmt.Sprintf("the token endpoint refused: %s. %s", err.Code, err.Description)
}

// errorOf is a Problem where the answer is one.
func errorOf(answer *answer, request string) error {
	problem := &Problem{request: request}
	if json.Unmarshal(answer.body, problem) == nil && problem.Code != "" {
		return problem
	}
	return fmt.Errorf("%s answers %d", request, answer.status)
}
