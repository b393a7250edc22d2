import { newTenant } from '@svc/kit/testing/service-test';
import { describe, expect, it } from 'vitest';
import { wanting, webhooksTest } from './app.ts';

const app = webhooksTest({ workers: [] });

const columns =
  'tenant_id, endpoint_id, id, event_id, type, attempt, status, duration_ms, attempted_at, created_at';
type Row = [status: string, attempt: number, ms: number | null, at: string];
let ids = 0;
async function deliveries(tenant: string, endpoint: string, rows: readonly Row[]) {
  for (const [status, attempt, ms, at] of rows) {
    ids += 1;
    await app.sql(
      `insert into webhooks.delivery (${columns})
       values ($1, $2, 'whd_' || lpad($3::text, 6, '0'), 'evt', 'job.created', $4, $5, $6, $7, $8)`,
      [tenant, endpoint, ids, attempt, status, ms, ms === null ? null : at, at],
    );
  }
}
const newEndpoint = async (tenant: string, path = 'hook') =>
  (await app.as(tenant).create(wanting(`http://127.0.0.1:9/${path}`))).id;

describe('health', () => {
  it('counts the last seven days by South African day', async () => {
    const id = await newEndpoint(app.tenant);
    await deliveries(app.tenant, id, [
      ['failed', 12, 9_000, '2026-10-26T07:59:00Z'],
      ['failed', 12, 40, '2026-10-26T08:00:00Z'],
      ['succeeded', 1, 10, '2026-11-01T21:59:00Z'],
      ['succeeded', 3, 30, '2026-11-01T22:00:00Z'],
      ['succeeded', 1, 20, '2026-11-02T07:00:00Z'],
      ['pending', 0, null, '2026-11-02T07:59:00Z'],
    ]);
    await deliveries(newTenant(), id, [['failed', 1, 1, '2026-11-02T07:00:00Z']]);
    expect(await app.as().health({ id })).toEqual({
      object: 'webhook_health',
      webhook_id: id,
      since: '2026-10-26T08:00:00.000Z',
      is_complete: true,
      ...{ succeeded: 3, retried: 1, pending: 1, failed: 1 },
      last_success_at: '2026-11-02T07:00:00.000Z',
      ...{ median_ms: 20, p95_ms: 40 },
      days: [
        { day: '2026-11-02', succeeded: 2, pending: 1, failed: 0 },
        { day: '2026-11-01', succeeded: 1, pending: 0, failed: 0 },
        { day: '2026-10-26', succeeded: 0, pending: 0, failed: 1 },
      ],
    });
  });

  it('is empty before the first delivery', async () => {
    const id = await newEndpoint(app.tenant);
    const none = { succeeded: 0, last_success_at: null, median_ms: null, p95_ms: null, days: [] };
    expect(await app.as().health({ id })).toMatchObject(none);
  });
});

it('getEvent returns the event as it was emitted, to its tenant alone', async () => {
  await app.happen(app.tenant, { type: 'job.created', job_id: 'job_e', data: { ref: 'SVC-1' } });
  await app.fannedOut(app.tenant, 1);
  const [event] = (await app.as().listEvents({})).data;
  const id = event?.id ?? '';
  expect(await app.as().getEvent({ id })).toEqual(event);
  const refused = { refused: expect.objectContaining({ code: 'event_not_found' }) };
  expect(await app.call('getEvent', { id }, { tenant: newTenant() })).toEqual(refused);
  expect(await app.call('getEvent', { id: 'no id!' })).toEqual(refused);
});

describe('usage', () => {
  it('counts the deliveries to all endpoints of the tenant by South African day', async () => {
    const [first, second] = [await newEndpoint(app.tenant), await newEndpoint(app.tenant, 'other')];
    await deliveries(app.tenant, first, [
      ['failed', 12, 9_000, '2026-10-26T07:59:00Z'],
      ['failed', 12, 40, '2026-11-01T21:59:00Z'],
      ['succeeded', 1, 20, '2026-11-02T07:00:00Z'],
    ]);
    await deliveries(app.tenant, second, [['pending', 0, null, '2026-11-02T07:59:00Z']]);
    await deliveries(app.tenant, 'wh_removed', [['failed', 1, 1, '2026-11-02T07:00:00Z']]);
    expect(await app.as().usage({})).toMatchObject({
      endpoints: 2,
      since: '2026-10-26T08:00:00.000Z',
      is_complete: true,
      days: [
        { day: '2026-11-02', succeeded: 1, pending: 1, failed: 0 },
        { day: '2026-11-01', succeeded: 0, pending: 0, failed: 1 },
      ],
    });
  });

  it('counts the newest 50 000 over all endpoints, and marks the count incomplete', async () => {
    const id = await newEndpoint(app.tenant);
    await newEndpoint(app.tenant, 'other');
    await app.sql(
      `insert into webhooks.delivery (${columns})
       select $1, $2, 'whd_' || lpad(n::text, 6, '0'), 'evt', 'job.created', 1, 'succeeded', 5,
              '2026-11-02T07:00:00Z', '2026-11-02T07:00:00Z'
         from generate_series(900000, 925002) n`,
      [app.tenant, id],
    );
    const { is_complete, days } = await app.as().usage({});
    expect({ is_complete, days }).toEqual({
      is_complete: false,
      days: [{ day: '2026-11-02', succeeded: 25_001, pending: 0, failed: 0 }],
    });
  });
});
