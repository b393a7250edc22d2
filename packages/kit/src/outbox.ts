/** Events on their way into the outbox: checked against the contract, numbered per job. */
import type { Contract } from '@svc/contracts';
import { newId } from './ids.ts';
import type { Statement } from './transaction.ts';

export interface OutboxEvent {
  event_id: string;
  tenant_id: string;
  job_id: string;
  type: string;
  data: unknown;
  facts: unknown;
}

/** Collects what a handler emits. An event that does not fit its contract is a bug, and throws. */
export function collectEvents(contract: Contract, tenant: string, now: Date) {
  const events: OutboxEvent[] = [];
  const emit = (
    type: string,
    data: unknown,
    facts: unknown,
    options: { jobId?: string; tenant?: string } = {},
  ): void => {
    const shape = contract.events[type];
    if (!shape) throw new Error(`${contract.name} has no event ${type}`);
    events.push({
      event_id: newId('evt_', now),
      tenant_id: options.tenant ?? tenant,
      job_id: options.jobId ?? '',
      type,
      data: shape.data.parse(data),
      facts: shape.facts.parse(facts),
    });
  };
  return { events, emit };
}

/**
 * One statement: numbers the events per job (the counter's row lock holds until commit, so the
 * numbers have no gaps) and inserts them. $8 to $10 are the jobs and how many events each has,
 * `behind` how many of its job follow an event.
 */
const insertEventsSql = `
  with numbered as (
    insert into job_sequence as s (tenant_id, job_id, last)
    select t, j, n from unnest($8::text[], $9::text[], $10::int[]) as job(t, j, n)
    on conflict (tenant_id, job_id) do update set last = s.last + excluded.last
    returning tenant_id, job_id, last
  )
  insert into outbox (event_id, tenant_id, job_id, sequence, type, data, facts, created_at)
  select e.event_id, e.tenant_id, e.job_id, coalesce(last - behind, 0), type, data, facts, $11
    from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::text[], $6::json[], $7::json[])
      with ordinality
      as e(event_id, tenant_id, job_id, behind, type, data, facts, place)
    left join numbered using (tenant_id, job_id)
   order by place`;

export function insertEvents(events: readonly OutboxEvent[], now: Date): Statement {
  const jobs = new Map<string, { tenant_id: string; job_id: string; n: number }>();
  const behind = events.toReversed().map(({ tenant_id, job_id }) => {
    const key = `${tenant_id} ${job_id}`;
    const job = jobs.get(key) ?? { tenant_id, job_id, n: 0 };
    jobs.set(key, { ...job, n: job.n + 1 });
    return job.n;
  });
  // In one order everywhere: whoever numbers events of the same jobs waits instead of deadlocking.
  const counted = [...jobs].filter(([, { job_id }]) => job_id !== '').toSorted(byKey);
  return {
    name: 'kit-outbox-insert',
    text: insertEventsSql,
    values: [
      events.map(({ event_id }) => event_id),
      events.map(({ tenant_id }) => tenant_id),
      events.map(({ job_id }) => job_id),
      behind.toReversed(),
      events.map(({ type }) => type),
      events.map(({ data }) => JSON.stringify(data)),
      events.map(({ facts }) => JSON.stringify(facts)),
      counted.map(([, { tenant_id }]) => tenant_id),
      counted.map(([, { job_id }]) => job_id),
      counted.map(([, { n }]) => n),
      now,
    ],
  };
}

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : 1;
