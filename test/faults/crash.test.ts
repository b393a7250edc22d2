/** kill -9 of jobs, gateway and relay, at each step of a booking. */
import { until } from '@svc/devnet';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Answer, answerMsMax, isReplay } from './http.ts';
import { expectOneOfEach, jobIds } from './ledger.ts';
import { report } from './load.ts';
import { type FaultStack, startStack } from './stack.ts';
import { installStalls, stallAt } from './stall.ts';

const hasNats = inject('natsUrl') !== undefined;

describe.skipIf(!hasNats)('kill -9', () => {
  let stack: FaultStack;
  beforeAll(async () => {
    stack = await startStack({ postgresUrl: inject('postgresUrl') });
    await installStalls(stack.db);
  });
  afterAll(() => stack?.stop());

  const book = (label: string) => stack.book(`key-${label}`, { body: { reference: label } });
  const exists = (label: string) =>
    until(async () => (await jobIds(stack.db, label)).length > 0, {
      timeoutMs: 60_000,
      what: `the job of ${label} to be committed`,
    });
  const answerKept = async (label: string) => {
    const { rows } = await stack.db.query<{ body: string }>(
      `select outcome::json ->> 'ok' as body from jobs.receipt
        where outcome::json #>> '{ok,reference}' = $1`,
      [label],
    );
    return rows[0]?.body;
  };

  describe('of jobs, with a booking at each step around COMMIT', () => {
    const first: Promise<Answer>[] = [];
    const retried = new Map<string, Answer>();

    beforeAll(async () => {
      const begin = async (step: string, label: string) => {
        const stall = await stallAt(stack.db, `${step} ${label}`);
        first.push(book(label));
        return { ...stall, backend: await stall.reached() };
      };
      const writing = await begin('insert', 'writing');
      const slow = await begin('commit', 'slow');
      const failing = await begin('commit', 'failing');
      // Those that are to succeed come last: a timeout ends a COMMIT of more than 5 s.
      const committing = await begin('commit', 'committing');
      const answering = await begin('commit', 'answering');
      // Committed, but the process can no longer say so.
      stack.freeze('jobs');
      await answering.release();
      await exists('answering');
      await stack.kill('jobs');
      await committing.release();
      await exists('committing');
      await stack.db.query('select pg_terminate_backend($1)', [failing.backend]);
      await Promise.all([failing.release(), writing.release()]);
      await stack.start('jobs');
      const labels = ['writing', 'failing', 'committing', 'answering'];
      for (const label of labels) retried.set(label, await book(label));
      const late = book('slow');
      await slow.release();
      retried.set('slow', await late);
    });

    it.each([
      { step: 'between statements: it is rolled back', label: 'writing', replay: false },
      { step: 'in a COMMIT that fails: it is rolled back', label: 'failing', replay: false },
      { step: 'in a COMMIT that succeeds: it stands', label: 'committing', replay: true },
      { step: 'between COMMIT and answer: it stands', label: 'answering', replay: true },
    ])('$step, and the retry leaves one job', async ({ label, replay }) => {
      const answer = retried.get(label);
      expect(answer?.status).toBe(201);
      expect(answer && isReplay(answer)).toBe(replay);
      await expectOneOfEach(stack.db, label, 1);
    });

    it('whose COMMIT is still under way when the retry comes leaves one job', async () => {
      expect(retried.get('slow')?.status).toBe(201);
      await expectOneOfEach(stack.db, 'slow', 1);
    });

    it.each([...['writing', 'failing', 'committing', 'answering', 'slow']])(
      '%s: every further retry gets the same bytes, those that were kept',
      async (label) => {
        const again = await book(label);
        expect(isReplay(again)).toBe(true);
        expect(again.body).toBe(retried.get(label)?.body);
        expect(again.body).toBe(await answerKept(label));
      },
    );

    it('tells the first callers 503 with Retry-After in time', async () => {
      const answers = await Promise.all(first);
      report('first callers of a killed service', answers);
      for (const { status, headers, ms } of answers) {
        expect(status).toBe(503);
        expect(headers.get('retry-after')).toMatch(/^\d+$/);
        expect(ms).toBeLessThan(answerMsMax);
      }
    });
  });

  it('of the gateway in the middle of a POST: the retry at the next one replays', async () => {
    const stall = await stallAt(stack.db, 'insert posted');
    const cut = book('posted');
    await stall.reached();
    await stack.kill('gateway');
    await stall.release();
    expect((await cut).status).toBe(0);
    await exists('posted');
    await stack.start('gateway');
    const retry = await book('posted');
    expect([retry.status, isReplay(retry)]).toEqual([201, true]);
    await expectOneOfEach(stack.db, 'posted', 1);
  });

  it('of the relay between PubAck and mark: every event takes effect once', async () => {
    const label = 'relayed';
    const stall = await stallAt(stack.db, 'mark');
    const keys = Array.from({ length: 20 }, (_, n) => `relayed-${n}`);
    const answers = await Promise.all(
      keys.map((key) => stack.book(key, { body: { reference: label } })),
    );
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    const backend = await stall.reached();
    await stack.kill('jobs');
    // The mark has reached the database, which would write it for nobody.
    await stack.db.query('select pg_terminate_backend($1)', [backend]);
    await stall.release();
    const { rows } = await stack.db.query(
      `select count(*)::int as n from jobs.outbox o join jobs.job j on j.id = o.job_id
        where j.reference = $1 and o.published_at is null`,
      [label],
    );
    await stack.start('jobs');
    await expectOneOfEach(stack.db, label, keys.length);
    process.stdout.write(`published but not marked when the relay was killed: ${rows[0].n}\n`);
    expect(rows[0].n).toBeGreaterThan(0);
  });
});
