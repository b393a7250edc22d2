import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type App, newTenant, start, startWebhooks, wanting } from './app.ts';

let app: App;
beforeAll(async () => {
  app = await startWebhooks({ workers: [] });
});
afterAll(() => app?.stop());
beforeEach(() => app.clock.set(start));

const url = 'http://127.0.0.1:9/hook';
const days = (count: number) => new Date(Date.parse(start) + count * 24 * 3_600_000);

describe('purge-log', () => {
  it('keeps events and deliveries for 30 days', async () => {
    const tenant = newTenant();
    const { id } = await app.as(tenant).create(wanting(url));
    await app.as(tenant).test({ id });
    app.clock.set(days(30));
    await app.runSchedule('webhooks', 'purge-log');
    expect((await app.as(tenant).listEvents({})).data).toHaveLength(1);
    app.clock.set(new Date(days(30).getTime() + 1));
    await app.runSchedule('webhooks', 'purge-log');
    expect((await app.as(tenant).listEvents({})).data).toEqual([]);
    expect(await app.log(tenant, id)).toEqual([]);
  });

  it('goes on in batches until all is gone', async () => {
    const tenant = newTenant();
    await app.owner.query(
      `insert into webhooks.event (tenant_id, id, type, job_id, sequence, created_at, body)
       select $1, 'evt_' || n, 'job.updated', '', 0, $2, '{}'
         from generate_series(1, 12000) n`,
      [tenant, days(-31)],
    );
    await app.runSchedule('webhooks', 'purge-log');
    const { rows } = await app.owner.query(
      'select count(*)::int as n from webhooks.event where tenant_id = $1',
      [tenant],
    );
    expect(rows).toEqual([{ n: 0 }]);
  });
});

describe('give-up', () => {
  it('ends what has waited for 14 days', async () => {
    const tenant = newTenant();
    const { id } = await app.as(tenant).create(wanting(url));
    await app.as(tenant).update({ id, status: 'disabled' });
    app.clock.advanceMs(1);
    await app.as(tenant).test({ id });
    app.clock.set(days(14));
    await app.runSchedule('webhooks', 'give-up');
    expect(await app.log(tenant, id)).toMatchObject([{ status: 'pending' }]);
    app.clock.set(days(15));
    await app.runSchedule('webhooks', 'give-up');
    expect(await app.log(tenant, id)).toMatchObject([{ status: 'failed', next_attempt_at: null }]);
  });

  it('clears what a removed endpoint left', async () => {
    const tenant = newTenant();
    const { id } = await app.as(tenant).create(wanting(url));
    await app.as(tenant).test({ id });
    await app.as(tenant).remove({ id });
    app.clock.set(days(15));
    await app.runSchedule('webhooks', 'give-up');
    const { rows } = await app.owner.query('select 1 from webhooks.due where tenant_id = $1', [
      tenant,
    ]);
    expect(rows).toEqual([]);
  });
});
