/** For each alert series that fire it, and series of a healthy system, which must not. */
import { objectives } from '../src/rules/objectives.ts';

/** Samples by series, in promtool's notation: `0+10x60` begins at 0 and adds 10 sixty times. */
type Series = Readonly<Record<string, string>>;

export interface AlertCase {
  alert: string;
  fires: Series;
  quiet: Series;
  /** When both are looked at; the interval of the samples is a minute. */
  at: string;
  /** Labels of the alerts that fire, beside those of the rule. */
  labels: readonly Readonly<Record<string, string>>[];
}

const booking = 'method="POST",route="/v1/jobs",status="2xx"';
const reading = 'method="GET",route="/v1/jobs/{id}",status="2xx"';
const requests = 'svc_http_request_duration_seconds';

/** Good and all events of each objective as single series. */
const sliSeries: Readonly<Record<string, readonly [good: string, all: string]>> = {
  booking: [`${requests}_bucket{${booking},le="1"}`, `${requests}_count{${booking}}`],
  reading: [`${requests}_bucket{${reading},le="0.5"}`, `${requests}_count{${reading}}`],
};

const burnCases: AlertCase[] = objectives.flatMap(({ name, alert, good, all }) => {
  const [goodSeries, allSeries] = sliSeries[name] ?? [good, all];
  const severities = [
    { severity: 'page', slo: name },
    { severity: 'ticket', slo: name },
  ];
  const burnt = { alert, at: '90m', labels: severities };
  return [
    {
      // An hour and a half in which a fifth of the events is bad.
      ...burnt,
      fires: { [allSeries]: '0+1000x90', [goodSeries]: '0+800x90' },
      quiet: { [allSeries]: '0+10000x90', [goodSeries]: '0+9999x90' },
    },
    {
      // An event a minute: the last ten are bad, or three.
      ...burnt,
      fires: { [allSeries]: '0+1x90', [goodSeries]: '0+1x80 80+0x9' },
      quiet: { [allSeries]: '0+1x90', [goodSeries]: '0+1x87 87+0x2' },
    },
  ];
});

/** A gauge that stays for half an hour. */
const stays = (value: number): string => `${value}+0x30`;
const grows = (perMinute: number): string => `0+${perMinute}x30`;

const counterCase = (
  alert: string,
  [fires, quiet]: readonly [Series, Series],
  labels: Readonly<Record<string, string>> = {},
): AlertCase => ({ alert, fires, quiet, at: '30m', labels: [labels] });

/** One series, with samples that fire and samples that do not. */
const either = (
  series: string,
  bad: string,
  good: string,
  beside: Series = {},
): [Series, Series] => [
  { ...beside, [series]: bad },
  { ...beside, [series]: good },
];

const gaugeCase = (
  alert: string,
  series: string,
  [bad, good]: readonly [number, number],
  labels: Readonly<Record<string, string>> = {},
): AlertCase => counterCase(alert, either(series, stays(bad), stays(good)), labels);

const service = { service: 'jobs' };
const consumer = { consumer: 'custody-jobs' };
const pending = 'svc_consumer_pending_events{consumer="custody-jobs",producer="jobs"}';
const handled = 'svc_events_handled_total{consumer="custody-jobs",outcome="handled"}';
const attempts = (outcome: string) => `svc_webhook_attempts_total{outcome="${outcome}"}`;

