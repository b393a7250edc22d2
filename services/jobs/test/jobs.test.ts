import type { Job, ListFilter } from '@svc/contracts';
import { idsByPage, newTenant } from '@svc/kit/testing/service-test';
import { describe, expect, it } from 'vitest';
import { booking, jobsTest } from './app.ts';
import { priced } from './job.ts';

const app = jobsTest();

const list = (filter: Partial<ListFilter> = {}) => app.as().list(filter);
const ids = (of: readonly { id: string }[]) => of.map(({ id }) => id);

/** Books one job after the other, a minute apart; returns the newest first. */
async function bookInTurn(...wanted: Parameters<typeof booking>[0][]): Promise<Job[]> {
  const booked: Job[] = [];
  for (const fields of wanted) {
    app.clock.advanceMs(60_000);
    const { webhook_events: _, ...job } = await app.as().book(booking(fields));
    booked.unshift(job);
  }
  return booked;
}

describe('list', () => {
  it('returns the jobs of the tenant, newest first, as they were booked', async () => {
    const booked = await bookInTurn({}, {}, {});
    await app.as(newTenant()).book(booking());
    const page = await list();
    expect(page).toEqual({ object: 'list', total: 3, data: booked, has_more: false });
  });

  it('ends a page early when it would outgrow a message', async () => {
    const pairs = Array.from({ length: 20 }, (_, i) => [`key-${i}`, 'x'.repeat(500)]);
    const metadata = Object.fromEntries(pairs);
    const booked = await bookInTurn(...Array.from({ length: 40 }, () => ({ metadata })));
    const first = await list({ limit: 100 });
    expect(first.data.length).toBeLessThan(40);
    expect(first.has_more).toBe(true);
    const next = await list({ limit: 100, starting_after: first.data.at(-1)?.id });
    expect(ids([...first.data, ...next.data])).toEqual(ids(booked));
    const last = await list({ limit: 100, ending_before: booked.at(-1)?.id });
    expect(last.has_more).toBe(true);
    expect(ids(last.data)).toEqual(ids(booked).slice(-1 - last.data.length, -1));
  });
});

it('pages forward from the newest to the oldest, each job once', async () => {
  const booked = await bookInTurn({}, {}, {}, {}, {});
  const pages = await idsByPage(async (page) => {
    const found = await list(page);
    expect(found.total).toBe(5);
    return found;
  });
  const all = ids(booked);
  expect(pages).toEqual([all.slice(0, 2), all.slice(2, 4), all.slice(4)]);
});

it('pages backward to the next newer jobs, still newest first', async () => {
  const [e, d, c, b, a] = await bookInTurn({}, {}, {}, {}, {});
  const before = await list({ limit: 2, ending_before: a?.id });
  expect(before).toMatchObject({ data: [{ id: c?.id }, { id: b?.id }], has_more: true });
  const rest = await list({ limit: 2, ending_before: c?.ref });
  expect(rest).toMatchObject({ data: [{ id: e?.id }, { id: d?.id }], has_more: false });
});

it('refuses a foreign cursor like an unknown one', async () => {
  await bookInTurn({}, {});
  const { id, ref } = await app.as(newTenant()).book(booking());
  for (const cursor of [id, ref, 'job_none', 'SVC-00000000']) {
    for (const field of ['starting_after', 'ending_before']) {
      await expect(list({ [field]: cursor })).rejects.toMatchObject({
        issues: [{ path: [field], code: 'unknown_cursor' }],
      });
    }
  }
});

it('filters by the status of jobs', async () => {
  const [newest, oldest] = await bookInTurn({}, {});
  await app.as().cancel({ id: oldest?.id ?? '', reason: 'no longer needed' });
  expect(await list({ status: 'booked' })).toMatchObject({
    total: 1,
    data: [{ id: newest?.id }],
  });
  expect(await list({ status: 'cancelled' })).toMatchObject({
    total: 1,
    data: [{ id: oldest?.id }],
  });
  expect(await list({ status: 'delivered' })).toMatchObject({ total: 0, data: [] });
});

it('filters by site, of pickup or drop-off, each job once', async () => {
  const booked = await bookInTurn(
    { pickup_site_id: 'cli-0', dropoff_site_id: 'hos-0' },
    { pickup_site_id: 'hos-0', dropoff_site_id: 'cli-0' },
    { pickup_site_id: 'cli-0', dropoff_site_id: 'lab-0' },
    { pickup_site_id: 'hos-0', dropoff_site_id: 'lab-0' },
  );
  const [within, to, from] = ids(booked.slice(1));
  const page = async (filter: Partial<ListFilter>) => {
    const { data, total, has_more } = await list({ site: 'cli-0', ...filter });
    return { ids: ids(data), total, has_more };
  };
  expect(await page({})).toEqual({ ids: [within, to, from], total: 3, has_more: false });
  expect(await page({ limit: 2 })).toEqual({ ids: [within, to], total: 3, has_more: true });
  expect(await page({ starting_after: to })).toEqual({ ids: [from], total: 3, has_more: false });
  expect(await page({ ending_before: from, limit: 1 })).toEqual({
    ids: [to],
    total: 3,
    has_more: true,
  });
});

