/** One line and one observation per request: never headers, bodies, query values or paths. */

import type { Logger } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import { traceIdOf } from '../observability/traceparent.ts';

interface AnsweredRequest {
  id: string;
  traceparent?: string | undefined;
  tenant?: string | undefined;
  /** Method and pattern: a path names jobs and tracking references. */
  route: string;
  status: number;
  /** Error code from the catalogue. */
  code?: string | undefined;
  ms: number;
  /** The connection was closed before the whole response was sent, mostly by the client. */
  aborted?: true | undefined;
}

export function accessLog(
  log: Logger,
  metrics: Metrics | undefined,
): (request: AnsweredRequest) => void {
  // From 0 on: a counter that begins with its first problem shows no increase.
  metrics?.problems.inc({ code: 'unavailable' }, 0);
  return ({ id, traceparent, tenant, route, status, code, ms, aborted }) => {
    const [method = '', pattern = route] = route.split(' ');
    const labels = { method, route: pattern, status: `${Math.floor(status / 100)}xx` };
    metrics?.requests.observe(labels, ms / 1000);
    if (code) metrics?.problems.inc({ code });
    const trace_id = traceparent && traceIdOf(traceparent);
    const rounded = Math.round(ms * 10) / 10;
    const answer = { status, code, ms: rounded, aborted };
    log.info({ request_id: id, trace_id, tenant, route, ...answer }, 'request');
  };
}
