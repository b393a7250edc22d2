/** Names of metrics in an expression of PromQL: what is followed by neither `(` nor `=`. */
import { boards } from './dashboards/files.ts';
import { ruleGroups } from './rules/groups.ts';

/** Labels, strings, ranges and the names in `by (…)`, `on (…)` are no metrics. */
const notMetrics =
  /\{[^}]*\}|"[^"]*"|\[[^\]]*\]|\b(by|on|ignoring|without|group_left|group_right)\s*\([^)]*\)/g;

export const metricNames = (expr: string): string[] =>
  [...expr.replaceAll(notMetrics, ' ').matchAll(/\b[a-zA-Z_:][\w:]*\b(?!\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !/^(and|or|unless|bool|offset)$/.test(name));

/** Made by Prometheus itself, by rules, by the kubelet, by NATS' exporter, or by CloudNativePG and its plugin. */
const own =
  /^(up|ALERTS|slo:.*|kubelet_volume_stats_(available|capacity)_bytes|cnpg_pg_replication_(lag|streaming_replicas)|jetstream_(server_jetstream_disabled|stream_total_bytes)|barman_cloud_cloudnative_pg_io_last_available_backup_timestamp)$/;

/** Every name that a rule or a dashboard asks for and no process is known to give: expression by name. */
export function unknownMetrics(
  given: ReadonlySet<string>,
  expressions: readonly string[] = allExpressions(),
): Map<string, string> {
  const asked = expressions.flatMap((expr) =>
    metricNames(expr).map((name): [string, string] => [name, expr]),
  );
  return new Map(asked.filter(([name]) => !own.test(name) && !given.has(name)));
}

const allExpressions = (): string[] => [
  ...ruleGroups().flatMap(({ rules }) => rules.map(({ expr }) => expr)),
  ...boards.flatMap(({ rows }) =>
    rows.flatMap(({ panels }) => panels.flatMap(({ queries }) => queries.map(({ expr }) => expr))),
  ),
];
