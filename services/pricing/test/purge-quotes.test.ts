import { afterAll, beforeAll, expect, it } from 'vitest';
import { type App, startPricing } from './app.ts';

let app: App;
beforeAll(async () => {
  app = await startPricing();
});
afterAll(() => app.stop());

const kept = async () => {
  const { rows } = await app.owner.query('select id from pricing.quote order by id');
  return rows.map(({ id }) => id);
};

it('purges the quotes of all tenants a day after they expired', async () => {
  const dayMs = 24 * 3_600_000;
  await app.clients('ten_a').pricing.createQuote({ sku: 'LAB-STD' });
  await app.clients('ten_b').pricing.createQuote({ sku: 'LAB-STD' });
  app.clock.advanceMs(60_000);
  const late = await app.clients('ten_a').pricing.createQuote({ sku: 'LAB-STD' });
  app.clock.set(new Date(Date.parse(late.expires_at) + dayMs));
  await app.runSchedule('pricing', 'purge-quotes');
  expect(await kept()).toEqual([late.id]);
  app.clock.advanceMs(1);
  await app.runSchedule('pricing', 'purge-quotes');
  expect(await kept()).toEqual([]);
});

it('purges at most ten thousand at a time, the oldest first', async () => {
  await app.owner.query(`
    insert into pricing.quote (tenant_id, id, sku, total_cents, expires_at, priced)
    select 'ten_a', 'q_' || n, 'LAB-STD', 1, timestamptz '2020-01-01' + n * interval '1 ms', '{}'
      from generate_series(1, 10001) n`);
  await app.runSchedule('pricing', 'purge-quotes');
  expect(await kept()).toEqual(['q_10001']);
  await app.runSchedule('pricing', 'purge-quotes');
  expect(await kept()).toEqual([]);
});
