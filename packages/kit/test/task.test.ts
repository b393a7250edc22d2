import { command, defineContract } from '@svc/contracts';
import { until } from '@svc/devnet';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Refusal } from '../src/calls/refusal.ts';
import { bind } from '../src/service/bind.ts';
import { heldClock } from '../src/service/clock.ts';
import { defineService } from '../src/service/service.ts';
import { type EnqueueOptions, taskType } from '../src/tasks/task.ts';
import { startServices } from '../src/testing/testing.ts';

const letters = defineContract({
  name: 'letters',
  actions: {
    write: command({
      input: z.object({
        text: z.string(),
        at: z.string().optional(),
        key: z.string().optional(),
        queue: z.string().optional(),
        is_refused: z.boolean().default(false),
      }),
      output: z.object({}),
      refusals: ['already_cancelled'],
    }),
  },
  events: {},
});

const payload = z.object({ text: z.string().max(20) });
const sendLetter = taskType('send-letter', payload, { attemptsMax: 3 });
const unhandled = taskType('unhandled', payload);
const { command: implement, task } = bind()(letters, {});

/** What a letter of this text does when it is sent. */
const effects = new Map<string, () => Promise<void>>();
let sent: string[] = [];
afterEach(() => {
  effects.clear();
  sent = [];
});

const lettersService = defineService({
  contract: letters,
  calls: {},
  config: z.object({}),
  migrations: [{ name: '0001-letter', sql: 'create table letter (text text)' }],
  reactions: [],
  schedules: [],
  tasks: [
    task(sendLetter, async ({ text }, { transaction }) => {
      await effects.get(text)?.();
      await transaction(async () => {
        sent.push(text);
      });
    }),
  ],
  actions: {
    write: implement('write', {
      handle: async ({ text, at, key, queue, is_refused }, { enqueue }) => {
        const options: EnqueueOptions = {
          ...(at && { at: new Date(at) }),
          ...(key && { key }),
          ...(queue && { queue }),
        };
        enqueue(text === 'unhandled' ? unhandled : sendLetter, { text }, options);
        if (is_refused) throw new Refusal('already_cancelled', 'not sent');
        return {};
      },
    }),
  },
});

type App = Awaited<ReturnType<typeof startServices<typeof lettersService>>>;
type Letter = z.input<typeof letters.actions.write.input>;
const write = (app: App, letter: Letter) =>
  app.call([letters, 'write'], { is_refused: false, ...letter }, { tenant: 'ten_l' });
const left = async (app: App) =>
  (
    await app.owner.query<{
      attempts: number;
      last_error: string | null;
      locked_by: string | null;
    }>(
      "select attempts, last_error, locked_by from letters_worker.jobs where task_identifier = 'send-letter'",
    )
  ).rows;
const isSent = (...texts: string[]) =>
  until(async () => sent.length >= texts.length, { timeoutMs: 60_000, what: texts.join() }).then(
    () => expect(sent).toEqual(texts),
  );

