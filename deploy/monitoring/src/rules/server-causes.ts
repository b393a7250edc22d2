/** Alerts on Postgres and NATS themselves: away, backups, standbys, certificates, volumes. */
import { type AlertCause, day, hour, minute } from './cause.ts';
import type { Durations } from './rule.ts';

/** Standbys that follow, as the exporter in each instance of CloudNativePG counts them. */
const standbys = 'cnpg_pg_replication_streaming_replicas';

/** 0 for each server with JetStream, as the exporter next to it asks; its labels follow the leader. */
const natsServer = 'jetstream_server_jetstream_disabled';

const postgresCauses = ({ range }: Durations): AlertCause[] => [
  {
    alert: 'SvcPostgresAway',
    severity: 'page',
    expr: 'max by (service) (svc_postgres_away) > 0',
    forSeconds: minute,
    summary: 'Postgres does not answer {{ $labels.service }}, which answers 503.',
  },
  {
    alert: 'SvcArchiveFailing',
    severity: 'ticket',
    expr: 'max by (service) (svc_postgres_archive_failing) > 0',
    forSeconds: 15 * minute,
    summary: 'Postgres of {{ $labels.service }} cannot archive its log: no backup reaches further.',
  },
  {
    alert: 'SvcBackupOld',
    severity: 'ticket',
    // The first metric is that of compose, the second that of CloudNativePG's plugin.
    expr: `max(svc_postgres_base_backup_age_seconds) > ${26 * hour} or time() - max(barman_cloud_cloudnative_pg_io_last_available_backup_timestamp) > ${26 * hour}`,
    forSeconds: 5 * minute,
    summary: 'The newest base backup of Postgres is more than 26 hours old.',
  },
  {
    alert: 'SvcStandbyGone',
    severity: 'ticket',
    expr: `max by (namespace) (${standbys}) < max by (namespace) (max_over_time(${standbys}[${range(day)}]))`,
    forSeconds: 15 * minute,
    summary: 'Fewer standbys of Postgres follow than within the last day.',
  },
  {
    alert: 'SvcStandbyBehind',
    severity: 'ticket',
    expr: 'max by (namespace, pod) (cnpg_pg_replication_lag) > 60',
    forSeconds: 5 * minute,
    summary: 'The standby {{ $labels.pod }} of Postgres is more than a minute behind.',
  },
  volumeCause('SvcPostgresStorageFull', 'postgres-.*', 'Postgres'),
];

const natsCauses = ({ range }: Durations): AlertCause[] => [
  {
    alert: 'SvcNatsAway',
    severity: 'page',
    expr: 'max by (job) (svc_nats_away) > 0',
    forSeconds: minute,
    summary: 'NATS does not answer {{ $labels.job }}: its calls get 503, its events wait.',
  },
  {
    alert: 'SvcNatsServerGone',
    severity: 'ticket',
    // Processes that lose it connect to another server: no metric of theirs says so.
    expr: `count by (namespace) (${natsServer} == 0) < count by (namespace) (count by (namespace, pod) (last_over_time(${natsServer}[${range(day)}])))`,
    forSeconds: 5 * minute,
    summary: 'Fewer servers of NATS answer with JetStream than within the last day.',
  },
  {
    alert: 'SvcCertificateEnding',
    severity: 'ticket',
    expr: `min(svc_nats_certificate_remaining_seconds) < ${30 * day}`,
    forSeconds: 0,
    summary: 'The certificate of NATS ends in less than 30 days: no process connects afterwards.',
  },
  volumeCause('SvcNatsStorageFull', 'data-nats-.*', 'NATS'),
];

export const serverCauses = (lengths: Durations): AlertCause[] => [
  ...postgresCauses(lengths),
  ...natsCauses(lengths),
];

/** A volume of Kubernetes, as its kubelet measures it; claims are named by their operators. */
function volumeCause(alert: string, claims: string, owner: string): AlertCause {
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
