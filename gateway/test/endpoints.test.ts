import { scopes as allScopes, type Scope } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { routesOf, routeTable } from '../src/routes/index.ts';
import { hasJson } from '../src/routes/representation.ts';
import { bundleWithoutChain, chainWithoutEvents } from './chains.ts';
import { gatewayUnderTest, sandboxEnv } from './gateway-under-test.ts';
import { linelessInvoice } from './lineless-invoice.ts';
import {
  codeIn,
  expectRateLimitHeaders,
  genuineKey,
  isAction,
  problemIn,
  requestTo,
} from './requests.ts';
import { emptyBundle } from './temperatures.ts';

const live = await gatewayUnderTest();
const sandbox = await gatewayUnderTest({ env: sandboxEnv });
const actions = routeTable.filter(isAction);
const sandboxKey = sandbox.config.SVC_SANDBOX_KEY;

live.services.answers.set('accounts.verifyApiKey', () => ({
  ok: {
    principal: {
      tenant_id: 'ten_a',
      client_id: 'key_1',
      scopes: ['quotes:write', 'jobs:read', 'tracking:read', 'certificates:read', 'partner:stock'],
    },
  },
}));

const chain = { ...chainWithoutEvents, events: [], texts: [] };
const chained = { ...bundleWithoutChain, custody: chain };
const { job_id, chain_hash } = chainWithoutEvents;
const deskChain = {
  ...{ object: 'custody_chain', job_id, ref: 'SVC-ABCDEFGH', chain_hash, verification: null },
  events: [],
};
/** Written by the gateway from what the action answers. */
const written: Record<string, string> = {
  getTemperatureBundle: JSON.stringify({ ...emptyBundle, readings: [] }),
  getCertificateProof: 'c2sp.org/tlog-proof@v1\n',
  getCustody: JSON.stringify(chain),
  getCustodyBundle: JSON.stringify(chained),
  getCustodyForDesk: JSON.stringify(deskChain),
  getCustodyBundleForDesk: JSON.stringify(chained),
  getInvoice: JSON.stringify({ ...linelessInvoice, lines: [] }),
};
live.services.answers.set('custody.record', () => ({
  ok: { ...chain, next: null, texts_from: 0 },
}));
for (const action of ['bundle', 'bundleForDesk']) {
  live.services.answers.set(`custody.${action}`, () => ({
    ok: { ...chained, next: null, texts_from: 0 },
  }));
}
live.services.answers.set('custody.chainForDesk', () => ({ ok: { ...deskChain, next: null } }));
for (const { services } of [live, sandbox]) {
  services.answers.set('custody.certificateProof', () => ({
    ok: { proof: 'c2sp.org/tlog-proof@v1\n' },
  }));
}
live.services.answers.set('billing.getInvoice', () => ({
  ok: { ...linelessInvoice, lines: [], next: null },
}));
live.services.answers.set('tracking.temperatureBundle', () => ({
  ok: { ...emptyBundle, readings: [], has_more: false, next: null },
}));

const named = (routes: typeof actions) =>
  routes.map((route) => [`${route.method} ${route.path}`, route] as const);
/** A courier's device says whose it is; nobody else does. */
const bearer = async (scopes: readonly Scope[] = allScopes) => {
  const claims = scopes.includes('ops:courier') ? { driver_id: 'drv_1' } : {};
  const token = await live.issuer.token({ scopes, client: crypto.randomUUID(), claims });
  return { authorization: `Bearer ${token}` };
};

