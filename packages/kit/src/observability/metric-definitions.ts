/** The metrics that every process has; those of a service stand in its `metrics.ts`. */
import { counter, gauge, histogram } from './metric.ts';

/** Seconds; 0.3, 1 and 2.5 are the thresholds of objectives (deploy/monitoring). */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.3, 0.5, 1, 2.5, 8];
/** Buckets for delays, from a fraction of a second to an hour. */
export const delayBuckets = [0.1, 0.5, 1, 5, 10, 30, 60, 120, 180, 300, 900, 3600];

export const kitMetrics = {
  requests: histogram({
    name: 'svc_http_request_duration_seconds',
    help: 'Time to the end of a response, by method, route pattern and class of status.',
    labels: ['method', 'route', 'status'],
    buckets: requestBuckets,
  }),
  requestsInFlight: gauge({
    name: 'svc_http_requests_in_flight',
    help: 'Requests that this gateway or desk has not answered yet; without event streams.',
  }),
  problems: counter({
    name: 'svc_http_problems_total',
    help: 'Problem documents that were sent, by code of the error catalogue.',
    labels: ['code'],
  }),
  requestLogDropped: counter({
    name: 'svc_request_log_dropped_total',
    help: 'Requests left out of the request log of their tenant: too many at once, or accounts is away.',
  }),
  calls: histogram({
    name: 'svc_action_duration_seconds',
    help: 'Time an action took, by outcome: ok, replayed, invalid, a refusal, internal or unavailable.',
    labels: ['service', 'action', 'outcome'],
    buckets: requestBuckets,
  }),
  callsUnanswered: counter({
    name: 'svc_calls_unanswered_total',
    help: 'Calls of this process over a standing link that nobody took or that had no answer for 8 s, by service called.',
    labels: ['target'],
  }),
  poolConnections: gauge({
    name: 'svc_pool_connections',
    help: 'Connections of a pool to Postgres, by state: in_use or idle.',
    labels: ['service', 'pool', 'state'],
  }),
  poolConnectionsMax: gauge({
    name: 'svc_pool_connections_max',
    help: 'Connections that a pool may open.',
    labels: ['service', 'pool'],
  }),
  poolWaiting: gauge({
    name: 'svc_pool_waiting_requests',
    help: 'Requests that wait for a connection of a pool: its saturation.',
    labels: ['service', 'pool'],
  }),
  postgresAway: gauge({
    name: 'svc_postgres_away',
    help: '1 while Postgres does not answer a service, which refuses its callers at once.',
    labels: ['service'],
  }),
  archiveFailing: gauge({
    name: 'svc_postgres_archive_failing',
    help: '1 where the newest attempt of Postgres to archive its log failed: no backup reaches further.',
    labels: ['service'],
  }),
  baseBackupAge: gauge({
    name: 'svc_postgres_base_backup_age_seconds',
    help: 'Time since the newest base backup that compose.yaml took of Postgres; absent where it took none.',
    labels: ['service'],
  }),
  natsAway: gauge({
    name: 'svc_nats_away',
    help: '1 while this process has no connection to NATS.',
  }),
  natsCertificate: gauge({
    name: 'svc_nats_certificate_remaining_seconds',
    help: 'Time until the certificate of the NATS server ends; absent without TLS.',
  }),
  clockTime: gauge({
    name: 'svc_clock_time_seconds',
    help: 'Time by the clock of this process, since the epoch; rules compare it with the time of the scrape.',
  }),
  outboxPending: gauge({
    name: 'svc_outbox_pending_events',
    help: 'Events committed and not yet acknowledged by the bus.',
    labels: ['service'],
  }),
  outboxPendingAge: gauge({
    name: 'svc_outbox_pending_age_seconds',
    help: 'Age of the oldest event that the bus has not acknowledged.',
    labels: ['service'],
  }),
  published: counter({
    name: 'svc_outbox_published_total',
    help: 'Events acknowledged by the bus.',
    labels: ['service'],
  }),
  publishFailures: counter({
    name: 'svc_outbox_publish_failures_total',
    help: 'Batches of events that the bus did not take as a whole, by reason: full (the stream has no room) or failed.',
    labels: ['service', 'reason'],
  }),
  repeated: counter({
    name: 'svc_outbox_repeated_total',
    help: 'Events published again, by reason: recreated, truncated, purged, hollow, reused or requested.',
    labels: ['service', 'reason'],
  }),
  handled: counter({
    name: 'svc_events_handled_total',
    help: 'Events at a consumer, by outcome: handled, parked, repeated, failed, dead or undecodable.',
    labels: ['consumer', 'producer', 'outcome'],
  }),
  eventDelay: histogram({
    name: 'svc_event_delay_seconds',
    help: 'Time from the commit of an event to its handling by a consumer.',
    labels: ['consumer', 'producer'],
    buckets: delayBuckets,
  }),
  consumerPending: gauge({
    name: 'svc_consumer_pending_events',
    help: 'Lag of a consumer: events of the stream that it has not acknowledged.',
    labels: ['consumer', 'producer'],
  }),
  parked: gauge({
    name: 'svc_events_parked',
    help: 'Events that wait for an earlier event of their job.',
    labels: ['consumer'],
  }),
  parkedAge: gauge({
    name: 'svc_events_parked_age_seconds',
    help: 'How long the oldest parked event of a consumer has waited.',
    labels: ['consumer'],
  }),
  deadLetters: gauge({
    name: 'svc_dead_letters',
    help: 'Events of a consumer that used up their attempts, and messages that are not events.',
    labels: ['consumer'],
  }),
  tasks: counter({
    name: 'svc_task_attempts_total',
    help: 'Attempts of durable tasks, by outcome: done, failed or given_up.',
    labels: ['service', 'task', 'outcome'],
  }),
  tasksDue: gauge({
    name: 'svc_tasks_due',
    help: 'Durable tasks that are due and have attempts left.',
    labels: ['service'],
  }),
  tasksDueAge: gauge({
    name: 'svc_tasks_due_age_seconds',
    help: 'How long the durable task that waits longest has been due.',
    labels: ['service'],
  }),
  schedules: counter({
    name: 'svc_schedule_runs_total',
    help: 'Runs of schedules in this process, by outcome: done or failed.',
    labels: ['service', 'schedule', 'outcome'],
  }),
  fileStorageFree: gauge({
    name: 'svc_file_storage_free_bytes',
    help: 'Free bytes of the disk that holds files; absent for a bucket.',
    labels: ['service'],
  }),
  fileStorageSize: gauge({
    name: 'svc_file_storage_size_bytes',
    help: 'Size of the disk that holds files; absent for a bucket.',
    labels: ['service'],
  }),
  signingKeyAge: gauge({
    name: 'svc_signing_key_age_seconds',
    help: 'Age of the key that signs: token or certificate; 0 before the first one.',
    labels: ['key'],
  }),
  collectorUp: gauge({
    name: 'svc_collector_up',
    help: '1 if the figures of a service that come from its tables could be read, else 0.',
    labels: ['service'],
  }),
};
