/** Writes events to the outbox: checked against the contract, numbered per job. */
import type { Contract } from '@svc/contracts';
import type { SqlStatement } from '../database/transaction.ts';
import { currentTraceparent } from '../observability/trace-context.ts';
import { derivedId, newId } from '../values/ids.ts';

export interface OutboxEvent {
  event_id: string;
  tenant_id: string;
  job_id: string;
  type: string;
  data: unknown;
  internals: unknown;
  /** Trace context of the handler. */
  traceparent: string | undefined;
}

/** Event that a reaction reacts to, and its consumer. */
export interface Cause {
  consumer: string;
  event_id: string;
  created_at: Date;
}

/**
 * Ids of the events that one reaction emits, in their order: the same when the reaction runs again,
 * after a restore to an earlier moment, so that subscribers recognize duplicates.
 */
function idsOf({ consumer, event_id, created_at }: Cause): () => string {
  let nth = 0;
  return () => {
    nth += 1;
    return derivedId('evt_', created_at, `${consumer} ${event_id} ${nth}`);
  };
}

interface Collection {
  tenant: string;
  now: Date;
  events: OutboxEvent[];
  cause?: Cause | undefined;
}

/** The `emit` of a handler. Throws if an event does not fit its contract (a bug). */
export const collectEvents = (contract: Contract, { tenant, now, events, cause }: Collection) => {
  const nextId = cause ? idsOf(cause) : () => newId('evt_', now);
  return (
    type: string,
    data: unknown,
    internals: unknown,
    options: { jobId?: string; tenant?: string } = {},
  ): void => {
    const shape = contract.events[type];
    if (!shape) throw new Error(`${contract.name} has no event ${type}`);
    events.push({
      event_id: nextId(),
      tenant_id: options.tenant ?? tenant,
      job_id: options.jobId ?? '',
      type,
      data: shape.data.parse(data),
      internals: shape.internals.parse(internals),
      traceparent: currentTraceparent(),
    });
  };
};

const columns = `(event_id, tenant_id, job_id, series, sequence, type, data, internals, created_at,
                  traceparent)`;

/**
 * One statement: numbers the events per job (the counter's row lock holds until commit, so the
 * numbers have no gaps) and inserts them. $11 to $13 are the jobs and how many events each has,
 * `behind` how many of its job follow an event. A counter that is new, or was purged, begins a new
 * series, named by the day ($8, days since 1970), so series of a job only grow.
 */
const insertEventsSql = `
  with numbered as (
    insert into job_sequence as s (tenant_id, job_id, last, series, used_on)
    select t, j, n, $8::int, $9::date from unnest($11::text[], $12::text[], $13::int[]) as job(t, j, n)
    on conflict (tenant_id, job_id) do update
      set last = s.last + excluded.last, used_on = excluded.used_on
    returning tenant_id, job_id, last, series
  )
  insert into outbox ${columns}
  select e.event_id, e.tenant_id, e.job_id, coalesce(series, 0), coalesce(last - behind, 0),
         type, data, internals, $7, traceparent
    from unnest($1::text[], $2::int[], $3::text[], $4::json[], $5::json[], $6::text[], $10::text[],
                $14::text[])
      with ordinality
      as e(event_id, behind, type, data, internals, traceparent, tenant_id, job_id, place)
    left join numbered using (tenant_id, job_id)
   order by place`;

/** Events of one job ($10, $11), of which most transactions have no others: at half the cost. */
const insertEventsOfJobSql = `
  with numbered as (
    insert into job_sequence as s (tenant_id, job_id, last, series, used_on)
    values ($10, $11, cardinality($1::text[]), $8::int, $9::date)
    on conflict (tenant_id, job_id) do update
      set last = s.last + excluded.last, used_on = excluded.used_on
    returning tenant_id, job_id, last, series
  )
  insert into outbox ${columns}
  select event_id, tenant_id, job_id, series, last - behind, type, data, internals, $7, traceparent
    from numbered
   cross join unnest($1::text[], $2::int[], $3::text[], $4::json[], $5::json[], $6::text[])
      as e(event_id, behind, type, data, internals, traceparent)
   order by behind desc`;

export function insertEvents(events: readonly OutboxEvent[], now: Date): SqlStatement {
  const jobs = new Map<string, { tenant_id: string; job_id: string; n: number }>();
  const behind = events.toReversed().map(({ tenant_id, job_id }) => {
    const key = `${tenant_id} ${job_id}`;
    const job = jobs.get(key) ?? { tenant_id, job_id, n: 0 };
    jobs.set(key, { ...job, n: job.n + 1 });
    return job.n;
  });
  const values = [
    events.map(({ event_id }) => event_id),
    behind.toReversed(),
    events.map(({ type }) => type),
    events.map(({ data }) => JSON.stringify(data)),
    events.map(({ internals }) => JSON.stringify(internals)),
    events.map(({ traceparent }) => traceparent),
    now,
    ...[Math.floor(now.getTime() / dayMs), utcDate(now)],
  ];
  const [first] = events;
  if (first && first.job_id !== '' && jobs.size === 1) {
    return {
      name: 'kit-outbox-insert-job',
      text: insertEventsOfJobSql,
      values: [...values, first.tenant_id, first.job_id],
    };
  }
  // Counters are locked in one order, so that concurrent transactions cannot deadlock.
  const counted = [...jobs].filter(([, { job_id }]) => job_id !== '').toSorted(byKey);
  return {
    name: 'kit-outbox-insert',
    text: insertEventsSql,
    values: [
      ...values,
      events.map(({ tenant_id }) => tenant_id),
      counted.map(([, { tenant_id }]) => tenant_id),
      counted.map(([, { job_id }]) => job_id),
      counted.map(([, { n }]) => n),
      events.map(({ job_id }) => job_id),
    ],
  };
}

const dayMs = 24 * 60 * 60 * 1000;
/** UTC date, `YYYY-MM-DD`. */
export const utcDate = (now: Date): string => now.toISOString().slice(0, 10);

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : 1;
