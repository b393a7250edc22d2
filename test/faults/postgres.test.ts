/** Postgres restarted, silent, out of disk, and its connections killed, while bookings go on. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  canMount,
  type Postgres,
  type SmallDisk,
  startPostgres,
  startSmallDisk,
  until,
} from '@svc/devnet';
import { publicUrlOf } from '@svc/local/settings';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { answerMsMax, member, send } from './http.ts';
import { expectExactlyOnce } from './ledger.ts';
import { longestMs, type Outcome, report, startLoad, tally } from './load.ts';
import { lasts, outageMs } from './outage.ts';
import { type FaultStack, startStack } from './stack.ts';
import { expectTimersRun } from './timers.ts';
import { startWire, type Wire } from './wire.ts';

const hasNats = inject('natsUrl') !== undefined;

const mayMount = await canMount();
/** Binaries, a database and its log, of which Postgres keeps what one checkpoint needs. */
const diskBytes = 1024 * 2 ** 20;

/** Postgres of tests acknowledges before it writes its log: what a crash of it loses then is lost. */
async function commitToLog(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('alter role all set synchronous_commit = on');
  await client.end();
}

describe.skipIf(!hasNats)('Postgres', () => {
  let dir: string;
  let disk: SmallDisk | undefined;
  let postgres: Postgres;
  let wire: Wire;
  let stack: FaultStack;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'svc-faults-postgres-'));
    if (mayMount) disk = await startSmallDisk(dir, diskBytes);
    postgres = await startPostgres({ dir, durable: false });
    await commitToLog(postgres.url);
    stack = await startStack({
      postgresUrl: postgres.url,
      through: async (databaseUrl) => {
        wire = await startWire(databaseUrl);
        return wire.url;
      },
    });
  });
  afterAll(async () => {
    await stack?.stop();
    await wire?.close();
    await postgres?.stop();
    await disk?.remove();
    await rm(dir, { recursive: true, force: true });
  });

  const setReadOnly = async (value: 'on' | 'off') => {
    await stack.db.query(`alter system set default_transaction_read_only = ${value}`);
    await stack.db.query('select pg_reload_conf()');
  };
  /** Only 201 and 503, none late; no process gave up. */
  const expectCalm = ({ answers }: Outcome) => {
    expect(
      Object.keys(tally(answers)).filter((status) => !['201', '503'].includes(status)),
    ).toEqual([]);
    expect(longestMs(answers)).toBeLessThan(answerMsMax);
    expect(stack.deaths()).toEqual([]);
  };

  const writesAre = (status: 'ok' | 'degraded') =>
    until(
      async () =>
        member(await send(`${publicUrlOf(stack.settings)}/v1/health`), 'writes') === status,
      {
        timeoutMs: 60_000,
        what: `writes to be ${status}`,
      },
    );

  it('that goes away and comes back under load: 503 meanwhile, nothing lost, no process ends', async () => {
    const load = startLoad(stack, { label: 'restart' });
    await until(() => load.count() >= 30, { timeoutMs: 60_000, what: '30 bookings' });
    await postgres.stop();
    const refused = load.refused();
    await lasts(outageMs);
    await until(() => load.refused() > refused, { timeoutMs: 60_000, what: 'a refusal' });
    postgres = await startPostgres({ dir, durable: false, port: postgres.port });
    const then = load.count();
    await until(() => load.count() >= then + 30, { timeoutMs: 60_000, what: '30 bookings after' });
    const outcome = await load.finish();
    report(`Postgres away for ${outageMs} ms`, outcome.answers);
    expectCalm(outcome);
    await expectExactlyOnce(stack, outcome);
    await expectTimersRun(stack.db, ['accounts', 'pricing', 'jobs', 'observer']);
  });

  it('that falls silent under load, as a dead host does: 503 meanwhile, then on with new connections', async () => {
    const load = startLoad(stack, { label: 'silent' });
    await until(() => load.count() >= 30, { timeoutMs: 60_000, what: '30 bookings' });
    wire.blackhole();
    await lasts(outageMs);
    wire.restore();
    const then = load.count();
    await until(() => load.count() >= then + 30, { timeoutMs: 60_000, what: '30 bookings after' });
    const outcome = await load.finish();
    report(`Postgres silent for ${outageMs} ms`, outcome.answers);
    expectCalm(outcome);
    await expectExactlyOnce(stack, outcome);
    await expectTimersRun(stack.db, ['accounts', 'pricing', 'jobs', 'observer']);
  });

  it('that is read-only under load, as after a failover: 503 meanwhile, nothing lost', async () => {
    const load = startLoad(stack, { label: 'read-only' });
    await until(() => load.count() >= 30, { timeoutMs: 60_000, what: '30 bookings' });
    await setReadOnly('on');
    const refused = load.refused();
    await until(() => load.refused() >= refused + 10, { timeoutMs: 60_000, what: '10 refusals' });
    await writesAre('degraded');
    await setReadOnly('off');
    await writesAre('ok');
    const then = load.count();
    await until(() => load.count() >= then + 30, { timeoutMs: 60_000, what: '30 bookings after' });
    const outcome = await load.finish();
    report('Postgres read-only', outcome.answers);
    expectCalm(outcome);
    for (const { status, headers } of outcome.answers) {
      if (status === 503) expect(headers.get('retry-after')).toMatch(/^\d+$/);
    }
    await expectExactlyOnce(stack, outcome);
  });

  it('whose connections are killed under load: nothing lost, no process ends', async () => {
    const load = startLoad(stack, { label: 'terminated' });
    for (let round = 1; round <= 10; round += 1) {
      const begun = load.count();
      await until(() => load.count() >= begun + 10, { timeoutMs: 60_000, what: '10 bookings' });
      await stack.db.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`,
      );
    }
    const outcome = await load.finish();
    report('all connections killed, 10 times', outcome.answers);
    expectCalm(outcome);
    await expectExactlyOnce(stack, outcome);
    await expectTimersRun(stack.db, ['accounts', 'pricing', 'jobs', 'observer']);
  });

  it.skipIf(!mayMount)('whose disk is full under load: 503 meanwhile, nothing lost', async () => {
    const load = startLoad(stack, { label: 'full' });
    await until(() => load.count() >= 30, { timeoutMs: 60_000, what: '30 bookings' });
    // A fresh segment of the log has room for as long as the disk is full.
    await stack.db.query('select pg_switch_wal()');
    const begun = load.count();
    await until(() => load.count() >= begun + 10, { timeoutMs: 60_000, what: '10 bookings' });
    await disk?.fill();
    const refused = load.refused();
    await until(() => load.refused() >= refused + 20, { timeoutMs: 60_000, what: '20 refusals' });
    await disk?.drain();
    const then = load.count();
    await until(() => load.count() >= then + 30, { timeoutMs: 60_000, what: '30 bookings after' });
    const outcome = await load.finish();
    report('disk of Postgres full', outcome.answers);
    expectCalm(outcome);
    for (const { status, headers } of outcome.answers) {
      if (status === 503) expect(headers.get('retry-after')).toMatch(/^\d+$/);
    }
    await expectExactlyOnce(stack, outcome);
    await expectTimersRun(stack.db, ['accounts', 'pricing', 'jobs', 'observer']);
  });

  it.skipIf(!mayMount)(
    'whose log has no room stops, and starts again with room: nothing lost',
    async () => {
      const load = startLoad(stack, { label: 'log-full' });
      await until(() => load.count() >= 30, { timeoutMs: 60_000, what: '30 bookings' });
      await disk?.fill();
      // The next segment of the log cannot be made: Postgres ends itself.
      await stack.db.query('select pg_switch_wal()').catch(() => undefined);
      const refused = load.refused();
      await until(() => load.refused() >= refused + 20, { timeoutMs: 60_000, what: '20 refusals' });
      await postgres.stop();
      await disk?.drain();
      postgres = await startPostgres({ dir, durable: false, port: postgres.port });
      const then = load.count();
      await until(() => load.count() >= then + 30, {
        timeoutMs: 60_000,
        what: '30 bookings after',
      });
      const outcome = await load.finish();
      report('log of Postgres full', outcome.answers);
      expectCalm(outcome);
      await expectExactlyOnce(stack, outcome);
    },
  );
});
