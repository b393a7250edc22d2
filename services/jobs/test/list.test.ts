import { type Job, job as jobResource, jobs, type ListFilter } from '@svc/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { booking, type JobsApp, newTenant, startJobs } from './app.ts';

let app: JobsApp;
let tenant: string;
beforeAll(async () => {
  app = await startJobs();
});
afterAll(() => app.stop());
beforeEach(() => {
  tenant = newTenant();
});

const client = () => app.clients(tenant).jobs;
const list = (filter: Partial<ListFilter> = {}) => client().list(filter);
const ids = (of: readonly { id: string }[]) => of.map(({ id }) => id);

/** Books one after the other, a minute apart; answers the newest first. */
async function bookInTurn(...wanted: Parameters<typeof booking>[0][]): Promise<Job[]> {
  const booked: Job[] = [];
  for (const fields of wanted) {
    app.clock.advanceMs(60_000);
    const { webhook_events: _, ...job } = await client().book(booking(fields));
    booked.unshift(job);
  }
  return booked;
}

describe('list', () => {
  it('answers the jobs of the tenant, newest first, as they were booked', async () => {
    const booked = await bookInTurn({}, {}, {});
    await app.clients(newTenant()).jobs.book(booking());
    const page = await list();
    expect(page).toEqual({ object: 'list', total: 3, data: booked, has_more: false });
    expect(jobResource.strict().array().parse(page.data)).toEqual(booked);
  });

  it('is empty for a tenant without jobs', async () => {
    expect(await list()).toEqual({ object: 'list', total: 0, data: [], has_more: false });
  });

  it('ends a page early rather than outgrow a message', async () => {
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

  it('answers 20 jobs when no limit is sent', async () => {
    await bookInTurn(...Array.from({ length: 21 }, () => ({})));
    const { data, total, has_more } = await list();
    expect({ shown: data.length, total, has_more }).toEqual({
      shown: 20,
      total: 21,
      has_more: true,
    });
  });
});

describe('list pages', () => {
  it('forward from the newest to the oldest, each job once', async () => {
    const booked = await bookInTurn({}, {}, {}, {}, {});
    const first = await list({ limit: 2 });
    const second = await list({ limit: 2, starting_after: first.data[1]?.id });
    const third = await list({ limit: 2, starting_after: second.data[1]?.ref });
    expect([first, second, third].map(({ has_more }) => has_more)).toEqual([true, true, false]);
    expect(ids([first, second, third].flatMap(({ data }) => data))).toEqual(ids(booked));
    expect([first, second, third].map(({ total }) => total)).toEqual([5, 5, 5]);
  });

  it('backward to those just newer, still newest first', async () => {
    const [e, d, c, b, a] = await bookInTurn({}, {}, {}, {}, {});
    const before = await list({ limit: 2, ending_before: a?.id });
    expect(before).toMatchObject({ data: [{ id: c?.id }, { id: b?.id }], has_more: true });
    const rest = await list({ limit: 2, ending_before: c?.ref });
    expect(rest).toMatchObject({ data: [{ id: e?.id }, { id: d?.id }], has_more: false });
  });

  it('to nothing beyond either end', async () => {
    const [newest, oldest] = await bookInTurn({}, {});
    expect((await list({ ending_before: newest?.id })).data).toEqual([]);
    expect((await list({ starting_after: oldest?.id })).data).toEqual([]);
  });

  it("not from another tenant's job, as from one that never was", async () => {
    await bookInTurn({}, {});
    const { id, ref } = await app.clients(newTenant()).jobs.book(booking());
    for (const cursor of [id, ref, 'job_none', 'SVC-00000000']) {
      for (const field of ['starting_after', 'ending_before']) {
        await expect(list({ [field]: cursor })).rejects.toMatchObject({
          issues: [{ path: [field], code: 'unknown_cursor' }],
        });
      }
    }
  });
});

describe('list filters', () => {
  it('by status', async () => {
    const [newest, oldest] = await bookInTurn({}, {});
    await client().cancel({ id: oldest?.id ?? '', reason: 'no longer needed' });
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

  it('by site, whether of pickup or drop-off, each job once', async () => {
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

  it('by exact reference', async () => {
    const [, match] = await bookInTurn({ reference: 'PO-1' }, { reference: 'PO-1 ' });
    const page = await list({ reference: 'PO-1' });
    expect({ ids: ids(page.data), total: page.total }).toEqual({ ids: [match?.id], total: 1 });
  });

  it('by time of booking: from the first moment on, before the second', async () => {
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

  it('by all of them together', async () => {
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
});

describe('list refuses as bad input', () => {
  it.each([
    ['an unknown status', { status: 'lost' }, 'status'],
    ['a limit of nothing', { limit: 0 }, 'limit'],
    ['a limit over a hundred', { limit: 101 }, 'limit'],
    ['a time that is none', { created_gte: 'yesterday' }, 'created_gte'],
    ['two cursors', { starting_after: 'job_1', ending_before: 'job_2' }, 'ending_before'],
  ])('%s', async (_, ...[filter, path]) => {
    expect(await app.call([jobs, 'list'], filter, { tenant })).toMatchObject({
      invalid: [{ path: [path] }],
    });
  });
});
