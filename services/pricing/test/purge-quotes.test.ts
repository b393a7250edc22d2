import { expect, it } from 'vitest';
import { pricingTest } from './app.ts';

const app = pricingTest();

const kept = async () => {
  const rows = await app.sql('select id from pricing.quote order by id');
  return rows.map(({ id }) => id);
};

it('the schedule purges the quotes of all tenants a day after they expired', async () => {
  const dayMs = 24 * 3_600_000;
  await app.as('ten_a').createQuote({ sku: 'LAB-STD' });
  await app.as('ten_b').createQuote({ sku: 'LAB-STD' });
  app.clock.advanceMs(60_000);
  const late = await app.as('ten_a').createQuote({ sku: 'LAB-STD' });
  app.clock.set(new Date(Date.parse(late.expires_at) + dayMs));
  await app.runSchedule('purge-quotes');
  expect(await kept()).toEqual([late.id]);
  app.clock.advanceMs(1);
  await app.runSchedule('purge-quotes');
  expect(await kept()).toEqual([]);
});

it('the schedule purges at most ten thousand at a time, the oldest first', async () => {
  await app.sql(`
    insert into pricing.quote (tenant_id, id, sku, total_cents, expires_at, priced)
    select 'ten_a', 'q_' || n, 'LAB-STD', 1, timestamptz '2020-01-01' + n * interval '1 ms', '{}'
      from generate_series(1, 10001) n`);
  await app.runSchedule('purge-quotes');
  expect(await kept()).toEqual(['q_10001']);
  await app.runSchedule('purge-quotes');
  expect(await kept()).toEqual([]);
});
