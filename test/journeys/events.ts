/** Events of a tenant in all outboxes, checked against the contracts. */
import { type Contract, serviceContracts, webhooks } from '@svc/contracts';
import { until } from '@svc/devnet';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Stage } from './environment.ts';
import { resource, type Send } from './http.ts';

const rowForm = z.object({
  event_id: z.string().regex(/^evt_[0-9A-Z]{26}$/),
  job_id: z.string(),
  sequence: z.int(),
  type: z.string(),
  data: z.record(z.string(), z.unknown()),
  internals: z.record(z.string(), z.unknown()),
  published_at: z.date(),
});
type Event = z.infer<typeof rowForm>;

const contracts: readonly Contract[] = serviceContracts;

/**
 * All events of a tenant, service by service in the order of their emission, once they are on the
 * bus. Each fits its contract without a member too many, and those of a job count 1, 2, 3 …
 */
export async function eventsOf(stage: Stage, tenant: string): Promise<Event[]> {
  const found = await Promise.all(contracts.map((contract) => ofService(stage, contract, tenant)));
  return found.flat();
}

async function ofService({ owner }: Stage, contract: Contract, tenant: string) {
  const select = `select * from ${contract.name}.outbox where tenant_id = $1 order by id`;
  const rows = await until(
    async () => {
      const result = await owner.query(select, [tenant]);
      return result.rows.every((row) => row.published_at !== null) ? result.rows : undefined;
    },
    { timeoutMs: 60_000, what: `the events of ${contract.name} to be published` },
  );
  const events = rows.map((row) => rowForm.parse(row));
  for (const event of events) checkShape(contract, event);
  for (const [job, own] of Map.groupBy(events, (event) => event.job_id)) {
    const expected = own.map((_, i) => (job === '' ? 0 : i + 1));
    expect(
      own.map(({ sequence }) => sequence),
      `sequence of ${job}`,
    ).toEqual(expected);
  }
  return events;
}

const feedPage = webhooks.actions.listEvents.output;

/** A job's events as subscribers may fetch them: so many, numbered 1, 2, 3 … across all services. */
export async function feedOf({ send }: { send: Send }, job: string, count: number) {
  const fetched = async () => {
    const { data } = resource(await send('GET /events?limit=100'), 200, feedPage);
    const own = data.filter(({ job_id }) => job_id === job);
    return own.length >= count ? own : undefined;
  };
  const own = await until(fetched, { timeoutMs: 60_000, what: `${count} events in the feed` });
  expect(own.map(({ sequence }) => sequence)).toEqual(own.map((_, i) => i + 1));
  for (const { type, data } of own) {
    const shape = contracts.find(({ events }) => type in events)?.events[type];
    expect(shape?.data.parse(data), type).toEqual(data);
  }
  return own;
}

function checkShape(contract: Contract, { type, data, internals }: Event): void {
  const shape = contract.events[type];
  if (!shape) throw new Error(`${contract.name} has no event ${type}`);
  expect(shape.data.parse(data), type).toEqual(data);
  expect(shape.internals.parse(internals), `internals of ${type}`).toEqual(internals);
}
