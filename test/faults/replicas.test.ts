/** Two of each: twins of one request, cancel races, relays taking turns, rolling restarts. */
import { until } from '@svc/devnet';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Answer, isReplay, member } from './http.ts';
import { emitted, expectExactlyOnce, expectOneOfEach, expectSeenOnce } from './ledger.ts';
import { jobIdOf, report, startLoad, tally } from './load.ts';
import { type FaultStack, startStack } from './stack.ts';
import { expectTimersRun } from './timers.ts';

const hasNats = inject('natsUrl') !== undefined;
const gateways = ['gateway', 'gateway#2'];
const fifty = Array.from({ length: 50 }, (_, n) => gateways[n % 2] ?? 'gateway');

describe.skipIf(!hasNats)('replicas', () => {
  let stack: FaultStack;
  beforeAll(async () => {
    stack = await startStack({
      postgresUrl: inject('postgresUrl'),
      replicas: ['jobs#2', 'pricing#2', 'gateway#2'],
    });
  });
  afterAll(() => stack?.stop());

  const codes = (answers: readonly Answer[]) => answers.map((answer) => member(answer, 'code'));

  it('50 twins of one key: one books, the others replay it or are told to wait', async () => {
    const body = { reference: 'twins' };
    const answers = await Promise.all(
      fifty.map((gateway) => stack.book('twin', { gateway, body })),
    );
    report('50 twins', answers);
    const booked = answers.filter(({ status }) => status === 201);
    const others = answers.filter(({ status }) => status !== 201);
    expect(booked.filter((answer) => !isReplay(answer))).toHaveLength(1);
    expect(new Set(booked.map((answer) => answer.body)).size).toBe(1);
    expect(codes(others)).toEqual(others.map(() => 'idempotency_in_progress'));
    await expectOneOfEach(stack.db, 'twins', 1);
  });

  it('the same key with another body is refused at every gateway', async () => {
    const answers = await Promise.all(
      fifty
        .slice(0, 4)
        .map((gateway) =>
          stack.book('twin', { gateway, body: { reference: 'twins', cost_centre: 'other' } }),
        ),
    );
    expect(tally(answers)).toEqual({ 422: 4 });
    expect(new Set(codes(answers))).toEqual(new Set(['idempotency_key_reused']));
    await expectOneOfEach(stack.db, 'twins', 1);
  });

  it.each([
    { keys: 'a key each', label: 'race', keyOf: (n: number) => `cancel-${n}` },
    { keys: 'one key', label: 'retry', keyOf: () => 'cancel' },
  ])('50 cancels of one job with $keys: one cancels, once', async ({ label, keyOf }) => {
    const job = jobIdOf(await stack.book(label, { body: { reference: label } }));
    const answers = await Promise.all(
      fifty.map((gateway, n) =>
        stack.post(`/jobs/${job}/cancel`, keyOf(n), { gateway, body: { reason: 'twice' } }),
      ),
    );
    report(`50 cancels, ${label}`, answers);
    const done = answers.filter(({ status }) => status === 200);
    expect(done.filter((answer) => !isReplay(answer))).toHaveLength(1);
    expect(done.map((answer) => member(answer, 'cancellation'))).toEqual(
      done.map(() => expect.objectContaining({ fee_cents: 0, reason: 'twice' })),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    const code = label === 'race' ? 'already_cancelled' : 'idempotency_in_progress';
    expect(codes(refused)).toEqual(refused.map(() => code));
    if (label === 'race') expect(done).toHaveLength(1);
    expect(await emitted(stack.db, label)).toHaveLength(2);
    await expectSeenOnce(stack.db, label);
  });

  it('the stand-by relay takes over from one that is killed under load', async () => {
    const leader = async () => {
      const { rows } = await stack.db.query<{ pid: number }>(
        `select l.pid from pg_locks l join pg_stat_activity a using (pid)
          where l.locktype = 'advisory' and l.granted and a.application_name = 'jobs:relay'
            and a.datname = current_database()`,
      );
      return rows[0]?.pid;
    };
    const before = await leader();
    const load = startLoad(stack, { label: 'relays', gateways });
    await until(() => load.count() >= 40, { timeoutMs: 60_000, what: '40 bookings' });
    // The first to start leads.
    await stack.kill('jobs');
    const after = await until(
      async () => {
        const pid = await leader();
        return pid !== before && pid;
      },
      { timeoutMs: 60_000, what: 'the stand-by to lead' },
    );
    expect(after).not.toBe(before);
    const then = load.count();
    await until(() => load.count() >= then + 40, { timeoutMs: 60_000, what: '40 more bookings' });
    const outcome = await load.finish();
    report('the leading relay was killed', outcome.answers);
    await stack.start('jobs');
    await expectExactlyOnce(stack, outcome);
    // Requests in flight at the killed replica were answered 503.
    const failed = outcome.answers.length - outcome.booked.size;
    expect(tally(outcome.answers)).toEqual({
      201: outcome.booked.size,
      ...(failed && { 503: failed }),
    });
  });

  it('the timers of each service run on after another service was deployed', async () => {
    // The observer was the last, and made its tables while the others ran.
    await expectTimersRun(stack.db, ['accounts', 'pricing', 'jobs', 'observer']);
  });

  it.each(['jobs', 'pricing'])('a rolling restart of %s fails no request', async (service) => {
    const label = `rolling-${service}`;
    const load = startLoad(stack, { label, gateways, clients: 2 });
    for (const replica of [service, `${service}#2`]) {
      const started = load.count();
      await until(() => load.count() >= started + 30, { timeoutMs: 60_000, what: 'bookings' });
      await stack.child(replica).stop(50_000);
      expect(await stack.child(replica).exited).toBe(0);
      await stack.start(replica);
    }
    const outcome = await load.finish();
    report(`rolling restart of ${service}`, outcome.answers);
    expect(tally(outcome.answers)).toEqual({ 201: outcome.booked.size });
    await expectExactlyOnce(stack, outcome);
  });
});
