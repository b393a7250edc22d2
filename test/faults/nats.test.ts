/** NATS hanging, gone, gone at start, and back without its data, while bookings go on. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { until } from '@svc/devnet';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { observerBus } from './bus.ts';
import { answerMsMax } from './http.ts';
import { expectExactlyOnce, expectOneOfEach, expectSeenOnce, relayed, seen } from './ledger.ts';
import { longestMs, type Outcome, report, startLoad, tally } from './load.ts';
import { hangMs, lasts, outageMs } from './outage.ts';
import { type FaultStack, startStack } from './stack.ts';

describe.skipIf(!inject('natsUrl'))('NATS', () => {
  let stack: FaultStack;
  const server = () => stack.nats.server();

  beforeAll(async () => {
    stack = await startStack({ postgresUrl: inject('postgresUrl') });
  });
  afterAll(async () => {
    await stack?.stop();
  });

  /** Books before, during and after what `fault` does. */
  const underLoad = async (label: string, fault: () => Promise<void>): Promise<Outcome> => {
    const load = startLoad(stack, { label });
    await until(() => load.count() >= 30, { timeoutMs: 60_000, what: '30 bookings' });
    await fault();
    const then = load.count();
    await until(() => load.count() >= then + 30, { timeoutMs: 60_000, what: '30 bookings after' });
    return load.finish();
  };
  const expectCalm = ({ answers }: Outcome) => {
    const refusals = answers.filter(({ status }) => status !== 201);
    expect(tally(refusals)).toEqual({ 503: refusals.length });
    expect(refusals.length).toBeGreaterThan(0);
    for (const { headers } of refusals) expect(headers.get('retry-after')).toMatch(/^\d+$/);
    expect(longestMs(answers)).toBeLessThan(answerMsMax);
    expect(stack.deaths()).toEqual([]);
  };

  it('that hangs under load: 503 in time, nothing lost', async () => {
    const outcome = await underLoad('hang', async () => {
      process.kill(server().pid, 'SIGSTOP');
      await lasts(hangMs);
      process.kill(server().pid, 'SIGCONT');
    });
    report(`NATS hung for ${hangMs} ms`, outcome.answers);
    expectCalm(outcome);
    await expectExactlyOnce(stack, outcome);
  });

  it('that stops and starts under load: 503 meanwhile, nothing lost', async () => {
    const outcome = await underLoad('away', async () => {
      await stack.nats.stop();
      await lasts(outageMs);
      await stack.nats.start();
    });
    report(`NATS away for ${outageMs} ms`, outcome.answers);
    expectCalm(outcome);
    await expectExactlyOnce(stack, outcome);
  });

  it('that comes back without its data: what nobody had consumed arrives', async () => {
    await stack.child('observer').stop();
    const outcome = await underLoad('wiped', async () => {
      await server().remove();
      await stack.nats.start();
    });
    report('NATS lost its data', outcome.answers);
    expect(await seen(stack.db, 'wiped')).toEqual([]);
    await stack.start('observer');
    await expectExactlyOnce(stack, outcome);
    for (const before of ['hang', 'away']) await expectSeenOnce(stack.db, before);
  });

  it.each([
    { when: 'while nobody listens', listens: false },
    { when: 'while a consumer waits for it', listens: true },
  ])('whose stream is deleted $when: what nobody had consumed arrives', async ({ listens }) => {
    const label = `deleted-${listens}`;
    await stack.child('observer').stop();
    const book = (n: number) => stack.book(`${label}-${n}`, { body: { reference: label } });
    await Promise.all([1, 2, 3].map(book));
    await relayed(stack.db);
    const bus = await observerBus(stack);
    await bus.deleteStream();
    await bus.close();
    if (listens) await stack.start('observer');
    await book(4);
    if (!listens) await stack.start('observer');
    await expectOneOfEach(stack.db, label, 4);
  });

  it('that is not there at start: processes wait for it and then serve', async () => {
    await Promise.all(['jobs', 'gateway'].map(stack.kill));
    await stack.nats.stop();
    const attempts = createServer((socket) => socket.destroy()).listen(server().port, '127.0.0.1');
    const starting = Promise.all(['jobs', 'gateway'].map((which) => stack.start(which)));
    await once(attempts, 'connection');
    await once(attempts, 'connection');
    attempts.close();
    await stack.nats.start();
    await starting;
    const answer = await stack.book('late', { body: { reference: 'late' } });
    expect(answer.status).toBe(201);
    await expectSeenOnce(stack.db, 'late');
  });
});
