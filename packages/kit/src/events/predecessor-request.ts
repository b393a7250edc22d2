/**
 * Re-publication on request: if an event stays parked for five minutes, its consumer requests the
 * missing predecessors from the producer. The last resort, for a loss that no inspection of the
 * stream detects. A call over the broker, at most once in five minutes per job, until it succeeds.
 */
import { opaqueId } from '@svc/contracts';
import { z } from 'zod';
import { unwrap } from '../calls/unwrap.ts';
import type { ActionHandler } from '../nats/broker.ts';
import type { Runtime } from '../service/runtime.ts';
import type { Consumer } from './consumer-transaction.ts';
import { withdrawRows } from './outbox-claims.ts';

/** Every service serves it, next to the actions of its contract. */
export const repeatAction = 'repeatPredecessors';

/** Longer than a redelivery takes: by then the predecessor is not on its way. Not measured. */
const requestAfterMs = 5 * 60 * 1000;
/** Jobs per request: bounds the message. The next minute requests more. */
const jobsMax = 100;

const gap = z.object({
  tenant_id: z.string(),
  job_id: opaqueId,
  series: z.int(),
  /** The parked event, and the numbers that are missing before it. */
  event_id: z.string(),
  from: z.int(),
  to: z.int(),
});
type Gap = z.output<typeof gap>;
const answer = z.object({ repeated: z.int() });

/** Jobs whose earliest parked event waits for one that is neither parked nor a dead letter. */
const gapsSql = `
  select p.tenant_id, p.job_id, p.series, p.envelope ->> 'id' as event_id,
         coalesce(c.next, 1) as "from", p.sequence - 1 as "to"
    from parked_event p
    left join job_cursor c on c.tenant_id = p.tenant_id and c.job_id = p.job_id
     and c.consumer = p.consumer and c.producer = p.producer and c.series = p.series
   where p.consumer = $1 and coalesce(p.requested_at, p.parked_at) < $2
     and p.sequence > coalesce(c.next, 1)
     and not exists (
       select from parked_event before
        where before.tenant_id = p.tenant_id and before.job_id = p.job_id
          and before.consumer = p.consumer and before.producer = p.producer
          and before.series = p.series and before.sequence < p.sequence)
     and not exists (
       select from dead_letter d
        where d.consumer = p.consumer and d.envelope ->> 'tenant_id' = p.tenant_id
          and d.envelope ->> 'job_id' = p.job_id)
   limit $3`;

export async function requestPredecessors(runtime: Runtime, consumer: Consumer): Promise<void> {
  const { pools, clock } = runtime;
  const before = new Date(clock.now().getTime() - requestAfterMs);
  const { rows } = await pools.read.query<Gap>(gapsSql, [consumer.name, before, jobsMax]);
  for (const missing of rows) await request(runtime, consumer, missing);
}

async function request(runtime: Runtime, { name, producer }: Consumer, missing: Gap) {
  const { pools, clock, transport, log } = runtime;
  const { tenant_id, job_id, series, to } = missing;
  await pools.write.query(
    `update parked_event set requested_at = $7 where tenant_id = $1 and job_id = $2 and consumer = $3
        and producer = $4 and series = $5 and sequence = $6`,
    [tenant_id, job_id, name, producer, series, to + 1, clock.now()],
  );
  const meta = { tenant: tenant_id, actor: `consumer:${name}`, requestId: missing.event_id };
  try {
    const reply = await transport.call(producer, repeatAction, missing, meta);
    const { repeated } = answer.parse(unwrap(reply, `${producer}.${repeatAction}`));
    log.warn({ consumer: name, job_id, repeated }, 'requested the predecessors of a parked event');
  } catch (err) {
    log.warn({ err, consumer: name, job_id }, 'requesting predecessors failed');
  }
}

/** The producer's side. */
export const repeatPredecessors =
  (runtime: Runtime): ActionHandler =>
  async (input) => {
    const parsed = gap.safeParse(input);
    if (!parsed.success) return { invalid: [] };
    try {
      return { ok: { repeated: await repeat(runtime, parsed.data) } };
    } catch (err) {
      runtime.log.warn({ err }, 'repeating requested events failed; the consumer gets unavailable');
      return { fault: 'unavailable' };
    }
  };

async function repeat(runtime: Runtime, missing: Gap): Promise<number> {
  const { service, pools, metrics } = runtime;
  const repeated = await withdrawRows(pools.write, await findRows(runtime, missing));
  metrics.repeated.inc({ service, reason: 'requested' }, repeated);
  if (repeated > 0) runtime.wakeRelay();
  return repeated;
}

/** Rows per scan. An index by job would cost a write per event, for a query that is hardly run. */
const stride = 20_000;

/** Backwards from the parked event: numbers of a job are given in order of the rows' ids. */
async function findRows({ pools }: Runtime, missing: Gap): Promise<string[]> {
  const { tenant_id, job_id, series, event_id, from, to } = missing;
  const known = await pools.write.query<{ id: string; oldest: string }>(
    'select id, (select min(id) from outbox) as oldest from outbox where event_id = $1',
    [event_id],
  );
  const found: string[] = [];
  let end = Number(known.rows[0]?.id ?? 0);
  const oldest = Number(known.rows[0]?.oldest ?? 0);
  while (end > oldest && found.length <= to - from) {
    const { rows } = await pools.write.query<{ id: string }>(
      `select id from outbox where id >= $1 and id < $2 and tenant_id = $3 and job_id = $4
          and series = $5 and sequence between $6 and $7`,
      [end - stride, end, tenant_id, job_id, series, from, to],
    );
    found.push(...rows.map(({ id }) => id));
    end -= stride;
  }
  return found;
}
