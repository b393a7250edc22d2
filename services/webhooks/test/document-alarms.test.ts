import { until } from '@svc/devnet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { alarmsOf, later } from './alarms.ts';
import { type App, newTenant, startWebhooks } from './app.ts';

let app: App;
let at: ReturnType<typeof alarmsOf>;
beforeAll(async () => {
  app = await startWebhooks({ workers: [] });
  at = alarmsOf(app);
});
afterAll(() => app?.stop());

const licence = { subject_type: 'driver', subject_id: 'drv_1', document: 'driving_licence' };

it('a new document closes the open warnings about its kind, and no other alarm', async () => {
  const tenant = newTenant();
  const tracking = () => app.clients(tenant).tracking;
  const emit = (type: string, data: object) =>
    tracking().emit([{ type, data: { expires_on: '2026-11-20', ...data }, internals: {} }]);
  const others = [
    { ...licence, subject_id: 'drv_2' },
    { ...licence, document: 'first_aid' },
  ];
  for (const data of [licence, ...others]) await emit('compliance.expiring', data);
  await emit('compliance.expiring', { ...licence, expires_on: '2026-11-21' });
  await app.fannedOut(tenant, 4);
  const own = async () =>
    (await at.list({ type: 'compliance.expiring' })).filter((each) => each.tenant_id === tenant);
  const [taken] = (await own()).filter(({ data }) => data.expires_on === '2026-11-21');
  await at.desk().acknowledge({ id: taken?.id ?? '', by: 'Ann' });
  app.clock.set(later(60));
  await emit('compliance.renewed', { ...licence, expires_on: '2031-11-20' });
  const statuses = async () =>
    (await own())
      .map(({ data, status }) => `${data.subject_id} ${data.document} ${status}`)
      .toSorted();
  const closed = async () => (await statuses()).some((each) => each.endsWith('closed'));
  await until(closed, { timeoutMs: 60_000, what: 'the warning to close' });
  expect(await statuses()).toEqual([
    'drv_1 driving_licence acknowledged',
    'drv_1 driving_licence closed',
    'drv_1 first_aid open',
    'drv_2 driving_licence open',
  ]);
});
