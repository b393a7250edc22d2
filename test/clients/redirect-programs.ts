/** Programs that print the outcome of a call with client credentials, with a key, and over cleartext. */
export const redirected = {
  python: `
import os
from svc_courier import Client
own = {"client_id": "c", "client_secret": "s"}
for base_url, given in [
    (os.environ["SVC_BASE_URL"], own),
    (os.environ["SVC_BASE_URL"], {"api_key": "k"}),
    ("http://api.example/v1", {"api_key": "k"}),
]:
    try:
        Client(base_url, retries=0, **given).list_quotes()
    except Exception as error:
        print(repr(error))
`,
  go: `
package main

import (
	"context"
	"fmt"
	"os"

	courier "courier.example/courier"
)

func main() {
	base := os.Getenv("SVC_BASE_URL")
	for _, options := range []courier.Options{
		{BaseURL: base, ClientID: "c", ClientSecret: "s", Retries: -1},
		{BaseURL: base, APIKey: "k", Retries: -1},
		{BaseURL: "http://api.example/v1", APIKey: "k", Retries: -1},
	} {
		_, err := courier.New(options).ListQuotes(context.Background(), courier.Args{})
		fmt.Println(err)
	}
}
`,
};
