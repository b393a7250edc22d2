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
 * numbers have no gaps) and inserts them. $1 the events as JSON, $2 the time.
 */
const insertEventsSql = `
  with event as (
    select e.*, row_number() over (partition by tenant_id, job_id order by place)::int as nth
      from json_to_recordset($1) as e(place int, event_id text, tenant_id text, job_id text,
                                      type text, data json, facts json)
  ), numbered as (
    insert into job_sequence as s (tenant_id, job_id, last)
    select tenant_id, job_id, count(*) from event where job_id <> ''
     group by tenant_id, job_id order by tenant_id, job_id
    on conflict (tenant_id, job_id) do update set last = s.last + excluded.last
    returning tenant_id, job_id, last
  ), total as (
    select tenant_id, job_id, count(*)::int as n from event group by tenant_id, job_id
  )
  insert into outbox (event_id, tenant_id, job_id, sequence, type, data, facts, created_at)
  select e.event_id, e.tenant_id, e.job_id, coalesce(d.last - t.n + e.nth, 0),
         e.type, e.data, e.facts, $2
    from event e
    join total t using (tenant_id, job_id)
    left join numbered d using (tenant_id, job_id)
   order by e.place`;

export const insertEvents = (events: readonly OutboxEvent[], now: Date): Statement => ({
  name: 'kit-outbox-insert',
  text: insertEventsSql,
  values: [JSON.stringify(events.map((event, place) => ({ place, ...event }))), now],
});