describe.each(named(actions))('%s', (_name, route) => {
  const request = requestTo(route, 'live');
  const enough: readonly Scope[] = 'scopes' in route.access ? route.access.scopes : [];

  it.each([...enough])('asks its action with a token that carries %s', async (scope) => {
    const headers = { ...request.headers, ...(await bearer([scope])) };
    const response = await live.app.inject({ ...request, headers });
    expect(response.statusCode).toBe(route.status);
    const type = hasJson(route) ? 'application/json' : route.representations[0]?.mediaType;
    expect(response.headers['content-type']).toBe(`${type}; charset=utf-8`);
    expect(response.body).toBe(
      written[route.operationId] ?? `{"echo":"${route.service}.${route.action}"}`,
    );
    expectRateLimitHeaders(response);
    const call = live.services.callsOfUsers().at(-1);
    expect(call).toMatchObject({ service: route.service, action: route.action });
    const expected = route.contract.input.safeParse(call?.input);
    expect(expected.error?.issues).toBeUndefined();
    const courier = scope === 'ops:courier' ? { courier_id: 'drv_1' } : {};
    expect(expected.data).toMatchObject(courier);
  });

  it('answers 401 without a credential', async () => {
    const response = await live.app.inject(request);
    expect(codeIn(response)).toBe('missing_api_key');
    expect(response.headers['www-authenticate']).toBe('Bearer realm="svc-api"');
    live.clock.advanceMs(2_000);
  });

  it('answers 403 to a token with every other scope', async () => {
    const scopes = allScopes.filter((held) => !enough.includes(held));
    const headers = { ...request.headers, ...(await bearer(scopes)) };
    const response = await live.app.inject({ ...request, headers });
    expect(problemIn(response)).toMatchObject({
      code: 'insufficient_scope',
      required_scope: enough[0],
    });
    expect(response.headers['www-authenticate']).toBe(
      `Bearer error="insufficient_scope", scope="${enough[0]}"`,
    );
  });

  const keyAllowed = 'scopes' in route.access && route.access.keyAllowed;
  it(`${keyAllowed ? 'takes' : 'does not take'} an API key`, async () => {
    const headers = { ...request.headers, 'x-api-key': genuineKey };
    const response = await live.app.inject({ ...request, headers });
    if (keyAllowed) expect(response.statusCode).toBe(route.status);
    else expect(codeIn(response)).toBe('token_required');
  });

  const onSandbox = route.environments.includes('sandbox');
  it(`${onSandbox ? 'is' : 'is not'} on the sandbox`, async () => {
    const there = requestTo(route, 'sandbox');
    const headers = { ...there.headers, 'x-api-key': sandboxKey };
    const response = await sandbox.app.inject({ ...there, headers });
    if (onSandbox) expect(response.statusCode).toBe(route.status);
    else expect(codeIn(response)).toBe('not_found');
  });

  it('knows only its own methods', async () => {
    const response = await live.app.inject({
      method: 'TRACE',
      url: String(request.url),
      headers: await bearer(),
    });
    expect(codeIn(response)).toBe('method_not_allowed');
    expect(String(response.headers.allow).split(', ')).toContain(route.method);
    const options = await live.app.inject({
      method: 'OPTIONS',
      url: String(request.url),
      headers: await bearer(),
    });
    expect(options.statusCode).toBe(204);
    expect(options.headers.allow).toBe(response.headers.allow);
    expectRateLimitHeaders(options);
  });
});

describe('the table', () => {
  it('gives API keys only the low-risk reads and the stock feed', () => {
    const forKeys = actions.filter((r) => 'scopes' in r.access && r.access.keyAllowed);
    expect(forKeys.map((route) => `${route.method} ${route.path}`)).toEqual([
      'GET /quotes',
      'GET /jobs',
      'GET /jobs/{id}',
      'GET /jobs/{id}/labels',
      'GET /jobs/{id}/waybill',
      'GET /tracking/{ref}',
      'GET /certificates/{id}',
      'GET /certificates/{id}/proof',
      'POST /partner/stock-feed',
    ]);
  });

  it('takes an Idempotency-Key on every change and asks for one where money hangs on it', () => {
    for (const route of actions) {
      const rule = route.contract.kind === 'query' ? 'none' : 'accepted';
      const isMoney = ['bookJob', 'recordPayment'].includes(route.operationId);
      expect(route.idempotency, route.operationId).toBe(isMoney ? 'required' : rule);
    }
  });

  it('names each operation once', () => {
    const ids = routeTable.map((route) => route.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has examples that the contracts take', () => {
    for (const route of actions.filter((r) => r.body === 'json')) {
      expect(route.example, route.path).toBeDefined();
      const input = { id: 'job_1', ...Object(route.example) };
      expect(route.contract.input.safeParse(input).error?.issues, route.path).toBeUndefined();
    }
  });

  it('serves no token endpoint on the sandbox', async () => {
    const paths = routesOf('sandbox').map((route) => route.path);
    expect(paths).not.toContain('/oauth/token');
    for (const url of ['/oauth/token', '/.well-known/jwks.json', '/v1/health', '/v1/jobs']) {
      expect(codeIn(await sandbox.app.inject({ method: 'POST', url }))).toBe('not_found');
    }
  });
});