const gaugeCases: AlertCase[] = [
  gaugeCase('SvcDown', 'up{job="svc-live/jobs",instance="a"}', [0, 1], {
    ...{ job: 'svc-live/jobs', instance: 'a' },
  }),
  gaugeCase('SvcPostgresAway', 'svc_postgres_away{service="jobs"}', [1, 0], service),
  gaugeCase('SvcArchiveFailing', 'svc_postgres_archive_failing{service="jobs"}', [1, 0], service),
  gaugeCase('SvcNatsAway', 'svc_nats_away{job="svc-live/jobs"}', [1, 0], { job: 'svc-live/jobs' }),
  gaugeCase(
    'SvcCertificateEnding',
    'svc_nats_certificate_remaining_seconds',
    [2_591_999, 2_592_001],
  ),
  gaugeCase(
    'SvcBackupOld',
    'svc_postgres_base_backup_age_seconds{service="jobs"}',
    [93_601, 93_599],
  ),
  // The clock of promtool begins at 0: a backup of 27 hours before has no time there.
  gaugeCase(
    'SvcBackupOld',
    'barman_cloud_cloudnative_pg_io_last_available_backup_timestamp{pod="postgres-1"}',
    [-93_000, 0],
  ),
  gaugeCase('SvcStandbyBehind', 'cnpg_pg_replication_lag{namespace="a",pod="b"}', [61, 59], {
    ...{ namespace: 'a', pod: 'b' },
  }),
  gaugeCase('SvcLogHalted', 'svc_log_halted{instance="a"}', [1, 0]),
  gaugeCase('SvcLogStuck', 'svc_log_waiting_age_seconds{instance="a"}', [61, 59]),
  gaugeCase('SvcLogWitnessAway', 'svc_log_witness_away_seconds{witness="w1"}', [3_601, 3_599], {
    witness: 'w1',
  }),
  gaugeCase('SvcNotCollected', 'svc_collector_up{service="jobs"}', [0, 1], service),
  gaugeCase('SvcOutboxStuck', 'svc_outbox_pending_age_seconds{service="jobs"}', [61, 59], service),
  gaugeCase('SvcConsumerBehind', pending, [5_001, 5_000], consumer),
  gaugeCase(
    'SvcEventsParked',
    'svc_events_parked_age_seconds{consumer="custody-jobs"}',
    [601, 599],
    consumer,
  ),
  gaugeCase('SvcDeadLetters', 'svc_dead_letters{consumer="custody-jobs"}', [1, 0], consumer),
  gaugeCase('SvcTasksLate', 'svc_tasks_due_age_seconds{service="jobs"}', [601, 599], service),
  gaugeCase('SvcMonthEndOverdue', 'svc_month_end_overdue_seconds', [21_601, 21_599]),
  gaugeCase('SvcWholesaleUnanswered', 'svc_wholesale_unanswered_age_seconds', [121, 119]),
  gaugeCase('SvcTelemetryBehind', 'svc_telemetry_watermark_lag_seconds', [121, 119]),
  gaugeCase('SvcPoolExhausted', 'svc_pool_waiting_requests{service="jobs",pool="read"}', [1, 0], {
    ...{ ...service, pool: 'read' },
  }),
  gaugeCase(
    'SvcSigningKeyOld',
    'svc_signing_key_age_seconds{key="token"}',
    [36 * 86_400, 34 * 86_400],
    { key: 'token' },
  ),
];

const clock = 'svc_clock_time_seconds{job="jobs",instance="a"}';
const hollow = 'svc_outbox_repeated_total{service="jobs",reason="hollow"}';
const unpublished = (reason: string) =>
  `svc_outbox_publish_failures_total{service="jobs",reason="${reason}"}`;
const task = (outcome: string) =>
  `svc_task_attempts_total{service="jobs",task="x",outcome="${outcome}"}`;
const schedule = 'svc_schedule_runs_total{service="jobs",schedule="x",outcome="failed"}';
const unanswered = 'svc_calls_unanswered_total{target="jobs",instance="a"}';
const visits = (outcome: string) => `svc_sftp_visits_total{outcome="${outcome}"}`;
const action = (outcome: string) =>
  `svc_action_duration_seconds_count{service="jobs",action="x",outcome="${outcome}"}`;
const waking = { svc_webhook_wake_ups: stays(2) };
const served = { [`${requests}_count{${booking}}`]: grows(100) };
const shed = 'svc_http_problems_total{code="unavailable"}';
const storage = (what: string) => `svc_file_storage_${what}_bytes{service="files"}`;

const natsServer = (n: number) =>
  `jetstream_server_jetstream_disabled{namespace="a",pod="nats-${n}"}`;

