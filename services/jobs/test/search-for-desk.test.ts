import type { Job, jobs, RequestOf } from '@svc/contracts';
import { newTenant } from '@svc/kit/testing/service-test';
import { shownCode } from '@svc/text/codes/parcel-code';
import { Kysely, PostgresDialect } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { readSearch } from '../src/domain/job-search.ts';
import type { Tables } from '../src/store/schema.ts';
import { searchQuery } from '../src/store/search-jobs.ts';
import { jobsTest } from './app.ts';
import { prefixed } from './neighbours.ts';

let tenants: [string, string];
const app = jobsTest();
beforeEach(async () => {
  await app.sql('truncate jobs.job cascade');
  tenants = [newTenant(), prefixed(newTenant())];
});

type Filter = RequestOf<(typeof jobs)['actions']['listForDesk']>;
const find = (q: string, filter: Filter = {}) => app.desk().listForDesk({ ...filter, q });
const found = async (...of: Parameters<typeof find>): Promise<string[]> =>
  (await find(...of)).data.map(({ id }) => id);

/** Code on the label of the job's one parcel. */
async function labelled(tenant: string, { id }: Pick<Job, 'id'>) {
  const { parcels } = await app.as(tenant).labels({ id });
  const [parcel] = parcels;
  if (!parcel) throw new Error('it has a parcel');
  return parcel;
}

describe('listForDesk with q', () => {
  it('finds a job of any tenant and state by its id and reference', async () => {
    const open = await app.jobThatIs('assigned', {}, tenants[0]);
    const over = await app.jobThatIs('delivered', {}, tenants[1]);
    for (const { id, ref } of [open, over]) {
      for (const q of [id, ref, ref.toLowerCase(), ` ${id} `]) expect(await found(q)).toEqual([id]);
    }
    expect(await found(open.ref.slice(0, -1))).toEqual([]);
  });

  it("finds a job by a parcel's SSCC or own code, as scanned or printed", async () => {
    await app.jobThatIs('booked', {}, tenants[0]);
    for (const [tenant, scheme] of [
      [tenants[0], 'own'],
      [tenants[1], 'sscc'],
    ] as const) {
      const job = await app.jobThatIs('delivered', {}, tenant);
      const parcel = await labelled(tenant, job);
      expect(parcel.scheme).toBe(scheme);
      for (const q of [parcel.code, shownCode({ scheme, value: parcel.code }), parcel.id]) {
        expect(await found(q)).toEqual([job.id]);
      }
    }
  });

  it('finds the return of a parcel, too, the newest first', async () => {
    const { id } = await app.jobThatIs('in_transit', {}, tenants[0]);
    const { code } = await labelled(tenants[0], { id });
    app.clock.advanceMs(1000);
    await app.report(id, { type: 'delivery_failed', reason: 'closed' });
    const { return_job_id } = await app.as(tenants[0]).get({ id });
    expect(await found(code)).toEqual([return_job_id, id]);
  });

  it('finds open jobs by words of their sites and of their reference', async () => {
    const first = await app.jobThatIs('booked', { reference: 'PO-4711/b' }, tenants[0]);
    app.clock.advanceMs(1000);
    const second = await app.jobThatIs('collected', { dropoff_site_id: 'hos-0' }, tenants[1]);
    for (const status of ['delivered', 'cancelled'] as const) {
      await app.jobThatIs(status, { reference: 'PO-4711' }, tenants[0]);
    }
    expect(await found('clinic')).toEqual([second.id, first.id]);
    expect(await found('NORTH cli')).toEqual([second.id, first.id]);
    expect(await found('clinic-north hosp')).toEqual([second.id]);
    expect(await found('central lab')).toEqual([first.id]);
    expect(await found('po-47')).toEqual([first.id]);
    for (const q of ['linic', 'clinic south', '--', "' | '", '%%', ':*']) {
      expect(await found(q)).toEqual([]);
    }
  });

  it('applies the other filters and pages of the list', async () => {
    const booked: string[] = [];
    for (const tenant of [...tenants, ...tenants]) {
      app.clock.advanceMs(1000);
      booked.unshift((await app.jobThatIs('booked', {}, tenant)).id);
    }
    app.clock.advanceMs(1000);
    const { id, ref } = await app.jobThatIs('assigned', {}, tenants[0]);
    expect(await found('clinic', { status: 'assigned' })).toEqual([id]);
    expect(await found('clinic', { driver_id: 'drv_1' })).toEqual([id]);
    expect(await found('clinic', { unassigned: false })).toEqual([id]);
    expect(await found('clinic', { unassigned: true })).toEqual(booked);
    expect(await found(id, { status: 'booked' })).toEqual([]);
    const page = await find('clinic', { limit: 3, starting_after: ref });
    expect([page.data.map((job) => job.id), page.has_more]).toEqual([booked.slice(0, 3), true]);
    const rest = await find('clinic', { limit: 3, starting_after: booked[2] });
    expect([rest.data.map((job) => job.id), rest.has_more]).toEqual([booked.slice(3), false]);
  });
});

const past = 5_000;

/** Jobs like this one, delivered, each with a number and a parcel of its own. */
async function fill(id: string): Promise<void> {
  const rows = await app.sql(
    `select column_name as name from information_schema.columns
        where table_schema = 'jobs' and table_name = 'job' and is_generated = 'NEVER'`,
  );
  const values: Record<string, string> = {
    id: `'job_00' || lpad(n::text, 24, '0')`,
    ref: `'SVC-' || lpad(n::text, 8, '0')`,
    status: `'delivered'`,
    parcel_items: `json_build_array(json_build_object('id', 'pcl_' || lpad(n::text, 26, '0')))`,
  };
  const names = rows.map(({ name }) => name);
  await app.sql(
    `insert into jobs.job (${names.join(', ')})
       select ${names.map((name) => values[name] ?? `t.${name}`).join(', ')}
         from jobs.job t, generate_series(1, ${past}) n where t.id = '${id}'`,
  );
  await app.sql('vacuum analyze jobs.job');
}

/** Pages of tables and indexes that the statement reads. */
async function pagesRead(q: string): Promise<number> {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: app.running().owner }) });
  const { sql, parameters } = searchQuery(readSearch(q), { limit: 20 }).compile(db);
  const client = await app.running().owner.connect();
  try {
    await client.query('begin; set local search_path = jobs; set local enable_seqscan = off');
    const { rows } = await client.query(`explain (analyze, buffers, format json) ${sql}`, [
      ...parameters,
    ]);
    await client.query('rollback');
    const { Plan: plan } = rows[0]['QUERY PLAN'][0];
    return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  } finally {
    client.release();
  }
}

it('reads fewer than 60 pages beside 5,000 delivered jobs', async () => {
  const job = await app.jobThatIs('booked', {}, tenants[0]);
  const { code } = await labelled(tenants[0], job);
  await fill(job.id);
  for (const q of [job.id, job.ref, code, 'clinic north', 'nowhere', '00000000']) {
    expect(await pagesRead(q), q).toBeLessThan(60);
  }
  expect(await found('clinic')).toEqual([job.id]);
});
