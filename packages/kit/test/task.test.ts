import { until } from '@svc/devnet';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { heldClock } from '../src/service/clock.ts';
import { startServices } from '../src/testing/start-services.ts';
import { currentTraceparent, withTraceparent } from '../src/tracing/trace-context.ts';
import { type App, effects, isSent, left, lettersService, sent, write } from './letters.ts';

afterEach(() => {
  effects.clear();
  sent.length = 0;
});

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

  it('runs in the trace of the command that enqueued it', async () => {
    const traceparent = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`;
    let current: string | undefined;
    effects.set('traced', async () => {
      current = currentTraceparent();
    });
    await withTraceparent(traceparent, () => write(app, { text: 'traced' }));
    await isSent('traced');
    expect(current).toBe(traceparent);
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
    await until(async () => (await left(app)).length === 1, { timeoutMs: 60_000, what: 'its end' });
    expect(await left(app)).toMatchObject([{ attempts: 3, last_error: 'Error: no post today' }]);
    const metrics = await app.host.metrics.scrape();
    const counted = (outcome: string) =>
      `svc_task_attempts_total{service="letters",task="send-letter",outcome="${outcome}"}`;
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
