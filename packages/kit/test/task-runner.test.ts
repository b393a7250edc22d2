import { connect, createServer, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { freePort } from '@svc/devnet';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { keepRunner } from '../src/tasks/runner.ts';
import { startServices } from '../src/testing/start-services.ts';
import { effects, isSent, lettersService, lettersTest, sent } from './letters.ts';
import { becomes } from './notes.ts';

afterEach(() => {
  vi.restoreAllMocks();
  effects.clear();
  sent.length = 0;
});

describe('the runner', () => {
  const app = lettersTest({ timers: true });

  it('runs a due task immediately, under the runtime role', async () => {
    await app.write({ text: 'a' });
    await isSent('a');
  });

  it('runs the tasks of a queue one at a time, and others beside them', async () => {
    const slow = Promise.withResolvers<void>();
    effects.set('one', () => slow.promise);
    await app.write({ text: 'one', queue: 'q' });
    await app.write({ text: 'two', queue: 'q' });
    await app.write({ text: 'other' });
    await isSent('other');
    slow.resolve();
    await isSent('other', 'one', 'two');
  });

  it('releases the tasks of a dead runner, and none of a live one', async () => {
    const slow = Promise.withResolvers<void>();
    effects.set('alive', () => slow.promise);
    await app.write({ text: 'alive' });
    const isTaken = async () => (await app.left()).some((row) => row.locked_by);
    await becomes('the task to run', isTaken);
    await app.sql(
      `insert into letters_worker._private_jobs (task_id, payload, attempts, locked_at, locked_by)
       select id, '{"text":"orphan"}', 1, now(), 'pool-dead' from letters_worker._private_tasks
        where identifier = 'send-letter'`,
    );
    await app.sql(
      "update letters_worker._private_jobs set locked_at = now() - interval '1 minute'",
    );
    await app.runSchedule('release-tasks');
    await isSent('orphan');
    await app.leaves(1);
    expect(await app.left()).toMatchObject([{ attempts: 1, locked_by: expect.any(String) }]);
    expect(sent).toEqual(['orphan']);
    slow.resolve();
    await isSent('orphan', 'alive');
  });
});

describe('a runner that loses its database', () => {
  const app = lettersTest({ timers: true });
  let role: string;
  beforeAll(async () => {
    role = new URL(app.running().service('letters').databaseUrl).username;
  });

  const cut = async () => {
    await app.sql(`alter role ${role} nologin`);
    await app.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'letters:tasks'`,
    );
  };
  const restore = () => app.sql(`alter role ${role} login`);

  it.each([
    ['succeeded', undefined, ['first', 'b', 'c', 'd', 'next', 'first']],
    ['failed', new Error('no post today'), ['b', 'c', 'd', 'next', 'first']],
  ])('reconnects, and runs once more the task that %s meanwhile', async (_how, fault, texts) => {
    const warn = vi.spyOn(app.running().service('letters').runtime.log, 'warn').mockReturnValue();
    const first = Promise.withResolvers<void>();
    const others = ['b', 'c', 'd'].map((text) => ({ text, ...Promise.withResolvers<void>() }));
    for (const { text, promise } of [{ text: 'first', ...first }, ...others]) {
      effects.set(text, () => promise);
      await app.write({ text });
    }
    const locked = async () => (await app.left()).filter((row) => row.locked_by).length;
    await becomes('the tasks to run', async () => (await locked()) === 4);
    await cut();
    if (fault) first.reject(fault);
    else first.resolve();
    const isLost = () => warn.mock.calls.some(([, text]) => /^Failed to \w+ jobs/.test(`${text}`));
    await becomes('the end that cannot be written', isLost);
    await restore();
    effects.delete('first');
    for (const [place, { resolve }] of others.entries()) {
      resolve();
      await becomes('the other ends', async () => (await locked()) === 3 - place);
    }
    await app.write({ text: 'next' });
    await isSent(...texts.slice(0, -1));
    await app.sql(
      "update letters_worker._private_jobs set locked_at = locked_at - interval '1 minute'",
    );
    await app.runSchedule('release-tasks');
    await isSent(...texts);
    await app.leaves(0);
  });
});

describe.each([
  ['ahead', 600_000],
  ['behind', -600_000],
])('a clock %s of the database', (_how, ms) => {
  const app = lettersTest({ timers: true, clock: new Date(Date.now() + ms).toISOString() });

  it('enqueues tasks that run immediately by the right one', async () => {
    await app.write({ text: 'now' });
    await isSent('now');
  });
});

describe('a runner whose database takes no connections at its start', () => {
  const app = lettersTest();

  it('starts when the database accepts them', async () => {
    const { runtime, databaseUrl } = app.running().service('letters');
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
    await app.sql("select letters_worker.add_job('greet')");
    await ran.promise;
    await runner.stop();
    for (const socket of sockets) socket.destroy();
    await promisify(relay.close.bind(relay))();
  });

  it('fails to start where the failure is permanent', async () => {
    const { runtime, databaseUrl } = app.running().service('letters');
    const url = new URL(databaseUrl);
    url.pathname = '/absent';
    const parts = { name: 'lost', concurrency: 1, pollMs: 100, taskList: {} };
    await expect(keepRunner(runtime, { ...parts, databaseUrl: url.href })).rejects.toThrow(
      'database "absent" does not exist',
    );
  });
});

it('stopping a service awaits its running task', async () => {
  const app = await startServices([lettersService], { timers: true });
  const slow = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  effects.set('slow', async () => {
    begun.resolve();
    await slow.promise;
  });
  const { clients } = app;
  await clients('ten_l').letters.write({ text: 'slow' });
  await begun.promise;
  const stopped = app.stop();
  slow.resolve();
  await stopped;
  expect(sent).toEqual(['slow']);
});
