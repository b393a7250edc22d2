import { bookedJob, jobs, quote, quoteList } from '@svc/contracts';
import { until } from '@svc/devnet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outcomeOf, resource } from '../http.ts';
import {
  book,
  booking,
  cancel,
  coldChainCertificate,
  isSample,
  list,
  type Sandbox,
  sampleIn,
  startSandbox,
} from './callers.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

const hourMs = 3_600_000;
/** They take the events of a job in order, and keep something of each. */
const listeners = ['tracking', 'custody', 'partner', 'webhooks'] as const;
const services = ['accounts', 'pricing', 'jobs', 'billing', 'files', ...listeners] as const;
/** Answers for 24 hours, whatever became of the tenant. */
const answers = ['receipt'];
/** And events of it, with what recognizes their repeats, as long as any can be on its way. */
const passing = [...answers, 'outbox', 'expired_tenant', 'job_cursor'];

/** Every table of every service that says whose its rows are, but for those of these names. */
async function tablesBut(names: readonly string[]): Promise<string[]> {
  const { rows } = await sandbox.stage.owner.query(
    `select c.oid::regclass::text as name
       from pg_class c join pg_attribute on attrelid = c.oid and attname = 'tenant_id'
      where c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all ($1)`,
    [names],
  );
  return rows.map(({ name }) => name);
}

/** How many rows of the tenant there are, by table; none that has none. */
async function rowsOf(tenant: string, but: readonly string[] = passing) {
  const tables = await tablesBut(but);
  const { rows } = await sandbox.stage.owner.query(
    tables
      .map(
        (table) =>
          `select '${table}' as name, count(*)::int as n from ${table} where tenant_id = $1`,
      )
      .join(' union all '),
    [tenant],
  );
  return Object.fromEntries(rows.filter(({ n }) => n > 0).map(({ name, n }) => [name, n]));
}

/** All who keep something of jobs have heard what jobs told of the tenant. */
const listened = (tenant: string) =>
  until(
    async () => {
      const behind = (service: string) =>
        `select 1 from jobs.job_sequence emitted where tenant_id = $1 and not exists (
           select from ${service}.job_cursor consumed
            where consumed.tenant_id = emitted.tenant_id and consumed.job_id = emitted.job_id
              and consumed.next > emitted.last)`;
      const all = listeners.map(behind).join(' union all ');
      return (await sandbox.stage.owner.query(all, [tenant])).rows.length === 0;
    },
    { timeoutMs: 60_000, what: 'the services to hear of the jobs' },
  );

async function purged(tenant: string): Promise<void> {
  await sandbox.stage.runSchedule('accounts', 'expire-callers');
  const isGone = async () => {
    for (const service of services) await sandbox.stage.runSchedule(service, 'forget-expired');
    return Object.keys(await rowsOf(tenant)).length === 0;
  };
  await until(isGone, { timeoutMs: 60_000, what: `all of ${tenant} to be gone`, everyMs: 100 });
}

