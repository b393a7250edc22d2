import { until } from '@svc/devnet';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, newTenant, startWebhooks } from './app.ts';

let app: App;
beforeAll(async () => {
  app = await startWebhooks({ workers: [] });
});
afterAll(() => app?.stop());

const slowBody = (tenant_id: string) =>
  JSON.stringify({
    id: 'evt_slow',
    type: 'job.updated',
    created_at: '2026-11-02T08:00:00.000Z',
    tenant_id,
    job_id: '',
    sequence: 77,
    data: {},
  });

const waiting = `select from pg_locks where locktype = 'advisory' and not granted
  and database = (select oid from pg_database where datname = current_database())`;

async function tenantWith(count: number): Promise<string> {
  const tenant = newTenant();
  for (let n = 0; n < count; n += 1) {
    const type = n % 2 === 0 ? 'job.created' : 'job.updated';
    await app.happen(tenant, { type, job_id: `job_${tenant}` });
  }
  await app.fannedOut(tenant, count);
  return tenant;
}
const numbers = (data: { sequence: number }[]) => data.map(({ sequence }) => sequence);

describe('the feed', () => {
  it('has the oldest first, in pages', async () => {
    const tenant = await tenantWith(5);
    const first = await app.as(tenant).listEvents({ limit: 2 });
    expect(first).toMatchObject({ object: 'list', has_more: true });
    const starting_after = first.data.at(-1)?.id ?? '';
    const rest = await app.as(tenant).listEvents({ starting_after });
    expect([...numbers(first.data), ...numbers(rest.data)]).toEqual([1, 2, 3, 4, 5]);
    expect(rest.has_more).toBe(false);
    const end = rest.data.at(-1)?.id ?? '';
    expect(await app.as(tenant).listEvents({ starting_after: end })).toEqual({
      object: 'list',
      data: [],
      has_more: false,
    });
  });

  it('can be of one type', async () => {
    const tenant = await tenantWith(4);
    const { data } = await app.as(tenant).listEvents({ type: 'job.updated' });
    expect(numbers(data)).toEqual([2, 4]);
  });

  it('shows no other tenant’s events, not even from an id of theirs', async () => {
    const tenant = await tenantWith(2);
    const other = await tenantWith(1);
    const starting_after = (await app.as(other).listEvents({})).data[0]?.id ?? '';
    await expect(app.as(tenant).listEvents({ starting_after })).rejects.toMatchObject({
      issues: [{ path: ['starting_after'], code: 'unknown_cursor' }],
    });
  });

  it('begins at no event that is gone', async () => {
    const tenant = await tenantWith(2);
    const page = app.as(tenant).listEvents({ starting_after: 'evt_long_gone' });
    await expect(page).rejects.toMatchObject({
      issues: [{ path: ['starting_after'], code: 'unknown_cursor' }],
    });
  });

  it('waits for a writer that drew an earlier place, so that a reader misses nothing', async () => {
    const tenant = await tenantWith(1);
    const slow = new Client({ connectionString: app.url });
    await slow.connect();
    await slow.query('begin');
    await slow.query('select pg_advisory_xact_lock_shared(hashtextextended($1, 1))', [tenant]);
    await slow.query(
      `insert into webhooks.event (tenant_id, id, type, job_id, sequence, created_at, body)
       values ($1, 'evt_slow', 'job.updated', '', 77, now(), $2)`,
      [tenant, slowBody(tenant)],
    );
    await app.happen(tenant, { type: 'job.updated', job_id: `job_${tenant}` });
    await app.fannedOut(tenant, 2);
    const reading = app.as(tenant).listEvents({});
    await until(async () => (await slow.query(waiting)).rowCount === 1, {
      timeoutMs: 60_000,
      what: 'the reader to wait',
    });
    await slow.query('commit');
    await slow.end();
    expect(numbers((await reading).data)).toEqual([1, 77, 2]);
  });

  it('says what is wrong with a bad limit', async () => {
    const reply = await app.call('listEvents', { limit: 101 }, newTenant());
    expect(reply).toEqual({ invalid: expect.anything() });
  });
});
