import type { RecordedRequest } from '@svc/contracts';
import { newId } from '@svc/kit/ids';
import { idsByPage } from '@svc/kit/testing/service-test';
import { describe, expect, it } from 'vitest';
import { accountsTest } from './app.ts';

const app = accountsTest();
const dayMs = 24 * 60 * 60 * 1000;

const entry = (tenant: string, parts: Partial<RecordedRequest> = {}): RecordedRequest => ({
  tenant_id: tenant,
  id: newId('req_', app.clock.now()),
  created_at: app.clock.now().toISOString(),
  client_id: 'cli_1',
  method: 'GET',
  path: '/v1/jobs',
  status: 200,
  code: null,
  duration_ms: 4.2,
  ...parts,
});
const record = (...requests: RecordedRequest[]) => app.as('').recordRequests({ requests });
const idsOf = async (tenant: string, filter = {}) =>
  (await app.as(tenant).listRequests(filter)).data.map(({ id }) => id);
const stored = async (tenant: string) =>
  (await app.sql('select id from accounts.request_log where tenant_id = $1', [tenant])).length;

it('recordRequests stores the requests of several tenants once', async () => {
  const [mine, theirs] = [entry('ten_once'), entry('ten_twice')];
  await record(mine, theirs);
  await record(mine);
  const { tenant_id: _tenant, ...shown } = mine;
  expect((await app.as('ten_once').listRequests({})).data).toEqual([
    { object: 'request', ...shown },
  ]);
  expect(await idsOf('ten_twice')).toEqual([theirs.id]);
  expect(await idsOf('ten_neither')).toEqual([]);
});

describe('listRequests', () => {
  it('returns pages from the newest on', async () => {
    const next = () => {
      app.clock.advanceMs(1);
      return entry(app.tenant);
    };
    const [first, second, third] = [next(), next(), next()];
    await record(second, third, first);
    const pages = await idsByPage((page) => app.as().listRequests(page));
    expect(pages).toEqual([[third.id, second.id], [first.id]]);
  });

  it('filters by request, by client and by failure', async () => {
    const good = entry(app.tenant, { status: 399 });
    const bad = entry(app.tenant, { status: 400, code: 'invalid_body' });
    const other = entry(app.tenant, { status: 500, code: 'internal', client_id: 'key_2' });
    await record(good, bad, other);
    expect(await idsOf(app.tenant, { request_id: bad.id })).toEqual([bad.id]);
    expect(await idsOf(app.tenant, { client_id: 'key_2' })).toEqual([other.id]);
    expect(await idsOf(app.tenant, { failed: false })).toEqual([good.id]);
    expect(await idsOf(app.tenant, { failed: true, client_id: 'cli_1' })).toEqual([bad.id]);
  });
});

describe('a request', () => {
  it('is shown for seven days, and purged afterwards', async () => {
    await record(entry(app.tenant));
    app.clock.advanceMs(7 * dayMs - 1);
    await record(entry(app.tenant));
    await app.runSchedule('purge-requests');
    expect(await idsOf(app.tenant)).toHaveLength(2);
    app.clock.advanceMs(1);
    expect(await idsOf(app.tenant)).toHaveLength(1);
    expect(await stored(app.tenant)).toBe(2);
    await app.runSchedule('purge-requests');
    expect(await stored(app.tenant)).toBe(1);
  });
});
