import type { RecordedCount } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { accountsTest, newSite } from './app.ts';
import { neighbours, ofWebhooks, proofsOf } from './neighbours.ts';

const app = accountsTest({ SVC_LIVE_LIMIT: '120' }, neighbours);
const alone = accountsTest({ SVC_ENVIRONMENT: 'sandbox', SVC_LIVE_LIMIT: '120' });

const count = (
  tenant_id: string,
  day: string,
  parts: Partial<RecordedCount> = {},
): RecordedCount => ({
  tenant_id,
  day,
  ...{ counter_id: 'first', requests: 10, rate_limited: 1 },
  ...parts,
});
const record = (...counts: RecordedCount[]) => app.as('').recordRequests({ requests: [], counts });
const daysOf = async (tenant: string) => (await app.as(tenant).usage({})).request_days;
const stored = (tenant: string) =>
  app.sql('select day::text from accounts.request_count where tenant_id = $1 order by 1', [tenant]);

describe('usage', () => {
  it('counts what the tenant has, here and in other services', async () => {
    const tenant = 'ten_holder';
    await app.as('').createTenant({ id: tenant, name: 'Holder' });
    const admin = app.as(tenant);
    await admin.createSite(newSite);
    await admin.createUser({ email: 'desk@clinic.example', name: 'Desk', role: 'booker' });
    const held_scopes = ['jobs:read' as const];
    const { id } = await admin.addApiKey({ name: 'Board', scopes: ['jobs:read'], held_scopes });
    await admin.addApiKey({ name: 'Stock', scopes: ['jobs:read'], held_scopes });
    await admin.removeApiKey({ id });
    expect(await admin.usage({})).toEqual({
      object: 'usage',
      rate_limit: { per_minute: 120, burst: 20 },
      request_days: [],
      ...{ clients: 0, api_keys: 1, sites: 1, users: 1 },
      webhooks: ofWebhooks,
      proof_files: proofsOf(tenant),
      wholesale_files: { files: 0, bytes: 0 },
    });
  });

  it('is null for a service that is not running, with the limits of the sandbox', async () => {
    expect(await alone.as('ten_sbx_1').usage({})).toMatchObject({
      rate_limit: { per_minute: 60, burst: 0 },
      ...{ webhooks: null, proof_files: null, wholesale_files: null },
    });
  });
});

describe('the requests of a day', () => {
  it('are the sum over processes, each counted once, of the tenant alone', async () => {
    const today = count('ten_sum', '2026-11-02');
    await record(today, count('ten_sum', '2026-11-01'), count('ten_other', '2026-11-02'));
    await record(today, { ...today, counter_id: 'second', requests: 5, rate_limited: 0 });
    await record({ ...today, requests: 12, rate_limited: 3 });
    await record(today);
    expect(await daysOf('ten_sum')).toEqual([
      { day: '2026-11-02', requests: 17, rate_limited: 3 },
      { day: '2026-11-01', requests: 10, rate_limited: 1 },
    ]);
  });

  it('are shown for 30 days, and purged afterwards', async () => {
    await record(count('ten_days', '2026-10-03'), count('ten_days', '2026-10-04'));
    await record(count('ten_days', '2026-11-02'));
    expect((await daysOf('ten_days')).map(({ day }) => day)).toEqual(['2026-11-02', '2026-10-04']);
    await app.runSchedule('purge-request-counts');
    expect(await stored('ten_days')).toEqual([{ day: '2026-10-04' }, { day: '2026-11-02' }]);
  });
});
