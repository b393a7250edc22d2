import { sandboxIdleMs } from '@svc/contracts';
import { newId } from '@svc/kit/ids';
import { describe, expect, it } from 'vitest';
import { accountsTest } from './app.ts';
import { findPerson, signedIn } from './people.ts';

const app = accountsTest();
const tenantOf = async (caller: string, limit = 60) =>
  (await app.as('').admit({ caller, limit })).tenant_id;
const expired = async () =>
  (await app.sql("select tenant_id from accounts.outbox where type = 'sandbox.expired'")).map(
    (row) => row.tenant_id,
  );
const known = async (pattern: string) =>
  (await app.sql('select caller from accounts.rate_window where caller like $1', [pattern])).length;

describe('the tenant of a caller', () => {
  it('belongs to one caller, and lasts while the caller makes requests', async () => {
    const tenant = await tenantOf('regular');
    expect(await tenantOf('other')).not.toBe(tenant);
    for (let hours = 0; hours < 24; hours += 5) {
      app.clock.advanceMs(5 * 3_600_000);
      expect(await tenantOf('regular')).toBe(tenant);
    }
    expect(await expired()).not.toContain(tenant);
  });

  it('lasts also through requests that are refused', async () => {
    const tenant = await tenantOf('eager', 1);
    app.clock.advanceMs(sandboxIdleMs - 1);
    await tenantOf('eager', 1);
    const refused = await app.as('').admit({ caller: 'eager', limit: 1 });
    expect(refused).toMatchObject({ admitted: false, tenant_id: tenant });
    app.clock.advanceMs(sandboxIdleMs - 1);
    expect(await tenantOf('eager', 1)).toBe(tenant);
  });

  it('ends after six idle hours to the millisecond, and is emitted once', async () => {
    const tenant = await tenantOf('sleeper');
    app.clock.advanceMs(sandboxIdleMs);
    const fresh = await tenantOf('sleeper');
    expect(fresh).not.toBe(tenant);
    expect(await tenantOf('sleeper')).toBe(fresh);
    await app.runSchedule('expire-callers');
    const expirations = await expired();
    expect(expirations.filter((each) => each === tenant)).toHaveLength(1);
    expect(expirations).not.toContain(fresh);
  });

  it('is drawn once for many concurrent first requests', async () => {
    const tenants = await Promise.all(Array.from({ length: 20 }, () => tenantOf('crowd')));
    expect(new Set(tenants).size).toBe(1);
    app.clock.advanceMs(sandboxIdleMs);
    const later = await Promise.all(Array.from({ length: 20 }, () => tenantOf('crowd')));
    expect(new Set(later).size).toBe(1);
    expect((await expired()).filter((each) => each === tenants[0])).toHaveLength(1);
  });
});

describe('the schedule expire-callers', () => {
  it('deletes idle callers alone and emits each of their tenants', async () => {
    const idle = await tenantOf('idle');
    app.clock.advanceMs(1);
    const busy = await tenantOf('busy');
    app.clock.advanceMs(sandboxIdleMs - 1);
    await app.runSchedule('expire-callers');
    expect([await known('idle'), await known('busy')]).toEqual([0, 1]);
    expect(await expired()).toEqual(expect.arrayContaining([idle]));
    expect(await expired()).not.toContain(busy);
    expect(await tenantOf('idle')).not.toBe(idle);
  });

  it('continues in batches until no idle caller is left', async () => {
    await app.sql(`
      insert into accounts.rate_window (caller, hits, admitted, seen_at)
      select 'old-' || n, '{}', true, '2026-01-01T00:00:00Z' from generate_series(1, 1201) as n`);
    const before = (await expired()).length;
    await app.runSchedule('expire-callers');
    expect(await known('old-%')).toBe(0);
    expect((await expired()).length).toBeGreaterThanOrEqual(before + 1201);
  });
});

it('all that is stored of an expired tenant is deleted, and nothing is recorded again', async () => {
  const tenant_id = await tenantOf('visitor');
  const { token } = await signedIn(app, tenant_id);
  const request = { tenant_id, id: newId('req_', app.clock.now()), client_id: 'cli_1', code: null };
  const entry = { method: 'GET', path: '/v1/jobs', status: 200, duration_ms: 4.2 };
  const created_at = app.clock.now().toISOString();
  const day = { tenant_id, day: created_at.slice(0, 10), counter_id: 'first' };
  const record = () =>
    app.as('').recordRequests({
      requests: [{ ...request, ...entry, created_at }],
      counts: [{ ...day, requests: 10, rate_limited: 1 }],
    });
  await record();
  const left = async () => {
    const tables = ['session', 'identity', 'tenant_user', 'request_log', 'request_count'];
    const found = tables.map(
      async (table) =>
        (await app.sql(`select from accounts.${table} where tenant_id = $1`, [tenant_id])).length,
    );
    return Promise.all(found);
  };
  expect(await left()).toEqual([1, 1, 1, 1, 1]);
  app.clock.advanceMs(sandboxIdleMs);
  await app.runSchedule('expire-callers');
  await app.runSchedule('forget-expired');
  expect(await findPerson(app, token)).toBeNull();
  await record();
  expect(await left()).toEqual([0, 0, 0, 0, 0]);
});
