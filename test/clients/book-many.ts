/** Programs that meet a refusal, then book as many jobs as BOOKINGS says, and print their ids. */
export const bookMany = {
  python: `
import os
from svc_courier import Client, Problem

svc = Client(
    os.environ["SVC_BASE_URL"],
    client_id=os.environ["SVC_CLIENT_ID"],
    client_secret=os.environ["SVC_CLIENT_SECRET"],
    retries=12,
    retry_delay=0.01,
)
ends = {"pickup_site_id": os.environ["PICKUP"], "dropoff_site_id": os.environ["DROPOFF"]}
try:
    svc.book_job(body={"quote_id": "q_absent", **ends})
except Problem as problem:
    print(problem.code, problem.status, problem.request_id)
for _ in range(int(os.environ["BOOKINGS"])):
    print(svc.book_job(body={"sku": "LAB-STD", "km": 10, **ends})["id"])
`,
  go: `
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"strconv"
	"time"

	"courier.example/courier"
)

func main() {
	ctx := context.Background()
	svc := courier.New(courier.Options{
		BaseURL:      os.Getenv("SVC_BASE_URL"),
		ClientID:     os.Getenv("SVC_CLIENT_ID"),
		ClientSecret: os.Getenv("SVC_CLIENT_SECRET"),
		Retries:      12,
		RetryDelay:   10 * time.Millisecond,
	})
	booking := func(priced string, value any) courier.Args {
		return courier.Args{Body: courier.Object{
			priced: value, "pickup_site_id": os.Getenv("PICKUP"), "dropoff_site_id": os.Getenv("DROPOFF"),
		}}
	}
	_, err := svc.BookJob(ctx, booking("quote_id", "q_absent"))
	var problem *courier.Problem
	if errors.As(err, &problem) {
		fmt.Println(problem.Code, problem.Status, problem.RequestID)
	}
	bookings, _ := strconv.Atoi(os.Getenv("BOOKINGS"))
	for i := 0; i < bookings; i++ {
		job, err := svc.BookJob(ctx, booking("sku", "LAB-STD"))
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(job["id"])
	}
}
`,
} as const;
