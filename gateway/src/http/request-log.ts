/**
 * The request log of tenants, written behind: requests are noted in memory and handed to accounts
 * once a second, and when the gateway stops. So are counters by tenant and day (`request-counts.ts`),
 * which count what is left out of the log as well.
 *
 * Guarantees: no request waits for it; memory and load are bounded whatever accounts does and
 * however many requests come. Not guaranteed: a process that is killed loses the notes of the last
 * second; what exceeds a bound is left out and counted (`svc_request_log_dropped_total`).
 */
import {
  loggedPathMax,
  type RecordedCount,
  type RecordedRequest,
  recordedMax,
} from '@svc/contracts';
import { kitMetrics } from '@svc/kit/metric-definitions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { platformMeta } from '../auth/call-meta.ts';
import type { Gateway } from '../endpoint/route.ts';
import { createRequestCounts } from './request-counts.ts';

const intervalMs = 1_000;
/** Per interval: a tenant whose requests are refused by the thousand costs no thousand rows. */
const tenantMax = 100;
/** Entries buffered while accounts is unavailable. */
const waitingMax = 10_000;

export interface RequestLog {
  note(request: FastifyRequest, reply: FastifyReply): void;
  /** Flushes all entries; they stay buffered while accounts is unavailable. */
  flush(): Promise<void>;
}

export function createRequestLog({
  transport,
  clock,
  metrics,
}: Pick<Gateway, 'transport' | 'clock' | 'metrics'>): RequestLog {
  let waiting: RecordedRequest[] = [];
  const counters = createRequestCounts();
  const ofTenant = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  metrics?.of.counter(kitMetrics.requestLogDropped).inc({}, 0);

  const send = async () => {
    ofTenant.clear();
    let changed = counters.changed();
    while (waiting.length > 0 || changed.length > 0) {
      const input = nextOf(waiting, changed);
      const meta = platformMeta('request log');
      const reply = await transport.call('accounts', 'recordRequests', input, meta);
      if ('fault' in reply) return;
      waiting = waiting.slice(input.requests.length);
      counters.handedOver(input.counts);
      changed = changed.slice(input.counts.length);
    }
  };
  let sending: Promise<void> | undefined;
  /** One at a time: while accounts does not answer, calls do not queue up. */
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    sending ??= send().finally(() => {
      sending = undefined;
      if (waiting.length > 0 || counters.changed().length > 0) schedule();
    });
    return sending;
  };
  const schedule = () => {
    timer ??= setTimeout(flush, intervalMs).unref();
  };
  return {
    flush,
    note: (request, reply) => {
      const owner = request.caller ?? request.owner;
      if (!owner || owner.tenant === '') return;
      const at = new Date(clock.now().getTime() - reply.elapsedTime);
      counters.add(owner.tenant, { at, isRateLimited: reply.statusCode === 429 });
      schedule();
      const noted = ofTenant.get(owner.tenant) ?? 0;
      if (noted >= tenantMax || waiting.length >= waitingMax) {
        metrics?.of.counter(kitMetrics.requestLogDropped).inc({});
        return;
      }
      ofTenant.set(owner.tenant, noted + 1);
      waiting.push(entryOf(request, { owner, reply, at }));
    },
  };
}

const nextOf = (requests: readonly RecordedRequest[], counts: readonly RecordedCount[]) => ({
  requests: requests.slice(0, recordedMax),
  counts: counts.slice(0, recordedMax),
});

type Owner = NonNullable<FastifyRequest['owner']>;

function entryOf(
  request: FastifyRequest,
  { owner, reply, at }: { owner: Owner; reply: FastifyReply; at: Date },
): RecordedRequest {
  const ms = reply.elapsedTime;
  const [path = ''] = (request.raw.url ?? '').split('?', 1);
  return {
    tenant_id: owner.tenant,
    id: request.id,
    created_at: at.toISOString(),
    client_id: owner.actor,
    method: request.method,
    path: path.slice(0, loggedPathMax),
    status: reply.statusCode,
    code: request.problemCode,
    duration_ms: Math.round(ms * 10) / 10,
  };
}
