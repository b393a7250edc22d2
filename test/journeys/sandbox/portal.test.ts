/** The desk of live asks the sandbox by its public API alone: table, answers, refusals and isolation. */
import { carrierRoles, publishedSandboxKey, roleScopes } from '@svc/contracts';
import { sandboxFace } from '@svc/desk/pages/sandbox/table';
import { operations } from '@svc/desk/sandbox/operations';
import { sandboxAccess, sandboxTransport } from '@svc/desk/sandbox/transport';
import { routesOf } from '@svc/gateway';
import type { CallMeta } from '@svc/kit/transport';
import { describe, expect, it } from 'vitest';
import { shared } from '../worker-stages.ts';
import type { Sandbox } from './callers.ts';

let sandbox: Sandbox;
shared.beforeAll(({ heldSandbox }) => {
  sandbox = heldSandbox;
});

const secret = 'a secret of at least 32 characters, for tests';
const accessTo = (key: string = publishedSandboxKey) =>
  sandboxAccess({ url: sandbox.stage.publicUrl, key, secret });
const metaOf = (tenant: string, more: Partial<CallMeta> = {}): CallMeta => ({
  ...{ tenant, actor: 'usr_1', requestId: 'req_1' },
  ...more,
});
const booking = { pickup_site_id: 'cli-0', dropoff_site_id: 'lab-0', sku: 'LAB-STD', km: 10 };
let keys = 0;
const newKey = () => {
  keys += 1;
  return `portal-test-key-${keys}`;
};

describe('the operations of the portal', () => {
  it('are operations of the API of the sandbox, by the same actions', () => {
    const served = new Map<string, string>(
      routesOf('sandbox').flatMap((route) =>
        route.kind === 'action'
          ? [[`${route.service}.${route.action}`, `${route.method} ${route.path}`] as const]
          : [],
      ),
    );
    for (const [action, operation] of Object.entries(operations)) {
      expect(served.get(action), action).toBe(operation);
    }
  });

  it('hold every scope that pages of the sandbox need, and no role of the carrier', () => {
    const accesses = sandboxFace.table.map(({ access }) => access);
    for (const access of accesses) expect(sandboxFace.scopes).toContain(access);
    expect(carrierRoles.flatMap((role) => roleScopes[role])).not.toContain('jobs:read');
  });
});

describe('a call from the portal', () => {
  it('books once per key, with its scenario, and programs with the session see the job', async () => {
    const access = accessTo();
    const { call } = sandboxTransport(access);
    const meta = metaOf('ten_a', { request: newKey() });
    const input = { ...booking, scenario: 'delivered' };
    const first = await call('jobs', 'book', input, meta);
    expect(first).toMatchObject({ ok: { status: 'booked' } });
    expect(await call('jobs', 'book', input, meta)).toEqual(first);
    const { ok: job } = first as { ok: { id: string } };
    const found = await call('jobs', 'get', { id: job.id }, metaOf('ten_a'));
    expect(found).toMatchObject({ ok: { id: job.id } });
    const program = sandbox.session(access.sessionOf('ten_a'));
    expect((await program(`GET /jobs/${job.id}`)).status).toBe(200);
  });

  it('of another tenant sees none of it', async () => {
    const { call } = sandboxTransport(accessTo());
    const booked = await call('jobs', 'book', booking, metaOf('ten_b', { request: newKey() }));
    const { id } = (booked as { ok: { id: string } }).ok;
    const foreign = await call('jobs', 'get', { id }, metaOf('ten_c'));
    expect(foreign).toMatchObject({ refused: { code: 'job_not_found' } });
    expect(accessTo().sessionOf('ten_b')).not.toContain('ten_b');
  });

  it('registers an endpoint, reads it and finds the booking among the events', async () => {
    const { call } = sandboxTransport(accessTo());
    const asked = (action: string, input: object, request?: string) =>
      call('webhooks', action, input, metaOf('ten_d', request ? { request } : {}));
    const url = 'http://127.0.0.1:9/hook';
    const made = await asked('create', { url, events: ['*'] }, newKey());
    expect(made).toMatchObject({ ok: { url, status: 'active' } });
    const { id } = (made as { ok: { id: string } }).ok;
    expect(await asked('get', { id })).toMatchObject({ ok: { id } });
    expect(await asked('test', { id }, newKey())).toMatchObject({ ok: { object: 'webhook_test' } });
    expect(await asked('listDeliveries', { id })).toMatchObject({ ok: { data: [{}] } });
    expect(await asked('remove', { id }, newKey())).toMatchObject({ ok: { deleted: true } });
  });

  it('that does not fit names the fields', async () => {
    const { call } = sandboxTransport(accessTo());
    const meta = metaOf('ten_e', { request: newKey() });
    const wrong = await call('jobs', 'book', { ...booking, parcels: 'many' }, meta);
    expect(wrong).toMatchObject({ invalid: [{ path: ['parcels'] }] });
    const unknown = await call(
      'webhooks',
      'create',
      { url: 'http://x.test/', events: ['*'] },
      meta,
    );
    expect(unknown).toMatchObject({ refused: { code: 'invalid_url' } });
  });

  it('with a key that the sandbox does not take, or to nobody, is a fault', async () => {
    const meta = metaOf('ten_f');
    const wrong = sandboxTransport(accessTo('svc_test_other'));
    expect(await wrong.call('jobs', 'list', {}, meta)).toEqual({ fault: 'internal' });
    const nowhere = sandboxAccess({ url: 'http://127.0.0.1:9', key: publishedSandboxKey, secret });
    const gone = await sandboxTransport(nowhere).call('jobs', 'list', {}, meta);
    expect(gone).toEqual({ fault: 'unavailable' });
  });

  it('without a tenant, or for what the sandbox has not, is never sent', async () => {
    const { call } = sandboxTransport(accessTo());
    await expect(call('jobs', 'list', {}, metaOf(''))).rejects.toThrow('stands for a tenant');
    await expect(call('accounts', 'listUsers', {}, metaOf('ten_g'))).rejects.toThrow(
      'no operation',
    );
  });
});
