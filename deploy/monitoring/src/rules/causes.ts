/** Alerts on causes: what waits, what was set aside, what runs out. */

import { allServices, serviceNames } from '@svc/local/services';
import { type AlertCause, day, hour, minute } from './cause.ts';
import { type AlertingRule, type Durations, runbookUrl } from './rule.ts';
import { serverCauses } from './server-causes.ts';

/** Names of the processes, which are also the jobs of their monitors. */
export const roleNames: readonly string[] = [...serviceNames, allServices, 'gateway', 'desk'];

const alertOf = (
  { alert, severity, expr, forSeconds, summary }: AlertCause,
  { range }: Durations,
): AlertingRule => ({
  alert,
  expr,
  ...(forSeconds > 0 && { for: range(forSeconds) }),
  labels: { severity },
  annotations: { summary, runbook_url: runbookUrl(alert) },
});

export const causeAlerts = (lengths: Durations): AlertingRule[] =>
  [
    ...processCauses(lengths),
    ...eventCauses(lengths),
    ...workCauses(lengths),
    ...logCauses(lengths),
    ...channelCauses(lengths),
    ...serverCauses(lengths),
    ...resourceCauses(lengths),
  ].map((cause) => alertOf(cause, lengths));

/** The job of a PodMonitor is `<namespace>/<role>`. */
const processes = `up{job=~"(.*/)?(${roleNames.join('|')})"}`;

const processCauses = ({ range }: Durations): AlertCause[] => [
  {
    alert: 'SvcDown',
    severity: 'page',
    expr: `${processes} == 0`,
    forSeconds: 2 * minute,
    summary: 'A process of {{ $labels.job }} does not answer Prometheus.',
  },
  {
    alert: 'SvcTargetGone',
    severity: 'page',
    // SvcDown needs a target that Prometheus still knows.
    expr: `count by (job) (count_over_time(${processes}[${range(day)}])) unless on (job) ${processes}`,
    forSeconds: 5 * minute,
    summary: 'Prometheus has no target of {{ $labels.job }} any more.',
  },
  {
    alert: 'SvcCallsUnanswered',
    severity: 'page',
    expr: `sum by (target) (increase(svc_calls_unanswered_total[${range(2 * minute)}])) > 0`,
    forSeconds: 3 * minute,
    summary: 'Calls to {{ $labels.target }} have no answer, though NATS is connected.',
  },
  {
    alert: 'SvcNotCollected',
    severity: 'page',
    expr: 'max by (service) (svc_collector_up) == 0',
    forSeconds: 2 * minute,
    summary: '{{ $labels.service }} cannot read its own tables: what waits there is not known.',
  },
];

const eventCauses = ({ range, threshold }: Durations): AlertCause[] => [
  {
    alert: 'SvcOutboxStuck',
    severity: 'page',
    expr: `max by (service) (svc_outbox_pending_age_seconds) > ${threshold(minute)}`,
    forSeconds: minute,
    summary: 'Events of {{ $labels.service }} do not reach the stream.',
  },
  {
    alert: 'SvcStreamFull',
    severity: 'page',
    expr: `sum by (service) (increase(svc_outbox_publish_failures_total{reason="full"}[${range(2 * minute)}])) > 0`,
    forSeconds: minute,
    summary: 'The stream of {{ $labels.service }} has no room: its events wait in the outbox.',
  },
  {
    alert: 'SvcStreamLostEvents',
    severity: 'ticket',
    expr: `sum by (service, reason) (increase(svc_outbox_repeated_total[${range(15 * minute)}])) > 0`,
    forSeconds: 0,
    summary:
      'The stream of {{ $labels.service }} lost events ({{ $labels.reason }}); they are repeated.',
  },
  {
    alert: 'SvcConsumerStuck',
    severity: 'page',
    expr: `max by (consumer) (svc_consumer_pending_events) > 0 unless on (consumer) sum by (consumer) (rate(svc_events_handled_total{outcome!="failed"}[${range(5 * minute)}])) > 0`,
    forSeconds: 5 * minute,
    summary: '{{ $labels.consumer }} has events and handles none.',
  },
  {
    alert: 'SvcConsumerBehind',
    severity: 'ticket',
    expr: 'max by (consumer) (svc_consumer_pending_events) > 5000',
    forSeconds: 10 * minute,
    summary: '{{ $labels.consumer }} is more than 5 000 events behind.',
  },
  {
    alert: 'SvcEventsParked',
    severity: 'ticket',
    expr: `max by (consumer) (svc_events_parked_age_seconds) > ${threshold(10 * minute)}`,
    forSeconds: 0,
    summary: 'An event of {{ $labels.consumer }} waits for its predecessor.',
  },
  {
    alert: 'SvcDeadLetters',
    severity: 'page',
    expr: 'max by (consumer) (svc_dead_letters) > 0',
    forSeconds: 0,
    summary: '{{ $labels.consumer }} set events aside that it cannot handle.',
  },
];

