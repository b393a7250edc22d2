import { newTenant, refused } from '@svc/kit/testing/service-test';
import { expect, it } from 'vitest';
import { trackingTest } from './app.ts';
import { shown } from './neighbours.ts';
import { assignment, view } from './view.ts';

const app = trackingTest();
const site_id = 'cli-0';
const ref = 'SVC-CONSUMABLES';

it('a desk lists what was handed out, with sums by site and by person of every page', async () => {
  const own = app.as(newTenant());
  const packs = { kind: 'cool_pack', site_id } as const;
  await own.handOutConsumables({ ...packs, count: 12, at: '2026-11-01T08:00:00Z' });
  app.clock.set('2026-11-02T08:00:01.000Z');
  const taken = await own.handOutConsumables({ ...packs, count: -2 });
  app.clock.set('2026-11-02T08:00:02.000Z');
  await own.handOutConsumables({ kind: 'seal', count: 50, site_id });
  expect(taken).toMatchObject({
    job_id: null,
    by: 'desk:cli_test',
    at: '2026-11-02T08:00:01.000Z',
  });
  const { data, totals, by_person } = await own.listHandOuts({ limit: 1 });
  expect(data).toMatchObject([{ kind: 'seal', count: 50 }]);
  expect(totals).toEqual([
    { ...packs, count: 10 },
    { site_id, kind: 'seal', count: 50 },
  ]);
  expect(by_person).toEqual([
    { by: 'desk:cli_test', kind: 'cool_pack', count: 10 },
    { by: 'desk:cli_test', kind: 'seal', count: 50 },
  ]);
  const early = await own.listHandOuts({ kind: 'cool_pack', to: '2026-11-01T09:00:00Z' });
  expect(early).toMatchObject({ data: [{ count: 12 }], totals: [{ count: 12 }] });
  expect((await app.as(newTenant()).listHandOuts({})).totals).toEqual([]);
});

it('a courier hands out with a job of its own, and with no other', async () => {
  const tenant = newTenant();
  shown.set(ref, view({ id: 'job_consumables', ref, assignment }));
  const seals = { kind: 'seal', count: 5, site_id, job_id: ref } as const;
  const { driver_id: courier_id } = assignment;
  expect(await app.as(tenant).handOutConsumables({ ...seals, courier_id })).toMatchObject({
    ...{ job_id: 'job_consumables', by: `driver:${courier_id}` },
  });
  const call = (change: object) =>
    app.call('handOutConsumables', { ...seals, ...change }, { tenant });
  expect(await call({ courier_id: 'drv_2' })).toEqual(refused('job_not_found'));
  expect(await call({ courier_id, job_id: undefined })).toMatchObject({
    invalid: [{ path: ['job_id'] }],
  });
  expect(await call({ site_id: 'absent' })).toEqual(refused('unknown_site'));
  const { totals, by_person } = await app.as(tenant).listHandOuts({});
  expect([totals, by_person]).toMatchObject([
    [{ count: 5 }],
    [{ by: `driver:${courier_id}`, kind: 'seal', count: 5 }],
  ]);
});
