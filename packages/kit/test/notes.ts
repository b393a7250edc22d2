/** Two small services to try the kit with: one writes notes, the other hears of them. */
import {
  command,
  defineContract,
  type Envelope,
  internalEvent,
  quarantinedEvents,
  query,
} from '@svc/contracts';
import { until } from '@svc/devnet';
import { z } from 'zod';
import { Refusal } from '../src/calls/refusal.ts';
import { type ConsumeResult, consumeEvents } from '../src/events/consumer.ts';
import { consumersOf } from '../src/events/reactions.ts';
import { bind } from '../src/service/bind.ts';
import { defineService, type ServiceDefinition } from '../src/service/service.ts';
import { serviceTest } from '../src/testing/service-test.ts';
import { newId } from '../src/values/ids.ts';

const note = z.object({ id: z.string(), text: z.string() });

const hearing = defineContract({
  name: 'hearing',
  actions: {
    heard: query({
      input: z.object({ job_id: z.string() }),
      output: z.object({ texts: z.array(z.string()) }),
      refusals: [],
    }),
    /** For gather: refuses what a test wants refused. */
    allow: query({
      input: z.object({ text: z.string() }),
      output: z.object({ allowed: z.boolean() }),
      refusals: ['quote_expired'],
    }),
  },
  events: { ...quarantinedEvents },
});

export const notes = defineContract({
  name: 'notes',
  actions: {
    add: command({
      input: z.object({
        text: z.string().min(1),
        job_id: z.string().default('job_1'),
        times: z.int().default(1),
        ask: z.boolean().default(false),
      }),
      output: note,
      refusals: ['reason_required', 'already_cancelled', 'quote_expired', 'rate_limited'],
      issues: { 'text.too_small': 'reason_required' },
    }),
    /** Gathers first; refused from then on. */
    addBefore: command({
      input: z.object({ text: z.string(), before: z.iso.datetime() }),
      output: note,
      refusals: ['quote_expired'],
    }),
    reveal: command({
      input: z.object({}),
      output: z.object({ secret: z.string() }),
      refusals: [],
      secret: true,
    }),
    list: query({ input: z.object({}), output: z.object({ data: z.array(note) }), refusals: [] }),
    /** Tries to write where it must not. */
    misuse: query({ input: z.object({}), output: z.object({}), refusals: [] }),
  },
  events: {
    'note.added': internalEvent({
      description: 'A note was added.',
      data: z.object({ text: z.string() }),
      internals: z.object({ length: z.int() }),
    }),
    'note.ignored': internalEvent({
      description: 'A note that nobody reacts to.',
      data: z.object({}),
      internals: z.object({}),
    }),
  },
});

interface NotesTables {
  note: { tenant_id: string; id: string; text: string };
}

const bound = bind<NotesTables>()(notes, { hearing });

export const notesService = defineService({
  contract: notes,
  calls: { hearing },
  config: z.object({}),
  migrations: [
    {
      name: '0001-note',
      sql: 'create table note (tenant_id text, id text, text text, primary key (tenant_id, id))',
    },
  ],
  reactions: [],
  purge: bound.purge(['hearing'], { tables: ['note'] }),
  schedules: [
    bound.every('tidy', '* * * * *', async ({ db }) => {
      const { numDeletedRows } = await db
        .deleteFrom('note')
        .where('id', 'in', db.selectFrom('note').select('id').where('text', '=', 'old').limit(2))
        .executeTakeFirst();
      return numDeletedRows === 2n ? 'again' : undefined;
    }),
  ],
  actions: {
    add: bound.command('add', {
      gather: async ({ text, ask }, { clients }) =>
        ask ? clients.hearing.allow({ text }) : undefined,
      handle: async ({ text, job_id, times }, { db, tenant, now, emit }) => {
        const row = { tenant_id: tenant, id: newId('req_', now), text };
        await db.insertInto('note').values(row).execute();
        if (text === 'forbidden') throw new Refusal('already_cancelled', 'not this one');
        if (text === 'remembered' || text === 'too often') {
          emit('note.added', { text }, { length: text.length }, { jobId: job_id });
          const code = text === 'remembered' ? 'already_cancelled' : 'rate_limited';
          throw new Refusal(code, 'but it was noted', { keepsWrites: true });
        }
        if (text === 'undeclared') throw new Refusal('in_custody', 'not in the contract');
        if (text === 'bug') throw new Error('a bug');
        for (let n = 0; n < times; n += 1) {
          emit('note.added', { text }, { length: text.length }, { jobId: job_id });
        }
        return { id: row.id, text };
      },
    }),
    addBefore: bound.command('addBefore', {
      gather: async ({ before }, { now }) => {
        if (now >= new Date(before)) throw new Refusal('quote_expired', 'too late');
      },
      gathersFirst: true,
      handle: async ({ text }, { db, tenant, now }) => {
        const row = { tenant_id: tenant, id: newId('req_', now), text };
        await db.insertInto('note').values(row).execute();
        return { id: row.id, text };
      },
    }),
    reveal: bound.command('reveal', {
      handle: async (_input, { now }) => ({ secret: newId('key_', now) }),
    }),
    list: bound.query('list', async (_input, { db, tenant }) => ({
      data: await db
        .selectFrom('note')
        .select(['id', 'text'])
        .where('tenant_id', '=', tenant)
        .orderBy('id')
        .execute(),
    })),
    misuse: bound.query('misuse', async (_input, { db, tenant }) => {
      await db.insertInto('note').values({ tenant_id: tenant, id: 'x', text: 'x' }).execute();
      return {};
    }),
  },
});