const workCauses = ({ range, threshold }: Durations): AlertCause[] => [
  {
    alert: 'SvcTaskGivenUp',
    severity: 'ticket',
    expr: `sum by (service, task) (increase(svc_task_attempts_total{outcome="given_up"}[${range(hour)}])) > 0`,
    forSeconds: 0,
    summary: 'The task {{ $labels.task }} of {{ $labels.service }} used up its attempts.',
  },
  {
    alert: 'SvcTasksLate',
    severity: 'ticket',
    expr: `max by (service) (svc_tasks_due_age_seconds) > ${threshold(10 * minute)}`,
    forSeconds: minute,
    summary: 'Tasks of {{ $labels.service }} are due and not run.',
  },
  {
    alert: 'SvcScheduleFailing',
    severity: 'ticket',
    expr: `sum by (service, schedule) (increase(svc_schedule_runs_total{outcome="failed"}[${range(hour)}])) > 2`,
    forSeconds: 0,
    summary: 'The schedule {{ $labels.schedule }} of {{ $labels.service }} fails again and again.',
  },
  {
    alert: 'SvcActionFaults',
    severity: 'ticket',
    expr: `sum by (service, action) (rate(svc_action_duration_seconds_count{outcome="internal"}[${range(5 * minute)}])) > 0`,
    forSeconds: minute,
    summary: '{{ $labels.service }}.{{ $labels.action }} fails by a fault of ours.',
  },
  {
    alert: 'SvcMonthEndOverdue',
    severity: 'ticket',
    expr: `max(svc_month_end_overdue_seconds) > ${threshold(6 * hour)}`,
    forSeconds: 0,
    summary: 'A closed month has drafts that are not invoices yet.',
  },
];

const logCauses = ({ threshold }: Durations): AlertCause[] => [
  {
    alert: 'SvcLogHalted',
    severity: 'page',
    expr: 'max(svc_log_halted) > 0',
    forSeconds: 0,
    summary: 'The transparency log signs nothing: entries that were published may be lost.',
  },
  {
    alert: 'SvcLogStuck',
    severity: 'page',
    expr: `max(svc_log_waiting_age_seconds) > ${threshold(minute)}`,
    forSeconds: 0,
    summary: 'Entries wait for a place in the transparency log.',
  },
  {
    alert: 'SvcLogWitnessAway',
    severity: 'ticket',
    expr: `max by (witness) (svc_log_witness_away_seconds) > ${threshold(hour)}`,
    forSeconds: 0,
    summary: 'Witness {{ $labels.witness }} has cosigned nothing for an hour.',
  },
];

