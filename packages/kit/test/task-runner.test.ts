import { connect, createServer, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { freePort, until } from '@svc/devnet';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { heldClock } from '../src/service/clock.ts';
import { keepRunner } from '../src/tasks/runner.ts';
import { startServices } from '../src/testing/start-services.ts';
import { type App, effects, isSent, left, lettersService, sent, write } from './letters.ts';

afterEach(() => {
  vi.restoreAllMocks();
  effects.clear();
  sent.length = 0;
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

describe('a runner that loses its database', () => {
  let app: App;
  let role: string;
  beforeAll(async () => {
    app = await startServices([lettersService], { timers: true });
    role = new URL(app.service('letters').databaseUrl).username;
  });
  afterAll(() => app?.stop());

  const cut = async () => {
    await app.owner.query(`alter role ${role} nologin`);
    await app.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'letters:tasks'`,
    );
  };
  const restore = () => app.owner.query(`alter role ${role} login`);

  it.each([
    ['succeeded', undefined, ['first', 'b', 'c', 'd', 'next', 'first']],
    ['failed', new Error('no post today'), ['b', 'c', 'd', 'next', 'first']],
  ])('begins again, and runs once more what %s meanwhile', async (_how, fault, texts) => {
    const warn = vi.spyOn(app.service('letters').runtime.log, 'warn').mockReturnValue();
    const first = Promise.withResolvers<void>();
    const others = ['b', 'c', 'd'].map((text) => ({ text, ...Promise.withResolvers<void>() }));
    for (const { text, promise } of [{ text: 'first', ...first }, ...others]) {
      effects.set(text, () => promise);
      await write(app, { text });
    }
    const locked = async () => (await left(app)).filter((row) => row.locked_by).length;
    await until(async () => (await locked()) === 4, {
      timeoutMs: 60_000,
      what: 'the tasks to run',
    });
    await cut();
    if (fault) first.reject(fault);
    else first.resolve();
    const isLost = () => warn.mock.calls.some(([, text]) => /^Failed to \w+ jobs/.test(`${text}`));
    await until(isLost, { timeoutMs: 60_000, what: 'the end that cannot be written' });
    await restore();
    effects.delete('first');
    for (const [place, { resolve }] of others.entries()) {
      resolve();
      const isWritten = async () => (await locked()) === 3 - place;
      await until(isWritten, { timeoutMs: 60_000, what: 'the other ends' });
    }
    await write(app, { text: 'next' });
    await isSent(...texts.slice(0, -1));
    await app.owner.query(
      "update letters_worker._private_jobs set locked_at = locked_at - interval '1 minute'",
    );
    await app.runSchedule('letters', 'release-tasks');
    await isSent(...texts);
    await until(async () => (await left(app)).length === 0, { timeoutMs: 60_000, what: 'its end' });
  });
});

it.each([
  ['ahead', 600_000],
  ['behind', -600_000],
])('a task of now that a clock %s enqueued runs at once by the right one', async (_how, ms) => {
  const clock = heldClock(new Date(Date.now() + ms));
  const app = await startServices([lettersService], { timers: true, clock });
  await write(app, { text: 'now' });
  await isSent('now');
  await app.stop();
});

describe('a runner whose database takes no connections at its start', () => {
  it('begins when it does', async () => {
    const app = await startServices([lettersService]);
    const { runtime, databaseUrl } = app.service('letters');
    const url = new URL(databaseUrl);
    const postgres = { host: url.hostname, port: Number(url.port) };
    url.port = String(await freePort());
    const ran = Promise.withResolvers<void>();
    const taskList = { greet: async () => ran.resolve() };
    const parts = { name: 'late', concurrency: 1, pollMs: 100, taskList };
    const runner = await keepRunner(runtime, { ...parts, databaseUrl: url.href });
    const sockets = new Set<Socket>();
    const relay = createServer((near) => {
      const far = connect(postgres);
      for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined));
      near.pipe(far).pipe(near);
    });
    relay.listen(Number(url.port), '127.0.0.1');
    await app.owner.query("select letters_worker.add_job('greet')");
    await ran.promise;
    await runner.stop();
    for (const socket of sockets) socket.destroy();
    await promisify(relay.close.bind(relay))();
    await app.stop();
  });

  it('does not start where the failure is for good', async () => {
    const app = await startServices([lettersService]);
    const { runtime, databaseUrl } = app.service('letters');
    const url = new URL(databaseUrl);
    url.pathname = '/absent';
    const parts = { name: 'lost', concurrency: 1, pollMs: 100, taskList: {} };
    await expect(keepRunner(runtime, { ...parts, databaseUrl: url.href })).rejects.toThrow(
      'database "absent" does not exist',
    );
    await app.stop();
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