describe('a task', () => {
  const clock = heldClock('2026-03-02T08:00:00Z');
  let app: App;
  beforeAll(async () => {
    app = await startServices([lettersService], { clock });
  });
  afterAll(() => app?.stop());

  it('runs after the commit of the command that enqueued it, and leaves nothing', async () => {
    expect(await write(app, { text: 'a' })).toEqual({ ok: {} });
    await isSent('a');
    await until(async () => (await left(app)).length === 0, { timeoutMs: 60_000, what: 'its end' });
  });

  it('does not exist if the command was refused', async () => {
    expect(await write(app, { text: 'b', is_refused: true })).toHaveProperty('refused');
    expect(await left(app)).toEqual([]);
  });

  it('waits for its run time, by the clock', async () => {
    const at = new Date(clock.now().getTime() + 60_000).toISOString();
    await write(app, { text: 'later', at });
    await write(app, { text: 'now' });
    await isSent('now');
    clock.advanceMs(60_000);
    await isSent('now', 'later');
  });

  it('is replaced by a later one with its key', async () => {
    const at = new Date(clock.now().getTime() + 60_000).toISOString();
    await write(app, { text: 'first', at, key: 'one' });
    await write(app, { text: 'second', at, key: 'one' });
    clock.advanceMs(60_000);
    await isSent('second');
  });

  it('is tried again with growing pauses, then given up, counted and kept', async () => {
    effects.set('lost', () => Promise.reject(new Error('no post today')));
    const tried = (attempts: number) =>
      until(
        async () => (await left(app)).some((row) => row.attempts === attempts && !row.locked_by),
        { timeoutMs: 60_000, what: `attempt ${attempts}` },
      );
    await write(app, { text: 'lost' });
    await tried(1);
    // e and e² seconds.
    for (const [attempts, ms] of [
      [2, 2_719],
      [3, 7_390],
    ] as const) {
      clock.advanceMs(ms);
      await tried(attempts);
    }
    clock.advanceMs(24 * 60 * 60_000);
    await write(app, { text: 'after' });
    await isSent('after');
    expect(await left(app)).toMatchObject([{ attempts: 3, last_error: 'Error: no post today' }]);
    const metrics = await app.host.metrics.registry.metrics();
    const counted = (outcome: string) =>
      `svc_task_total{service="letters",task="send-letter",outcome="${outcome}"}`;
    expect(metrics).toContain(`${counted('failed')} 2`);
    expect(metrics).toContain(`${counted('given_up')} 1`);
  });

  it('can be had tried again by an operator once it was given up', async () => {
    const { rows } = await app.owner.query('select id from letters_worker.jobs');
    await app.owner.query(
      'select letters_worker.reschedule_jobs(array[$1::bigint], $2, attempts => 0)',
      [rows[0].id, clock.now()],
    );
    await isSent('lost');
  });

  it('fails, and has no effect, with a payload that this version cannot read', async () => {
    await app.owner.query(
      "select letters_worker.add_job('send-letter', '{\"words\":1}', run_at => $1, max_attempts => 1)",
      [clock.now()],
    );
    const isGivenUp = async () => (await left(app)).some((row) => row.last_error?.includes('text'));
    await until(isGivenUp, { timeoutMs: 60_000, what: 'the attempt' });
    expect(sent).toEqual([]);
    await app.owner.query('delete from letters_worker._private_jobs');
  });

  it.each([
    ['a payload that does not fit', 'more than twenty characters'],
    ['a type without handler', 'unhandled'],
  ])('is not enqueued with %s: a fault, and nothing is committed', async (_what, text) => {
    expect(await write(app, { text })).toHaveProperty('fault');
    expect(await left(app)).toEqual([]);
  });
});

describe('the runner', () => {
  let app: App;
  beforeAll(async () => {
    app = await startServices([lettersService], { timers: true });
  });
  afterAll(() => app?.stop());

  it('takes a task of now at once, under the runtime role', async () => {
    await write(app, { text: 'a' });
    await isSent('a');
  });

  it('runs the tasks of a queue one at a time, and others beside them', async () => {
    const slow = Promise.withResolvers<void>();
    effects.set('one', () => slow.promise);
    await write(app, { text: 'one', queue: 'q' });
    await write(app, { text: 'two', queue: 'q' });
    await write(app, { text: 'other' });
    await isSent('other');
    slow.resolve();
    await isSent('other', 'one', 'two');
  });

  it('releases what a dead one had in hand, and nothing of the living', async () => {
    const slow = Promise.withResolvers<void>();
    effects.set('alive', () => slow.promise);
    await write(app, { text: 'alive' });
    const isTaken = async () => (await left(app)).some((row) => row.locked_by);
    await until(isTaken, { timeoutMs: 60_000, what: 'the task to run' });
    await app.owner.query(
      `insert into letters_worker._private_jobs (task_id, payload, attempts, locked_at, locked_by)
       select id, '{"text":"orphan"}', 1, now(), 'pool-dead' from letters_worker._private_tasks
        where identifier = 'send-letter'`,
    );
    await app.owner.query(
      "update letters_worker._private_jobs set locked_at = now() - interval '1 minute'",
    );
    await app.runSchedule('letters', 'release-tasks');
    await isSent('orphan');
    await until(async () => (await left(app)).length === 1, { timeoutMs: 60_000, what: 'its end' });
    expect(await left(app)).toMatchObject([{ attempts: 1, locked_by: expect.any(String) }]);
    expect(sent).toEqual(['orphan']);
    slow.resolve();
    await isSent('orphan', 'alive');
  });
});

it('stopping awaits the task that runs', async () => {
  const app = await startServices([lettersService], { timers: true });
  const slow = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  effects.set('slow', async () => {
    begun.resolve();
    await slow.promise;
  });
  await write(app, { text: 'slow' });
  await begun.promise;
  const stopped = app.stop();
  slow.resolve();
  await stopped;
  expect(sent).toEqual(['slow']);
});