it('filters by the exact reference of a job', async () => {
  const [, match] = await bookInTurn({ reference: 'PO-1' }, { reference: 'PO-1 ' });
  const page = await list({ reference: 'PO-1' });
  expect({ ids: ids(page.data), total: page.total }).toEqual({ ids: [match?.id], total: 1 });
});

it('filters by time of booking, from the first moment until before the second', async () => {
  const [newest, middle, oldest] = await bookInTurn({}, {}, {});
  const range = await list({ created_gte: oldest?.created_at, created_lt: newest?.created_at });
  expect({ ids: ids(range.data), total: range.total }).toEqual({
    ids: [middle?.id, oldest?.id],
    total: 2,
  });
  const inUtc = new Date(middle?.created_at ?? '').getTime();
  const local = new Date(inUtc + 2 * 3_600_000).toISOString().replace('Z', '+02:00');
  expect(ids((await list({ created_gte: local })).data)).toEqual([newest?.id, middle?.id]);
});

it('combines all filters in one page', async () => {
  const [match] = await bookInTurn(
    { reference: 'PO-1', dropoff_site_id: 'hos-0' },
    { reference: 'PO-2' },
    { reference: 'PO-1' },
  );
  const page = await list({
    status: 'booked',
    site: 'lab-0',
    reference: 'PO-1',
    created_gte: '2026-01-01T00:00:00Z',
    limit: 1,
  });
  expect({ ids: ids(page.data), total: page.total, more: page.has_more }).toEqual({
    ids: [match?.id],
    total: 1,
    more: false,
  });
});

it('get returns the same job by id and by reference', async () => {
  const { id, ref, webhook_events: _, ...job } = await app.as().book(booking());
  const detail = await app.as().get({ id });
  expect(detail).toMatchObject({ ...job, custody_events: 1, return_job_id: null });
  expect(detail).not.toHaveProperty('webhook_events');
  expect(await app.as().get({ id: ref })).toEqual(detail);
  expect(await app.as().get({ id: ref.toLowerCase() })).toEqual(detail);
});

it('track returns what happened in order, and the driver', async () => {
  const { id, ref } = await app.as().book(booking());
  await app.as().update({ id, priority: 'stat' });
  await app.assign(id);
  await app.report(id, { type: 'depart' });
  await app.report(id, { type: 'arriving', eta_minutes: 4 });
  expect(await app.as().track({ ref })).toMatchObject({
    status: 'en_route_pickup',
    assignment: { driver_id: 'drv_1', registration: 'CA 123-456' },
    announced_eta: { minutes: 4, at: '2026-11-02T08:00:00.000Z' },
    requirements: priced.requirements,
    events: ['booked', 'updated', 'assigned', 'en_route_pickup', 'arriving_pickup'].map((type) => ({
      type,
    })),
    last_sequence: 5,
  });
});

it('trackByToken returns the same to every holder of the link, of any tenant', async () => {
  const { ref, tracking_url } = await app.as().book(booking());
  const token = tracking_url.split('/').at(-1) ?? '';
  const record = await app.as(newTenant()).trackByToken({ token });
  expect(record).toEqual(await app.as().track({ ref }));
});

it('locate returns what an id or reference stands for, and its last sequence', async () => {
  const { id, ref } = await app.as().book(booking());
  await app.assign(id);
  const located = await app.as().locate({ id: ref });
  expect(located).toEqual({
    id,
    ref,
    tenant_id: app.tenant,
    status: 'assigned',
    requirements: priced.requirements,
    last_sequence: 2,
  });
  expect(await app.as().locate({ id })).toEqual(located);
});

it('takes writes, and says so when the server is read-only', async () => {
  const check = () => app.call('checkWrites', {}, { tenant: '' });
  expect(await check()).toEqual({ ok: {} });
  const [{ role }] = await app.sql(
    "select usename as role from pg_stat_activity where application_name = 'jobs:write' and datname = current_database() limit 1",
  );
  const setReadOnly = (value: string) =>
    app.sql(`alter role "${role}" set default_transaction_read_only = ${value}`);
  await setReadOnly('on');
  await app.sql(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'jobs:write' and datname = current_database()",
  );
  // The first may be that of the connection that was ended.
  const twice = async () => [await check(), await check()];
  await expect.poll(twice).toEqual([{ fault: 'unavailable' }, { fault: 'unavailable' }]);
  await setReadOnly('off');
});
