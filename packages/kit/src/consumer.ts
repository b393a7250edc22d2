/**
 * Reactions to another service's events: once each, and in order per job.
 *
 * A consumer takes every event of its producer. One that is the next of its job is handled; an
 * early one is parked and worked off after its predecessor; one that was seen before is dropped.
 * Inbox rows, cursors, effects and the reactions' own events share one transaction; events that
 * wait together share it too, and all of them come to nothing when one fails.
 */
import type { Envelope } from '@svc/contracts';
import type { QueryResult } from 'pg';
import { kyselyOver } from './database/kysely.ts';
import { insertEvents, type OutboxEvent } from './outbox.ts';
import { park, workOff } from './parked.ts';
import type { Runtime } from './runtime.ts';
import { inTransaction, type Statement } from './transaction.ts';
import { advance, type Consumer, columnsOf, react, type Turn } from './turn.ts';

export type Taken = 'handled' | 'parked' | 'repeated';

export interface Taking {
  /** Removes it, in the same transaction, from where it lay. */
  withdrawn?: readonly Statement[];
  /** What is parked behind it stays there: should the process die, it was this event alone. */
  alone?: boolean;
}

/** Takes one event in its turn. */
export async function takeEvent(
  runtime: Runtime,
  consumer: Consumer,
  envelope: Envelope,
  taking?: Taking,
): Promise<Taken> {
  const taken = await takeEvents(runtime, consumer, [envelope], taking);
  return taken.get(envelope) ?? 'repeated';
}

/** Takes events, each in its turn. */
export async function takeEvents(
  runtime: Runtime,
  consumer: Consumer,
  envelopes: readonly Envelope[],
  { withdrawn = [], alone = false }: Taking = {},
): Promise<Map<Envelope, Taken>> {
  const now = runtime.clock.now();
  const emitted: OutboxEvent[] = [];
  const taken = await inTransaction(runtime.pools.write, {
    openings: [...withdrawn, ...openings(consumer, envelopes, now)],
    work: async (client, answers) => {
      const db = kyselyOver<unknown>(client);
      const turn: Turn = { runtime, consumer, client, db, now, emitted, cursors: new Map() };
      const result = await takeInTurn(turn, envelopes, answers.slice(withdrawn.length));
      if (!alone) await workOff(turn);
      return { result, endings: endings(turn) };
    },
  });
  if (emitted.length > 0) runtime.wakeRelay();
  return taken;
}

type JobKey = Pick<Envelope, 'tenant_id' | 'job_id'>;
const keyOf = ({ tenant_id, job_id }: JobKey) => `${tenant_id} ${job_id}`;

/** Inbox rows, and for events of jobs the cursors, whose locks keep their other events waiting. */
function openings(
  { name, producer, ordered }: Consumer,
  envelopes: readonly Envelope[],
  now: Date,
): Statement[] {
  const ofJobs = envelopes.filter(({ sequence }) => ordered && sequence > 0);
  const jobs = [...new Map(ofJobs.map((envelope) => [keyOf(envelope), envelope])).values()];
  const inbox: Statement = {
    name: 'kit-inbox-insert',
    text: `insert into inbox (consumer, event_id, received_at)
             select $1, id, $3 from unnest($2::text[]) as event(id) order by id
             on conflict do nothing returning event_id`,
    values: [name, envelopes.map(({ id }) => id), now],
  };
  const cursors: Statement = {
    name: 'kit-cursor-lock',
    // Cursors of before tenants were told apart have none: where such a one stood, it goes on.
    text: `insert into job_cursor (consumer, producer, tenant_id, job_id, next)
             select $1, $2, tenant, job, coalesce(
               (select next from job_cursor
                 where tenant_id = '' and job_id = job and consumer = $1 and producer = $2), 1)
               from unnest($3::text[], $4::text[]) as event(tenant, job) order by tenant, job
             on conflict (tenant_id, job_id, consumer, producer) do update set next = job_cursor.next
             returning tenant_id, job_id, next`,
    values: [
      ...[name, producer],
      ...[jobs.map(({ tenant_id }) => tenant_id), jobs.map(({ job_id }) => job_id)],
    ],
  };
  return jobs.length > 0 ? [inbox, cursors] : [inbox];
}

/** In one order everywhere: two who take events of the same tenants wait instead of deadlocking. */
const byJob = (a: Envelope, b: Envelope): number => {
  const [one, other] = [keyOf(a), keyOf(b)];
  return one === other ? a.sequence - b.sequence : one < other ? -1 : 1;
};

async function takeInTurn(
  turn: Turn,
  envelopes: readonly Envelope[],
  [inbox, cursors]: QueryResult[],
): Promise<Map<Envelope, Taken>> {
  const fresh = new Set<string>(inbox?.rows.map(({ event_id }) => event_id));
  for (const row of cursors?.rows ?? []) {
    turn.cursors.set(keyOf(row), { ...row, hasAdvanced: false });
  }
  const taken = new Map<Envelope, Taken>();
  for (const envelope of envelopes.toSorted(byJob)) {
    taken.set(envelope, fresh.delete(envelope.id) ? await takeOne(turn, envelope) : 'repeated');
  }
  return taken;
}

async function takeOne(turn: Turn, envelope: Envelope): Promise<Taken> {
  const cursor = turn.cursors.get(keyOf(envelope));
  if (envelope.sequence === 0 || !cursor) {
    await react(turn, envelope);
    return 'handled';
  }
  if (envelope.sequence < cursor.next) return 'repeated';
  if (envelope.sequence > cursor.next) {
    await park(turn, envelope);
    return 'parked';
  }
  await react(turn, envelope);
  advance(cursor);
  return 'handled';
}

/** Sent together with COMMIT. */
function endings({ consumer, emitted, cursors, now }: Turn): Statement[] {
  const advanced = [...cursors.values()].filter(({ hasAdvanced }) => hasAdvanced);
  const cursorsTo: Statement = {
    name: 'kit-cursor-advance',
    // They are there; only this way none is ever looked for by reading the whole table.
    text: `insert into job_cursor (consumer, producer, tenant_id, job_id, next)
           select $1, $2, t, j, n from unnest($3::text[], $4::text[], $5::int[]) as cursor(t, j, n)
           on conflict (tenant_id, job_id, consumer, producer) do update set next = excluded.next`,
    values: [consumer.name, consumer.producer, ...columnsOf(advanced)],
  };
  return [
    ...(advanced.length > 0 ? [cursorsTo] : []),
    ...(emitted.length > 0 ? [insertEvents(emitted, now)] : []),
  ];
}
