import { afterEach, describe, expect, it } from 'vitest';
import { currentTraceparent, withTraceparent } from '../src/observability/trace-context.ts';
import { effects, isSent, lettersTest, sent } from './letters.ts';
import { becomes } from './notes.ts';

afterEach(() => {
  effects.clear();
  sent.length = 0;
});

describe('a task', () => {
  const app = lettersTest({ clock: '2026-03-02T08:00:00Z' });
  const { clock } = app;

  it('runs after the commit of its command, in its trace, and is deleted', async () => {
    const traceparent = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`;
    let current: string | undefined;
    effects.set('traced', async () => {
      current = currentTraceparent();
    });
    await withTraceparent(traceparent, () => app.write({ text: 'traced' }));
    await isSent('traced');
    expect(current).toBe(traceparent);
    await app.leaves(0);
    expect(await app.write({ text: 'b', is_refused: true })).toHaveProperty('refused');
    expect(await app.left()).toEqual([]);
  });

  it('waits for its run time, by the clock, and is replaced by a later one with its key', async () => {
    const at = new Date(clock.now().getTime() + 60_000).toISOString();
    await app.write({ text: 'later', at });
    await app.write({ text: 'first', at, key: 'one' });
    await app.write({ text: 'now' });
    await isSent('now');
    await app.write({ text: 'second', at, key: 'one', queue: 'q' });
    expect(await app.left()).toHaveLength(2);
    clock.advanceMs(60_000);
    await app.leaves(0);
    expect(sent.toSorted()).toEqual(['later', 'now', 'second']);
  });

  it('is retried with increasing pauses, then given up, counted and kept', async () => {
    effects.set('lost', () => Promise.reject(new Error('no post today')));
    const tried = (attempts: number) =>
      becomes(`attempt ${attempts}`, async () =>
        (await app.left()).some((row) => row.attempts === attempts && !row.locked_by),
      );
    await app.write({ text: 'lost' });
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
    await app.write({ text: 'after' });
    await isSent('after');
    await app.leaves(1);
    expect(await app.left()).toMatchObject([{ attempts: 3, last_error: 'Error: no post today' }]);
    const metrics = await app.running().host.metrics.scrape();
    const counted = (outcome: string) =>
      `svc_task_attempts_total{service="letters",task="send-letter",outcome="${outcome}"}`;
    expect(metrics).toContain(`${counted('failed')} 2`);
    expect(metrics).toContain(`${counted('given_up')} 1`);
  });

  it('can be retried by an operator once it was given up', async () => {
    const rows = await app.sql('select id from letters_worker.jobs');
    await app.sql('select letters_worker.reschedule_jobs(array[$1::bigint], $2, attempts => 0)', [
      rows[0].id,
      clock.now(),
    ]);
    await isSent('lost');
  });

  it('fails without effect for a payload that this version cannot parse', async () => {
    await app.sql(
      "select letters_worker.add_job('send-letter', '{\"words\":1}', run_at => $1, max_attempts => 1)",
      [clock.now()],
    );
    const isGivenUp = async () =>
      (await app.left()).some((row) => row.last_error?.includes('text'));
    await becomes('the attempt', isGivenUp);
    expect(sent).toEqual([]);
    await app.sql('delete from letters_worker._private_jobs');
  });

  it.each([
    ['a payload that does not fit', 'more than twenty characters'],
    ['a type without handler', 'unhandled'],
  ])('is not enqueued with %s: a fault, and nothing is committed', async (_what, text) => {
    expect(await app.write({ text })).toHaveProperty('fault');
    expect(await app.left()).toEqual([]);
  });
});