const counterCases: AlertCase[] = [
  // Stale from the sixteenth minute on; its neighbour stays.
  counterCase(
    'SvcTargetGone',
    either('up{job="svc-live/jobs",instance="a"}', '1x15 stale', '0x30', {
      'up{job="svc-live/desk",instance="b"}': stays(1),
    }),
    { job: 'svc-live/jobs' },
  ),
  counterCase(
    'SvcStandbyGone',
    either('cnpg_pg_replication_streaming_replicas{namespace="a"}', '2x10 1x20', '2x30'),
    { namespace: 'a' },
  ),
  counterCase(
    'SvcNatsServerGone',
    either(natsServer(2), '0x15 stale', '0x30', {
      [natsServer(0)]: stays(0),
      [natsServer(1)]: stays(0),
    }),
    { namespace: 'a' },
  ),
  counterCase(
    'SvcSftpAway',
    either(visits('done'), '5x30', grows(1), { [visits('failed')]: grows(1) }),
    { outcome: 'failed' },
  ),
  // promtool's samples begin at the epoch; this clock is ten minutes behind.
  counterCase('SvcClockOff', either(clock, '-600+60x30', '19+60x30'), { job: 'jobs' }),
  counterCase(
    'SvcStreamFull',
    [{ [unpublished('full')]: '0x25 60+60x5' }, { [unpublished('failed')]: grows(60) }],
    service,
  ),
  counterCase('SvcStreamLostEvents', either(hollow, '0x25 7x5', '7x30'), {
    ...service,
    reason: 'hollow',
  }),
  counterCase(
    'SvcConsumerStuck',
    either(handled, '5x30', grows(5), { [pending]: stays(3) }),
    consumer,
  ),
  counterCase(
    'SvcTaskGivenUp',
    [{ [task('given_up')]: '0x25 1x5' }, { [task('failed')]: grows(1) }],
    { ...service, task: 'x' },
  ),
  counterCase('SvcScheduleFailing', either(schedule, grows(1), '0x25 1x5'), {
    ...service,
    schedule: 'x',
  }),
  counterCase('SvcCallsUnanswered', either(unanswered, grows(1), '0+0x10 1+0x20'), {
    target: 'jobs',
  }),
  counterCase(
    'SvcActionFaults',
    [{ [action('internal')]: grows(1) }, { [action('ok')]: grows(9) }],
    { ...service, action: 'x' },
  ),
  counterCase(
    'SvcWholesaleReadsRepeated',
    either('svc_wholesale_repeated_reads_total', grows(1), '0x25 1+1x5'),
  ),
  counterCase('SvcWebhookQueueStuck', either(attempts('2xx'), '5x30', grows(5), waking)),
  counterCase('SvcWebhookAttemptsFailing', [
    { [attempts('2xx')]: grows(4), [attempts('timeout')]: grows(6) },
    { [attempts('2xx')]: grows(6), [attempts('timeout')]: grows(4) },
  ]),
  counterCase('SvcRequestsShed', either(shed, grows(6), grows(4), served)),
  counterCase(
    'SvcFileStorageFull',
    either(storage('free'), stays(9), stays(11), { [storage('size')]: stays(100) }),
    { service: 'files' },
  ),
  volumeCase('SvcPostgresStorageFull', 'postgres-1'),
  volumeCase('SvcNatsStorageFull', 'data-nats-2'),
];

export const alertCases: readonly AlertCase[] = [...burnCases, ...gaugeCases, ...counterCases];

/** A volume beside it has room; one of another claim that has none fires nothing. */
function volumeCase(alert: string, claim: string): AlertCase {
  const labelsOf = (name: string) => `{namespace="svc-live",persistentvolumeclaim="${name}"}`;
  const volume = (name: string, free: number) => ({
    [`kubelet_volume_stats_available_bytes${labelsOf(name)}`]: stays(free),
    [`kubelet_volume_stats_capacity_bytes${labelsOf(name)}`]: stays(100),
  });
  const fires = { ...volume(claim, 14), ...volume('elsewhere', 90) };
  const quiet = { ...volume(claim, 16), ...volume('elsewhere', 1) };
  const labels = { namespace: 'svc-live', persistentvolumeclaim: claim };
  return counterCase(alert, [fires, quiet], labels);
}