interface HearingTables {
  heard: { job_id: string; sequence: number; text: string };
  trouble: { text: string };
}

const ears = bind<HearingTables>()(hearing, { notes });

export const hearingService = defineService({
  contract: hearing,
  calls: { notes },
  config: z.object({}),
  migrations: [
    {
      name: '0001-heard',
      sql: `create table heard (job_id text, sequence int, text text, primary key (job_id, sequence));
            create table trouble (text text primary key);
            revoke update, delete on heard from :runtime_role`,
    },
  ],
  schedules: [],
  reactions: [
    ears.on('notes', 'note.added', async ({ job_id, sequence, data }, { db }) => {
      const trouble = await db
        .selectFrom('trouble')
        .selectAll()
        .where('text', '=', data.text)
        .executeTakeFirst();
      if (trouble) throw new Error('told to fail');
      await db.insertInto('heard').values({ job_id, sequence, text: data.text }).execute();
    }),
  ],
  actions: {
    heard: ears.query('heard', async ({ job_id }, { db }) => {
      const rows = await db
        .selectFrom('heard')
        .select('text')
        .where('job_id', '=', job_id)
        .orderBy('sequence')
        .execute();
      return { texts: rows.map((row) => row.text) };
    }),
    allow: ears.query('allow', async ({ text }) => {
      if (text === 'expired') throw new Refusal('quote_expired', 'too late');
      return { allowed: true };
    }),
  },
});

/** An event of notes, as the bus delivers it. */
export const noteAdded = (job_id: string, sequence: number, fields: object = {}): Envelope => ({
  id: `evt_${job_id}_${sequence}`,
  producer: 'notes',
  type: 'note.added',
  tenant_id: 'ten_a',
  job_id,
  sequence,
  created_at: '2026-11-02T08:00:00.000Z',
  data: { text: String(sequence) },
  internals: { length: 1 },
  ...fields,
});

/** Events of a job with these numbers. */
export const notesAdded = (job_id: string, ...sequences: number[]): Envelope[] =>
  sequences.map((sequence) => noteAdded(job_id, sequence));

/** Notes, together with hearing. */
export function notesTest(options: Parameters<typeof serviceTest>[1] = {}) {
  const app = serviceTest(notesService, { ...options, neighbours: [hearingService] });
  const hearing = () => app.running().service('hearing');
  const heard = async (job_id: string, tenant = 'ten_a') =>
    (await app.clients(tenant).hearing.heard({ job_id })).texts;
  /** Hearing's consumer, or one that is defined otherwise. */
  const consumer = (changes: Partial<ServiceDefinition> = {}) => {
    const [found] = consumersOf({ ...hearing().definition, ...changes });
    if (!found) throw new Error('hearing listens to notes');
    return found;
  };
  /** Outcome of each event that the consumer handled in one transaction. */
  const take = async (events: readonly Envelope[], by = consumer()) => {
    const taken = await consumeEvents(hearing().runtime, by, events);
    return events.map((event) => taken.get(event));
  };
  return Object.assign(app, {
    hearing,
    consumer,
    take,
    /** The same, each in a transaction of its own. */
    takeEach: async (events: readonly Envelope[], by = consumer()) => {
      const taken: (ConsumeResult | undefined)[] = [];
      for (const event of events) taken.push(...(await take([event], by)));
      return taken;
    },
    /** Texts that hearing has handled of a job, in order. */
    heard,
    /** Resolves when it has handled so many. */
    hears: (job_id: string, count: number) =>
      becomes(`${count} events of ${job_id}`, async () => (await heard(job_id)).length >= count),
    /** Reactions to this text throw; resolves with what ends that. */
    trouble: async (text: string) => {
      await app.sql('insert into hearing.trouble values ($1)', [text]);
      return () => app.sql('delete from hearing.trouble where text = $1', [text]);
    },
    retryParked: () => app.running().runSchedule('hearing', 'retry-parked'),
    metrics: () => app.running().host.metrics.scrape(),
  });
}

/** Awaits a condition. */
export const becomes = (what: string, condition: () => boolean | Promise<boolean>) =>
  until(condition, { timeoutMs: 60_000, what });
