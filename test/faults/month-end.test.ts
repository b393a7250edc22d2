/** kill -9 of billing at each step of the run of the 1st, two runs at once, and a late line. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { accounts } from '@svc/contracts';
import { freePort, until } from '@svc/devnet';
import { createClients } from '@svc/kit/client';
import { operatorRole } from '@svc/kit/nats-subjects';
import { createTestDatabase, type TestDatabase } from '@svc/kit/testing/database';
import { type Processes, startProcesses } from '@svc/local/processes';
import { adminRole, type SecuredNats, startSecuredNats } from '@svc/local/secured-nats';
import { services } from '@svc/local/services';
import type { Settings } from '@svc/local/settings';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { roleVariables } from '../nats/role-variables.ts';
import { installStalls, stallAt } from './stall.ts';

const hasNats = inject('natsUrl') !== undefined;
/** More than two batches of the run. */
const tenantCount = 105;
const perTenant = 2;

const places = `
  create trigger at_number before insert or update on billing.number_counter
    for each row execute function stall.wait('number');
  create trigger at_posting before insert on billing.ledger_entry
    for each row execute function stall.wait('posting');
  create trigger at_event before insert on billing.outbox
    for each row execute function stall.wait('event');
  create constraint trigger at_commit after insert on billing.ledger_posting
    deferrable initially deferred for each row execute function stall.wait('commit');
  create trigger at_print before update on billing.invoice
    for each row when (old.pdf_key is null and new.pdf_key is not null)
    execute function stall.wait('print');
  create trigger at_statement before insert on billing.statement
    for each row execute function stall.wait('statement');`;

/** Nothing begins by the clock: neither a run at its minute, nor again the run of a dead process. */
const withoutCron = `
  create function stall.refuse() returns trigger language plpgsql as 'begin return null; end';
  create trigger without_cron before insert on billing_worker._private_jobs
    for each row when (new.payload ->> '_cron' is not null) execute function stall.refuse()`;

