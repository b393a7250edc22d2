/** Alerts on causes: what waits, what was set aside, what runs out. */

import { allServices, serviceNames } from '@svc/local/services';
import { type AlertingRule, type Durations, runbookUrl, type Severity } from './rule.ts';

/** Names of the processes, which are also the jobs of their monitors. */
export const roleNames: readonly string[] = [...serviceNames, allServices, 'gateway', 'desk'];

interface Cause {
  alert: string;
  severity: Severity;
  expr: string;
  /** How long it must hold, s. */
  forSeconds: number;
  summary: string;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

const alertOf = (
  { alert, severity, expr, forSeconds, summary }: Cause,
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
    ...resourceCauses(lengths),
  ].map((cause) => alertOf(cause, lengths));

/** The job of a PodMonitor is `<namespace>/<role>`. */
const processes = `up{job=~"(.*/)?(${roleNames.join('|')})"}`;

const processCauses = ({ range }: Durations): Cause[] => [
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
    alert: 'SvcPostgresAway',
    severity: 'page',
    expr: 'max by (service) (svc_postgres_away) > 0',
    forSeconds: minute,
    summary: 'Postgres does not answer {{ $labels.service }}, which answers 503.',
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

const eventCauses = ({ range, threshold }: Durations): Cause[] => [
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

const workCauses = ({ range, threshold }: Durations): Cause[] => [
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

const logCauses = ({ threshold }: Durations): Cause[] => [
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

const channelCauses = ({ range, threshold }: Durations): Cause[] => [
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

/** A volume of Kubernetes, as its kubelet measures it; claims are named by their operators. */
function volumeCause(alert: string, claims: string, owner: string): Cause {
  const figure = (name: string) =>
    `kubelet_volume_stats_${name}_bytes{persistentvolumeclaim=~"${claims}"}`;
  return {
    alert,
    severity: 'page',
    expr: `min by (namespace, persistentvolumeclaim) (${figure('available')} / ${figure('capacity')}) < 0.15`,
    forSeconds: 5 * minute,
    summary: `Less than 15 % of {{ $labels.persistentvolumeclaim }}, a volume of ${owner}, is free.`,
  };
}

const resourceCauses = ({ range }: Durations): Cause[] => [
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
    alert: 'SvcArchiveFailing',
    severity: 'ticket',
    expr: 'max by (service) (svc_postgres_archive_failing) > 0',
    forSeconds: 15 * minute,
    summary: 'Postgres of {{ $labels.service }} cannot archive its log: no backup reaches further.',
  },
  volumeCause('SvcPostgresStorageFull', 'postgres-.*', 'Postgres'),
  volumeCause('SvcNatsStorageFull', 'data-nats-.*', 'NATS'),
  {
    alert: 'SvcSigningKeyOld',
    severity: 'ticket',
    expr: `max by (key) (svc_signing_key_age_seconds{key="token"}) > ${35 * day} or max by (key) (svc_signing_key_age_seconds{key="certificate"}) > ${95 * day}`,
    forSeconds: 0,
    summary: 'The {{ $labels.key }} key was not rotated in time.',
  },
];
