/** Metrics of deliveries; `docs/operations/metrics.md` lists all. */
import { ageSeconds, counter, gauge, histogram } from '@svc/kit/metric';
import { delayBuckets } from '@svc/kit/metric-definitions';
import { gaugeReader, type ServiceMetrics } from '@svc/kit/service';
import { readBacklog } from '../store/backlog.ts';
import type { Tables } from '../store/schema.ts';

export const attempts = counter({
  name: 'svc_webhook_attempts_total',
  help: 'Attempts by what came back: a class of status codes, or why there was no answer.',
  labels: ['outcome'],
});
export const responseDuration = histogram({
  name: 'svc_webhook_response_duration_seconds',
  help: 'How long receivers took to answer.',
  buckets: [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 20],
});
export const firstAttemptDelay = histogram({
  name: 'svc_webhook_first_attempt_delay_seconds',
  help: 'Time from an event to the end of the first attempt to deliver it; replays are left out.',
  buckets: delayBuckets,
});
const due = gauge({
  name: 'svc_webhook_deliveries_due',
  help: 'Deliveries that are due and not claimed; those behind an open circuit breaker are not due.',
});
const queueAge = gauge({
  name: 'svc_webhook_queue_age_seconds',
  help: 'How long the endpoint queue that waits longest for a worker has been due.',
});
const wakeUps = gauge({
  name: 'svc_webhook_wake_ups',
  help: 'Wake-ups of endpoint queues that no worker has consumed.',
});
const breakersOpen = gauge({
  name: 'svc_webhook_breakers_open',
  help: 'Endpoints whose circuit breaker is open.',
});

export const metrics: ServiceMetrics = {
  definitions: [
    attempts,
    responseDuration,
    firstAttemptDelay,
    ...[due, queueAge, wakeUps, breakersOpen],
  ],
  readers: [
    gaugeReader<Tables, unknown>(async ({ db, now }) => {
      const backlog = await readBacklog(db, now);
      return [
        { metric: due, value: backlog.due },
        { metric: queueAge, value: ageSeconds(now, backlog.oldest) },
        { metric: wakeUps, value: backlog.wake_ups },
        { metric: breakersOpen, value: backlog.open },
      ];
    }),
  ],
};
