/** Webhooks for callers of the sandbox: bounded, without alarms, and gone with their tenant. */
import { samplesPrefix } from '@svc/contracts';
import { until } from '@svc/devnet';
import { newTenant, refused } from '@svc/kit/testing/service-test';
import { describe, expect, it } from 'vitest';
import { wanting, webhooksTest } from './app.ts';

const app = webhooksTest({ workers: [], env: { SVC_ENVIRONMENT: 'sandbox' } });

const tables = [
  'endpoint',
  'endpoint_queue',
  'event',
  'delivery',
  'pending_delivery',
  'replay',
  'wake_up',
  'job_number',
];
const rowsOf = async (tenant: string) => {
  const counts = tables.map(
    (table) => `(select count(*) from webhooks.${table} where tenant_id = $1)`,
  );
  const rows = await app.sql(`select (${counts.join(' + ')})::int as n`, [tenant]);
  return rows[0]?.n;
};

describe('in the sandbox', () => {
  it('a booking is in the feed and delivered to the endpoint, without an alarm', async () => {
    const { id } = await app.as().create(wanting('http://127.0.0.1:9/hook'));
    await app.happen(app.tenant, { type: 'job.created', job_id: 'job_s' });
    await app.fannedOut(app.tenant, 1);
    expect((await app.as().listEvents({})).data).toMatchObject([{ type: 'job.created' }]);
    expect((await app.log(app.tenant, id)).map(({ type }) => type)).toEqual(['job.created']);
    const alarms = 'select from webhooks.unassigned_job union all select from webhooks.ops_event';
    expect((await app.sql(alarms)).length).toBe(0);
  });

  it('events of samples are not stored', async () => {
    const samples = `${samplesPrefix}1`;
    await app.happen(samples, { type: 'job.created', job_id: 'job_sample' });
    await app.happen(app.tenant, { type: 'job.created', job_id: 'job_own' });
    await app.fannedOut(app.tenant, 1);
    expect(await rowsOf(samples)).toBe(0);
  });

  it('a fourth endpoint is refused', async () => {
    for (const n of [1, 2, 3]) await app.as().create(wanting(`http://127.0.0.1:9/${n}`));
    const fourth = await app.call('create', wanting('http://127.0.0.1:9/4'));
    expect(fourth).toEqual(refused('too_many_endpoints'));
  });

  it('all rows of an expired tenant are deleted', async () => {
    const [expired, other] = [newTenant(), newTenant()];
    for (const tenant of [expired, other]) {
      await app.as(tenant).create(wanting('http://127.0.0.1:9/hook'));
      await app.happen(tenant, { type: 'job.created', job_id: `job_${tenant}` });
      await app.fannedOut(tenant, 1);
    }
    const before = await rowsOf(other);
    await app.happen(expired, { type: 'sandbox.expired', data: { tenant_id: expired } });
    await until(
      async () => {
        await app.runSchedule('forget-expired');
        return (await rowsOf(expired)) === 0;
      },
      { timeoutMs: 60_000, what: 'the rows to go' },
    );
    expect(await rowsOf(other)).toBe(before);
  });
});
