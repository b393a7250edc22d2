/**
 * Service level objectives: for each a share of good events among all, over 30 days. Only what has
 * ended is counted; what waits for ever is told by the alerts on queues (`causes.ts`).
 */
export interface Objective {
  /** Value of the label `slo`. */
  name: string;
  alert: string;
  /** Share of good events that is promised, e.g. 0.999. */
  target: number;
  meaning: string;
  /** Selectors of the good and of all events, as counters. */
  good: string;
  all: string;
}

const requests = 'svc_http_request_duration_seconds';
const bookings = 'method="POST",route=~"/(api/)?v1/jobs"';
const reads = 'method="GET",route=~"/(api/)?v1/.*"';

const delayed = (histogram: string, within: number) => ({
  good: `${histogram}_bucket{le="${within}"}`,
  all: `${histogram}_count`,
});

export const objectives: readonly Objective[] = [
  {
    name: 'booking',
    alert: 'SvcBookingBudgetBurn',
    target: 0.999,
    meaning: 'A booking is answered within a second, and not with 5xx.',
    good: `${requests}_bucket{${bookings},status!="5xx",le="1"}`,
    all: `${requests}_count{${bookings}}`,
  },
  {
    name: 'reading',
    alert: 'SvcReadingBudgetBurn',
    target: 0.999,
    meaning: 'A GET of the API is answered within half a second, and not with 5xx.',
    good: `${requests}_bucket{${reads},status!="5xx",le="0.5"}`,
    all: `${requests}_count{${reads}}`,
  },
  {
    name: 'webhook-first-attempt',
    alert: 'SvcWebhookFirstAttemptBudgetBurn',
    target: 0.99,
    meaning: 'The first attempt to deliver an event ends within 30 s of the event.',
    ...delayed('svc_webhook_first_attempt_delay_seconds', 30),
  },
  {
    name: 'wholesale-answer',
    alert: 'SvcWholesaleAnswerBudgetBurn',
    target: 0.99,
    meaning: 'A wholesale file has its `.err` and `.ack` within 120 s of its arrival.',
    ...delayed('svc_wholesale_answer_delay_seconds', 120),
  },
  {
    name: 'excursion',
    alert: 'SvcExcursionBudgetBurn',
    target: 0.99,
    meaning: 'An excursion is told within 180 s of the reading that decides it.',
    ...delayed('svc_excursion_delay_seconds', 180),
  },
  {
    name: 'certificate',
    alert: 'SvcCertificateBudgetBurn',
    target: 0.99,
    meaning: 'A certificate is issued within 60 s of the event that completes it.',
    ...delayed('svc_certificate_delay_seconds', 60),
  },
];