const channelCauses = ({ range, threshold }: Durations): AlertCause[] => [
  {
    alert: 'SvcWebhookQueueStuck',
    severity: 'page',
    expr: `max(svc_webhook_queue_age_seconds) > ${threshold(minute)} or min(svc_webhook_wake_ups) > 0 unless on () sum(rate(svc_webhook_attempts_total[${range(5 * minute)}])) > 0`,
    forSeconds: 2 * minute,
    summary: 'Deliveries are due, and no worker attempts them.',
  },
  {
    alert: 'SvcWebhookAttemptsFailing',
    severity: 'ticket',
    expr: `sum(rate(svc_webhook_attempts_total{outcome!="2xx"}[${range(15 * minute)}])) / sum(rate(svc_webhook_attempts_total[${range(15 * minute)}])) > 0.5`,
    forSeconds: 15 * minute,
    summary: 'More than half of the attempts to deliver webhooks fail.',
  },
  {
    alert: 'SvcWholesaleUnanswered',
    severity: 'page',
    expr: `max(svc_wholesale_unanswered_age_seconds) > ${threshold(2 * minute)}`,
    forSeconds: 0,
    summary: 'A wholesale file has waited for its answer for longer than is promised.',
  },
  {
    alert: 'SvcSftpAway',
    severity: 'page',
    expr: `increase(svc_sftp_visits_total{outcome="failed"}[${range(5 * minute)}]) > 0 unless ignoring (outcome) increase(svc_sftp_visits_total{outcome="done"}[${range(5 * minute)}]) > 0`,
    forSeconds: 5 * minute,
    summary: 'No folder of a wholesaler can be looked into.',
  },
  {
    alert: 'SvcWholesaleReadsRepeated',
    severity: 'ticket',
    expr: `sum(increase(svc_wholesale_repeated_reads_total[${range(15 * minute)}])) > 10`,
    forSeconds: 0,
    summary: 'A wholesale file is read again and again, because it never looks the same.',
  },
  {
    alert: 'SvcTelemetryBehind',
    severity: 'page',
    expr: `max(svc_telemetry_watermark_lag_seconds) > ${threshold(2 * minute)}`,
    forSeconds: minute,
    summary: 'Readings are evaluated late: excursions are told late.',
  },
];

const resourceCauses = ({ range }: Durations): AlertCause[] => [
  {
    alert: 'SvcClockOff',
    severity: 'page',
    // Against the clock of Prometheus, which stamps the sample when the scrape begins.
    expr: 'max by (job) (abs(svc_clock_time_seconds - timestamp(svc_clock_time_seconds))) > 20',
    forSeconds: minute,
    summary: 'The clock of a process of {{ $labels.job }} is off by more than 20 s.',
  },
  {
    alert: 'SvcPoolExhausted',
    severity: 'ticket',
    expr: `min_over_time(svc_pool_waiting_requests[${range(minute)}]) > 0`,
    forSeconds: 2 * minute,
    summary: 'Requests wait for a connection of {{ $labels.service }} ({{ $labels.pool }}).',
  },
  {
    alert: 'SvcRequestsShed',
    severity: 'ticket',
    expr: `sum(rate(svc_http_problems_total{code="unavailable"}[${range(5 * minute)}])) / sum(rate(svc_http_request_duration_seconds_count[${range(5 * minute)}])) > 0.05`,
    forSeconds: 5 * minute,
    summary: 'More than 5 % of the requests are answered with 503.',
  },
  {
    alert: 'SvcFileStorageFull',
    severity: 'page',
    expr: 'min by (service) (svc_file_storage_free_bytes / svc_file_storage_size_bytes) < 0.1',
    forSeconds: 5 * minute,
    summary: 'Less than a tenth of the disk with files is free ({{ $labels.service }}).',
  },
  {
    alert: 'SvcSigningKeyOld',
    severity: 'ticket',
    expr: `max by (key) (svc_signing_key_age_seconds{key="token"}) > ${35 * day} or max by (key) (svc_signing_key_age_seconds{key="certificate"}) > ${95 * day}`,
    forSeconds: 0,
    summary: 'The {{ $labels.key }} key was not rotated in time.',
  },
];