describe('an expired tenant, of a caller that was idle for six hours,', () => {
  it('finds nothing of what it had, begins anew, and nobody else lost anything', async () => {
    const [idle, busy] = [sandbox.session(), sandbox.session()];
    const kept = await book(busy);
    await idle('POST /quotes', { body: { sku: 'LAB-STD' } });
    const { id, ref, tenant } = await book(idle);
    const sample = await sampleIn(idle, 'booked');
    await idle(`POST /jobs/${sample.id}/cancel`, cancel);
    await listened(tenant.id);
    sandbox.clock.advanceMs(6 * hourMs - 1);
    await busy('GET /jobs');
    sandbox.clock.advanceMs(1);

    // At once, whether or not a schedule has run.
    expect(outcomeOf(await idle(`GET /jobs/${id}`))).toBe('404 job_not_found');
    expect(outcomeOf(await idle(`GET /tracking/${ref}`))).toBe('404 tracking_not_found');
    expect(resource(await idle('GET /quotes'), 200, quoteList).data).toEqual([]);
    const seen = await list(idle);
    expect(seen.data.every(isSample)).toBe(true);
    expect(seen.total).toBe(12);
    expect((await sampleIn(idle, 'booked')).tenant.id).not.toBe(tenant.id);
    const fresh = await book(idle);
    expect(fresh.tenant.id).not.toBe(tenant.id);

    await purged(tenant.id);
    expect((await list(idle)).total).toBe(13);
    expect((await list(busy)).data.some((job) => job.id === kept.id)).toBe(true);
    expect(Object.keys(await rowsOf(kept.tenant.id)).length).toBeGreaterThan(0);
  });

  it('keeps what it has as long as it asks anything at all', async () => {
    const send = sandbox.session();
    const { id } = await book(send);
    for (let hours = 0; hours < 30; hours += 5) {
      sandbox.clock.advanceMs(5 * hourMs);
      expect(outcomeOf(await send('GET /nothing-here'))).toBe('404 not_found');
      await sandbox.stage.runSchedule('accounts', 'expire-callers');
    }
    expect(resource(await send(`GET /jobs/${id}`), 200, jobs.actions.get.output).id).toBe(id);
  });

  it('gets its first answers again for 24 hours, byte for byte, whatever it was told to forget', async () => {
    const send = sandbox.session();
    const held = resource(await send('POST /quotes', { body: { sku: 'LAB-STD' } }), 201, quote);
    const request = { key: 'attempt-1', body: { ...booking, quote_id: held.id } };
    const first = await send('POST /jobs', request);
    const { id, tenant } = resource(first, 201, bookedJob);
    await listened(tenant.id);
    for (const hours of [7, 16.9]) {
      sandbox.clock.advanceMs(hours * hourMs);
      await purged(tenant.id);
      const again = await send('POST /jobs', request);
      expect([again.status, again.text]).toEqual([201, first.text]);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(outcomeOf(await send(`GET /jobs/${id}`))).toBe('404 job_not_found');
      const other = { ...request, body: booking };
      expect(outcomeOf(await send('POST /jobs', other))).toBe('422 idempotency_key_reused');
    }
    sandbox.clock.advanceMs(0.2 * hourMs);
    expect(outcomeOf(await send('POST /jobs', request))).toBe('404 quote_not_found');
  });

  it('is told of once; a service that hears of it late looks once more', async () => {
    const send = sandbox.session();
    const { tenant, id } = await book(send);
    await listened(tenant.id);
    sandbox.clock.advanceMs(6 * hourMs);
    await purged(tenant.id);
    // An event that had waited somewhere: it comes after all else is gone.
    await sandbox.stage.owner.query(
      `insert into custody.custody_event (tenant_id, job_id, seq, bytes, prev_hash, hash)
       values ($1, $2, 1, '{}', '', '')`,
      [tenant.id, id],
    );
    sandbox.clock.advanceMs(8 * 24 * hourMs);
    await purged(tenant.id);
    const { rows } = await sandbox.stage.owner.query(
      'select 1 from custody.expired_tenant where tenant_id = $1',
      [tenant.id],
    );
    expect(rows).toEqual([]);
  });

  it('leaves no row in any table of any service, once nothing of it can be on its way', async () => {
    const send = sandbox.session();
    const { runSchedule } = sandbox.stage;
    await send('POST /quotes', { body: { sku: 'LAB-COLD' } });
    const headers = { 'svc-sandbox-scenario': 'excursion' };
    const request = { key: 'attempt-2', headers, body: { ...booking, sku: 'LAB-COLD' } };
    const { id, tenant } = resource(await send('POST /jobs', request), 201, bookedJob);
    await send(`POST /jobs/${(await sampleIn(send, 'booked')).id}/cancel`, cancel);
    // The job is delivered, and its trace older than readings may be late.
    sandbox.clock.advanceMs(hourMs / 4);
    await coldChainCertificate(sandbox, send, id);
    await listened(tenant.id);
    const held = Object.keys(await rowsOf(tenant.id, answers));
    for (const table of ['tracking.trace_snapshot', 'custody.cold_chain_seal', 'jobs.job']) {
      expect(held).toContain(table);
    }
    sandbox.clock.advanceMs(6 * hourMs);
    await purged(tenant.id);
    sandbox.clock.advanceMs(8 * 24 * hourMs);
    for (const service of ['accounts', ...services]) await runSchedule(service, 'purge-outbox');
    await purged(tenant.id);
    expect(await rowsOf(tenant.id, answers)).toEqual({});
  });
});
