/**
 * Restore drill: Postgres goes back to a moment in time by base backup and archived log, as
 * docs/operations/backup-and-restore.md says. NATS begins anew: the outboxes fill its streams again.
 */
import { billing } from '@svc/contracts';
import { until } from '@svc/devnet';
import { docker } from '@svc/image/docker';
import { createClients } from '@svc/kit/client';
import { expect, it } from 'vitest';
import { newDeliverer } from '../rolling/deliveries.ts';
import { expectLedgerAddsUp, expectOnce, report } from '../rolling/ledger.ts';
import { type LoadSource, loadOn } from '../rolling/load.ts';
import { subscribe } from '../rolling/watched-stage.ts';
import { startBucket } from './bucket.ts';
import { page } from './restore-page.ts';
import { deliverSigned } from './signed-delivery.ts';
import type { ContainerStage } from './stage.ts';

const perSecond = 20;
const archiveMs = 60_000;

export function restore(given: () => ContainerStage): void {
  it('a restore to a moment keeps what was before it, tells nothing as new, and adds up', async () => {
    const stage = given();
    const { fleet, receiver } = stage;
    const source = await loadOn(stage);
    await subscribe(stage, source.tenant);
    const { book, deliver } = await newDeliverer(stage, source.tenant);
    const brief = async (label: string) => {
      const result = await briefLoad(source, label);
      report(label, result);
      return result.booked;
    };

    const proved = await deliverSigned(stage, source.tenant);
    await fleet.run(...page.take);
    const before = await brief('before');
    const delivered = await book('delivered');
    await deliver(delivered);
    await pay(stage, source.tenant.id, 'before');
    await stage.settled();
    // Handed over before the moment; custody proves and tells it after.
    const unproved = await book('unproved');
    await fleet.end('custody', 'TERM');
    await deliver(unproved);
    const moment = await momentOf(stage);

    await fleet.startRole('custody');
    const after = await brief('after');
    const undone = await book('undone');
    await deliver(undone);
    await pay(stage, source.tenant.id, 'after');
    await stage.settled();
    const told = receiver.deliveries.length;
    expect(after.length).toBeGreaterThan(0);
    await archived(stage);

    await fleet.exec('custody', 'sh', '-c', 'rm -rf /files/*');
    await expect(proved.fetchSignature()).rejects.toThrow();
    await restoreTo(stage, moment, ['nats']);
    expect(await proved.fetchSignature()).toEqual(proved.signature);
    await expectOnce(stage, 'before', before);
    await expectLedgerAddsUp(stage, [delivered, unproved]);
    const gone = await stage.owner.query(
      `select id from jobs.job where id = any($1) or reference = 'after'`,
      [[undone, ...after]],
    );
    expect(gone.rows).toEqual([]);
    const { rows: paid } = await stage.owner.query('select reference from billing.payment');
    expect(paid).toEqual([{ reference: 'before' }]);
    const kept = new Set([delivered, unproved, ...before]);
    expect(toldAsNew(stage, kept)).toEqual([]);
    process.stdout.write(`told again, as known: ${receiver.deliveries.length - told}\n`);

    const again = await book('undone');
    expect(again).not.toBe(undone);
    await deliver(again);
    await stage.settled();
    await expectLedgerAddsUp(stage, [delivered, unproved, again]);
  });

  it('a machine that lost its volumes is restored from nothing but the bucket', async () => {
    const stage = given();
    const { fleet } = stage;
    const bucket = await startBucket(stage);
    const source = await loadOn(stage);
    await subscribe(stage, source.tenant);
    const proved = await deliverSigned(stage, source.tenant);
    await fleet.run(...page.take);
    const { booked } = await briefLoad(source, 'kept');
    await stage.settled();
    const moment = await momentOf(stage);
    await briefLoad(source, 'lost');
    await bucket.holds(`log/${await archived(stage)}.gz`);

    await restoreTo(stage, moment, ['postgres', 'files', 'nats', 'backup'], () =>
      fleet.run(...page.fetch),
    );
    expect(await proved.fetchSignature()).toEqual(proved.signature);
    await expectOnce(stage, 'kept', booked);
    const gone = await stage.owner.query(`select id from jobs.job where reference = 'lost'`);
    expect(gone.rows).toEqual([]);
    await stage.settled();
  });
}

async function briefLoad(source: LoadSource, label: string) {
  const running = source.start({ label, perSecond });
  await until(() => running.sent() >= 5 * perSecond, { timeoutMs: 60_000, what: 'some load' });
  return running.finish();
}

async function pay({ transport }: ContainerStage, tenant_id: string, reference: string) {
  const desk = { tenant: 'ten_operator', actor: 'desk', requestId: 'test' };
  const { billing: books } = createClients({ billing }, transport, desk);
  const received_on = new Date().toISOString().slice(0, 10);
  await books.recordPayment({ tenant_id, amount_cents: 12_345, received_on, reference });
}

async function momentOf({ owner }: ContainerStage): Promise<string> {
  const { rows } = await owner.query<{ moment: string }>(
    'select clock_timestamp()::text as moment',
  );
  return rows[0]?.moment ?? '';
}

/** Everything that is committed by now is in the archive; the last file of it. */
async function archived({ owner }: ContainerStage): Promise<string> {
  const { rows } = await owner.query<{ file: string }>(
    'select pg_walfile_name(pg_switch_wal()) as file',
  );
  const file = rows[0]?.file ?? '';
  await until(
    async () => {
      const archive = await owner.query(
        'select last_archived_wal >= $1 as done from pg_stat_archiver',
        [file],
      );
      return archive.rows[0]?.done;
    },
    { timeoutMs: archiveMs, everyMs: 200, what: 'the log to be archived' },
  );
  return file;
}

/** A shell that is the first process of its container hears no TERM; Compose has an init. */
const signals: Readonly<Record<string, string>> = { postgres: 'INT', copy: 'KILL' };

async function restoreTo(
  { fleet, owner }: ContainerStage,
  moment: string,
  lost: readonly string[],
  fetch = () => Promise.resolve(''),
): Promise<void> {
  // A role that has lost Postgres or NATS takes its whole time to stop.
  const servers = ['nats', 'postgres'];
  const others = fleet.names().filter((name) => ![...servers, 'witness'].includes(name));
  for (const name of [...others, ...servers]) await fleet.end(name, signals[name] ?? 'TERM');
  await docker(['volume', 'rm', ...lost.map((name) => `${fleet.prefix}-${name}`)]);
  await fetch();
  await fleet.run(...page.restore(moment));
  await Promise.all([fleet.startPostgres(), fleet.startNats()]);
  await until(
    async () => {
      const answer = await owner
        .query('select pg_is_in_recovery() as recovering')
        .catch(() => null);
      return answer?.rows[0]?.recovering === false;
    },
    { timeoutMs: 120_000, everyMs: 200, what: 'the recovery to end' },
  );
  await fleet.startRoles();
}

/** Facts of these jobs that came to the subscriber under more than one event id. */
function toldAsNew({ receiver }: ContainerStage, jobs: ReadonlySet<string>): string[] {
  const ids = new Map<string, Set<string>>();
  for (const { jobId, type, eventId } of receiver.deliveries) {
    if (!jobs.has(jobId)) continue;
    const fact = `${type} of ${jobId}`;
    ids.set(fact, (ids.get(fact) ?? new Set()).add(eventId));
  }
  return [...ids].flatMap(([fact, found]) => (found.size > 1 ? [fact] : []));
}
