import { until } from '@svc/devnet';
import { idsByPage, newTenant } from '@svc/kit/testing/service-test';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { start, wanting, webhooksTest } from './app.ts';

const app = webhooksTest({ workers: [] });

const url = 'http://127.0.0.1:9/hook';
const queued = async (tenant: string, id: string) =>
  (await app.log(tenant, id)).map(({ type }) => type);

describe('an event of a producer', () => {
  it('is published as it was emitted, without the internals', async () => {
    await app.happen(app.tenant, { type: 'job.created', job_id: 'job_a', data: { ref: 'SVC-1' } });
    await app.fannedOut(app.tenant, 1);
    expect((await app.as().listEvents({})).data).toEqual([
      {
        id: expect.stringMatching(/^evt_\w{26}$/),
        type: 'job.created',
        created_at: start,
        tenant_id: app.tenant,
        job_id: 'job_a',
        sequence: 1,
        data: { ref: 'SVC-1' },
      },
    ]);
  });

  it('is numbered in its job without gaps, across its producers', async () => {
    const producers = ['jobs', 'custody', 'tracking'] as const;
    await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        app.happen(
          app.tenant,
          { type: 'custody.scanned', job_id: n % 2 === 0 ? 'job_even' : 'job_odd' },
          producers[n % 3],
        ),
      ),
    );
    await app.fannedOut(app.tenant, 30);
    const { data } = await app.as().listEvents({ limit: 100 });
    for (const job of ['job_even', 'job_odd']) {
      const numbers = data.filter(({ job_id }) => job_id === job).map(({ sequence }) => sequence);
      expect(numbers.toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 15 }, (_, n) => n + 1),
      );
    }
  });

  it('is delivered to the active endpoints of its tenant that subscribe to it alone', async () => {
    const register = async (path: string, events: string[]) =>
      (await app.as().create(wanting(new URL(path, url).href, events))).id;
    const all = await register('all', ['*']);
    const some = await register('some', ['job.updated', 'job.created']);
    const others = await register('others', ['job.updated']);
    const disabled = await register('disabled', ['*']);
    await app.as().update({ id: disabled, status: 'disabled' });
    const rival = newTenant();
    const { id: rivals } = await app.as(rival).create(wanting(url));
    await app.happen(app.tenant, { type: 'job.created', job_id: 'job_b' });
    await app.fannedOut(app.tenant, 1);
    expect(await queued(app.tenant, all)).toEqual(['job.created']);
    expect(await queued(app.tenant, some)).toEqual(['job.created']);
    expect(await queued(app.tenant, others)).toEqual([]);
    expect(await queued(app.tenant, disabled)).toEqual([]);
    expect(await queued(rival, rivals)).toEqual([]);
  });

  it('with an internal type is not published and has no number', async () => {
    const { id } = await app.as().create(wanting(url));
    await app.happen(app.tenant, { type: 'driver.moved', job_id: 'job_c' }, 'tracking');
    await app.happen(app.tenant, { type: 'eta.changed', job_id: 'job_c' }, 'tracking');
    await app.fannedOut(app.tenant, 1);
    expect((await app.as().listEvents({})).data).toMatchObject([
      { type: 'eta.changed', sequence: 1 },
    ]);
    expect(await queued(app.tenant, id)).toEqual(['eta.changed']);
  });
});

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
  it('returns the oldest first, in pages', async () => {
    const tenant = await tenantWith(5);
    const { data } = await app.as(tenant).listEvents({});
    expect(numbers(data)).toEqual([1, 2, 3, 4, 5]);
    const ids = data.map(({ id }) => id);
    const pages = await idsByPage((page) => app.as(tenant).listEvents(page));
    expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
    const end = await app.as(tenant).listEvents({ starting_after: ids[4] });
    expect(end).toEqual({ object: 'list', data: [], has_more: false });
  });

  it('can be filtered by one type', async () => {
    const tenant = await tenantWith(4);
    const { data } = await app.as(tenant).listEvents({ type: 'job.updated' });
    expect(numbers(data)).toEqual([2, 4]);
  });

  it('shows no events of other tenants, not even from a foreign cursor', async () => {
    const tenant = await tenantWith(2);
    const other = await tenantWith(1);
    const starting_after = (await app.as(other).listEvents({})).data[0]?.id ?? '';
    await expect(app.as(tenant).listEvents({ starting_after })).rejects.toMatchObject({
      issues: [{ path: ['starting_after'], code: 'unknown_cursor' }],
    });
  });

  it('waits for a writer with an earlier position, so that readers miss nothing', async () => {
    const tenant = await tenantWith(1);
    const slow = new Client({ connectionString: app.running().url });
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
});