describe.skipIf(!hasNats)('month end', () => {
  let database: TestDatabase;
  let dir: string;
  let db: Pool;
  let processes: Processes;
  let nats: SecuredNats;
  let tenants: string[];

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'svc-month-'));
    const adminUrl = inject('postgresUrl');
    const secret = randomBytes(32).toString('hex');
    database = await createTestDatabase({ adminUrl, services, secret });
    nats = await startSecuredNats({ dir, namespace: database.name });
    const ownVariables = roleVariables(nats, database);
    const settings: Settings = {
      environment: 'live',
      postgresUrl: database.url,
      natsUrl: nats.server().url,
      // The operator of this test publishes deliveries in the place of jobs.
      ofRole: (role) => ({
        ...ownVariables(role),
        ...(role === operatorRole && nats.login(adminRole)),
      }),
      namespace: database.name,
      secret,
      httpPort: await freePort(),
      env: {
        ...database.env(),
        SVC_FILES_URL: pathToFileURL(join(dir, 'files')).href,
        SVC_POOL_MAX: '6',
      },
    };
    db = new Pool({ connectionString: settings.postgresUrl, max: 12 });
    db.on('error', () => undefined);
    await installStalls(db, places + withoutCron);
    processes = await startProcesses(settings, dir, { names: ['accounts', 'billing'] });
    tenants = await newTenants();
    await deliver(tenants.flatMap((tenant) => Array.from({ length: perTenant }, () => tenant)));
  });
  afterAll(async () => {
    await processes?.stop();
    await nats?.stop();
    await db?.end();
    await database?.drop();
    await rm(dir, { recursive: true, force: true });
  });

  async function newTenants(): Promise<string[]> {
    const meta = { tenant: '', actor: 'test', requestId: 'test' };
    const clients = createClients({ accounts }, processes.client.broker, meta);
    const made = Array.from({ length: tenantCount }, (_, n) =>
      clients.accounts.createTenant({ id: `ten_${n}`, name: `Tenant ${n}` }),
    );
    return (await Promise.all(made)).map(({ id }) => id);
  }

  let emitted = 0;
  /** A job of each of these tenants was delivered on the 15th of last month; billing hears of it. */
  async function deliver(of: readonly string[]): Promise<void> {
    const { bus } = processes.client;
    await bus.assertStream('jobs');
    const now = new Date();
    const at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15)).toISOString();
    for (const tenant_id of of) {
      emitted += 1;
      const job_id = `job_${emitted}`;
      await bus.publish({
        id: `evt_${emitted}`,
        producer: 'jobs',
        type: 'delivery.completed',
        tenant_id,
        job_id,
        sequence: 1,
        created_at: at,
        data: { job_id, ref: `SVC-${emitted}`, delivered_at: at },
        internals: { job: { ...jobSnapshot, ref: `SVC-${emitted}` } },
      });
    }
    const all = async () =>
      (await count('select count(*)::int as n from billing.inbox')) === emitted;
    await until(all, { timeoutMs: 60_000, what: 'billing to hear of the deliveries' });
  }

  const count = async (sql: string): Promise<number> => (await db.query(sql)).rows[0].n;
  const begin = async (schedule: string): Promise<string> =>
    (await db.query('select id from billing_worker.add_job($1)', [schedule])).rows[0].id;
  /** Resolves when nothing is left to be issued, printed or stated. */
  const finished = () =>
    until(
      async () =>
        (await count(
          `select count(*)::int as n from billing.invoice where pdf_key is null and
             (number is not null or period < to_char(now() at time zone 'UTC', 'YYYY-MM'))`,
        )) === 0,
      { timeoutMs: 60_000, everyMs: 100, what: 'every invoice to be issued and printed' },
    );

  const ended = (backend: number) =>
    until(
      async () =>
        (await db.query('select from pg_stat_activity where pid = $1', [backend])).rowCount === 0,
      { timeoutMs: 60_000, what: 'the end of the dead process in Postgres' },
    );
  /** Kills billing in its run at this step, and waits until Postgres has ended its transaction. */
  const killedAt = async (step: string) => {
    const stall = await stallAt(db, step);
    await begin('issue-invoices');
    const backend = await stall.reached();
    await processes.children.get('billing')?.kill();
    await stall.release();
    await ended(backend);
  };
  /** Invoices with a number, numbers that were given, postings. */
  const books = async (): Promise<[issued: number, numbered: number, posted: number]> => {
    const { rows } = await db.query<{ issued: number; numbered: number; posted: number }>(
      `select (select count(*)::int from billing.invoice where number is not null) as issued,
              (select coalesce(max(last), 0)::int from billing.number_counter) as numbered,
              (select count(*)::int from billing.ledger_posting) as posted`,
    );
    const { issued = 0, numbered = 0, posted = 0 } = rows[0] ?? {};
    return [issued, numbered, posted];
  };

  it.each(['number', 'posting'])('killed at its %s, the run has issued nothing', async (step) => {
    await killedAt(step);
    expect(await books()).toEqual([0, 0, 0]);
    await processes.start('billing');
  });

  it('killed at its events, a batch stands whole or not at all', async () => {
    // COMMIT follows the events at once: it may have left the process before it died.
    await killedAt('event');
    const [issued, ...others] = await books();
    expect(others).toEqual([issued, issued]);
    await processes.start('billing');
  });

  it('killed at its commit, a whole batch stands', async () => {
    const [before] = await books();
    await killedAt('commit');
    const [issued, ...others] = await books();
    expect(issued).toBeGreaterThan(before);
    expect(others).toEqual([issued, issued]);
    await processes.start('billing');
  });

  it('killed while it prints, and run by two replicas at once, it ends the same', async () => {
    const stall = await stallAt(db, 'print');
    await begin('issue-invoices');
    await stall.reached();
    await processes.children.get('billing')?.kill();
    await stall.release();
    // Locks of a dead worker expire after half a minute, which pass at once here.
    await db.query(
      "update billing_worker._private_jobs set locked_at = locked_at - interval '1 minute'",
    );
    await Promise.all([processes.start('billing'), processes.start('billing#2')]);
    await Promise.all(Array.from({ length: 4 }, () => begin('issue-invoices')));
    await begin('release-tasks');
    await finished();
    await expectOneInvoiceEach(tenantCount);
  });

  it('states each account once, killed in between', async () => {
    const stall = await stallAt(db, 'statement');
    await begin('issue-statements');
    await stall.reached();
    for (const which of ['billing', 'billing#2']) await processes.children.get(which)?.kill();
    await stall.release();
    await Promise.all([processes.start('billing'), processes.start('billing#2')]);
    const stated = () => count('select count(*)::int as n from billing.statement');
    await begin('issue-statements');
    await begin('issue-statements');
    await until(async () => (await stated()) === tenantCount, {
      timeoutMs: 60_000,
      what: 'all statements',
    });
    expect(
      await count(`select count(*)::int as n from billing.outbox where type = 'statement.issued'`),
    ).toBe(tenantCount);
  });

  it('a line that comes after that waits for the next invoice', async () => {
    const [tenant = ''] = tenants;
    await deliver([tenant]);
    const { rows } = await db.query(
      `select status, line_count from billing.invoice where tenant_id = $1 order by period`,
      [tenant],
    );
    expect(rows).toEqual([
      { status: 'issued', line_count: perTenant },
      { status: 'draft', line_count: 1 },
    ]);
  });

  async function expectOneInvoiceEach(invoices: number): Promise<void> {
    const { rows } = await db.query<{ number: string; total: number; lines: number; n: number }>(
      `select i.number, (i.amount_cents + i.vat_cents)::int as total, i.line_count as n,
              (select sum(l.amount_cents + l.vat_cents)::int from billing.line l
                where (l.tenant_id, l.invoice_id) = (i.tenant_id, i.id)) as lines
         from billing.invoice i order by i.number`,
    );
    const year = new Date().getFullYear();
    expect(rows).toEqual(
      Array.from({ length: invoices }, (_, n) => ({
        number: `INV-${year}-${String(n + 1).padStart(6, '0')}`,
        total: perTenant * 21_275,
        lines: perTenant * 21_275,
        n: perTenant,
      })),
    );
    for (const table of [
      `billing.outbox where type = 'invoice.issued'`,
      `billing.ledger_posting where kind = 'invoice'`,
    ]) {
      expect(await count(`select count(*)::int as n from ${table}`), table).toBe(invoices);
    }
    expect(await count('select sum(amount_cents)::int as n from billing.ledger_entry')).toBe(0);
  }
});

/** As much of a job as billing reads. */
const jobSnapshot = {
  cost_centre: 'CC-1',
  return_of: null,
  pickup: { name: 'Clinic' },
  dropoff: { name: 'Laboratory' },
  priced: { service: 'Specimens', amount_cents: 18_500, vat_cents: 2775 },
};
