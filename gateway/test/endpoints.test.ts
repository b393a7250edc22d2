import { scopes as allScopes, apiKeyScopes, type Scope } from '@svc/contracts';
import type { RouteHandlerMethod } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { ApiEnvironment } from '../src/config.ts';
import recorded from '../src/docs/answers-live.json' with { type: 'json' };
import { hasJson } from '../src/endpoint/representation.ts';
import type { ActionRoute, GatewayRoute } from '../src/endpoint/route.ts';
import { routesOf, routeTable } from '../src/routes/index.ts';
import { gatewayUnderTest, sandboxEnv } from './gateway-under-test.ts';
import {
  codeIn,
  expectRateLimitHeaders,
  genuineKey,
  isAction,
  problemIn,
  requestTo,
} from './requests.ts';

const live = await gatewayUnderTest();
const sandbox = await gatewayUnderTest({ env: sandboxEnv });
const actions = routeTable.filter(isAction);
const sandboxKey = sandbox.config.SVC_SANDBOX_KEY;

live.services.answers.set('accounts.verifyApiKey', () => ({
  ok: {
    principal: {
      tenant_id: 'ten_a',
      client_id: 'key_1',
      scopes: [...apiKeyScopes, 'telemetry:write'],
    },
  },
}));

const proof = 'c2sp.org/tlog-proof@v1\n';
/** Written by the gateway from what these actions answer, page by page. */
const writtenFrom = {
  getTemperatureBundle: 'tracking.temperatureBundle',
  getCustody: 'custody.record',
  getCustodyBundle: 'custody.bundle',
  getCustodyForDesk: 'custody.chainForDesk',
  getCustodyBundleForDesk: 'custody.bundleForDesk',
  getInvoice: 'billing.getInvoice',
};
const written = new Map<string, string>([['getCertificateProof', proof]]);
for (const { services } of [live, sandbox]) {
  services.answers.set('custody.certificateProof', () => ({ ok: { proof } }));
}
for (const [operation, action] of Object.entries(writtenFrom)) {
  const whole = new Map<string, object>(Object.entries(recorded)).get(operation);
  written.set(operation, JSON.stringify(whole));
  live.services.answers.set(action, () => ({
    ok: { ...whole, next: null, texts_from: 0, has_more: false },
  }));
}

const label = ({ method, path }: GatewayRoute) => `${method} ${path}`;
const scopesOf = ({ access }: GatewayRoute): readonly Scope[] =>
  'scopes' in access ? access.scopes : [];
/** The token of a courier's device names its driver. */
const bearer = async (scopes: readonly Scope[] = allScopes) => {
  const claims = scopes.includes('ops:courier') ? { driver_id: 'drv_1' } : {};
  const token = await live.issuer.token({ scopes, client: crypto.randomUUID(), claims });
  return { authorization: `Bearer ${token}` };
};

type Response = Awaited<ReturnType<typeof live.app.inject>>;

/** The action of the route was called, and its output is the body. */
function expectAnswered(route: ActionRoute, response: Response, scope: Scope) {
  expect(response.statusCode, scope).toBe(route.status);
  const type = hasJson(route) ? 'application/json' : route.representations[0]?.mediaType;
  expect(response.headers['content-type']).toBe(`${type}; charset=utf-8`);
  const echo = `{"echo":"${route.service}.${route.action}"}`;
  expect(response.body).toBe(written.get(route.operationId) ?? echo);
  expectRateLimitHeaders(response);
  const call = live.services.callsOfUsers().at(-1);
  expect(call).toMatchObject({ service: route.service, action: route.action });
  const { data, error } = route.contract.input.safeParse(call?.input);
  expect(error?.issues).toBeUndefined();
  expect(data).toMatchObject(scope === 'ops:courier' ? { courier_id: 'drv_1' } : {});
}

describe('an endpoint', () => {
  const onLive = actions.filter(({ environments }) => environments.includes('live'));

  it.each(onLive.map((route) => [label(route), route] as const))(
    '%s calls its action for each of its scopes and for no other credential',
    async (_, route) => {
      const request = requestTo(route, 'live');
      const send = (headers: object) =>
        live.app.inject({ ...request, headers: { ...request.headers, ...headers } });
      const enough = scopesOf(route);
      for (const scope of enough) expectAnswered(route, await send(await bearer([scope])), scope);
      const missing = await send({});
      expect(codeIn(missing)).toBe('missing_api_key');
      expect(missing.headers['www-authenticate']).toBe('Bearer realm="svc-api"');
      live.clock.advanceMs(2_000);
      const others = allScopes.filter((held) => !enough.includes(held));
      const insufficient = await send(await bearer(others));
      expect(problemIn(insufficient)).toMatchObject({
        code: 'insufficient_scope',
        required_scope: enough[0],
      });
      expect(insufficient.headers['www-authenticate']).toBe(
        `Bearer error="insufficient_scope", scope="${enough[0]}"`,
      );
      const byKey = await send({ 'x-api-key': genuineKey });
      const keyAllowed = 'scopes' in route.access && route.access.keyAllowed;
      if (keyAllowed) expect(byKey.statusCode).toBe(route.status);
      else expect(codeIn(byKey)).toBe('token_required');
    },
  );

  it('returns 404 not_found in an environment that it is not in', async () => {
    for (const route of actions) {
      const isOn = (environment: ApiEnvironment) => route.environments.includes(environment);
      const there = requestTo(route, 'sandbox');
      const headers = { ...there.headers, 'x-api-key': sandboxKey };
      const response = await sandbox.app.inject({ ...there, headers });
      if (isOn('sandbox')) expect(response.statusCode, label(route)).toBe(route.status);
      else expect(codeIn(response), label(route)).toBe('not_found');
      if (isOn('live')) continue;
      const here = { ...requestTo(route, 'live'), headers: await bearer() };
      expect(codeIn(await live.app.inject(here)), label(route)).toBe('not_found');
    }
  });

  it('refuses methods that it does not have, and names its own', async () => {
    for (const route of onLive) {
      const request = { url: String(requestTo(route, 'live').url), headers: await bearer() };
      const refused = await live.app.inject({ method: 'TRACE', ...request });
      expect(codeIn(refused), label(route)).toBe('method_not_allowed');
      expect(String(refused.headers.allow).split(', '), label(route)).toContain(route.method);
      const options = await live.app.inject({ method: 'OPTIONS', ...request });
      expect([options.statusCode, options.headers.allow]).toEqual([204, refused.headers.allow]);
      expectRateLimitHeaders(options);
    }
  });
});

/** Properties that the gateway branches on: the kinds of `test/contracts/kinds.ts` are made of these. */
const ofKinds = [
  ...['kind', 'access', 'method', 'body', 'idempotency', 'hasScenario', 'isNeverShed'],
  // A request is validated by these, called with them and answered from them.
  ...['contract', 'service', 'action', 'pathNames', 'query', 'representations', 'status'],
];

it('the gateway reads no name and no path of an endpoint while it serves a request', async () => {
  const read = new Set<string>();
  // A handler of the gateway's own may read what it likes: documents list the endpoints.
  const handle = (): RouteHandlerMethod => (_request, reply) => reply.code(204).send();
  const spied = routeTable.map(
    (route) =>
      new Proxy(route, {
        get: (target, name, receiver) => {
          read.add(String(name));
          return name === 'handle' ? handle : Reflect.get(target, name, receiver);
        },
      }),
  );
  const { clock, issuer, services } = live;
  const { app } = await gatewayUnderTest({ clock, issuer, services, table: spied });
  expect([...read]).not.toContain('operationId');
  read.clear();
  for (const route of routesOf('live')) {
    const parts = { client: crypto.randomUUID(), claims: { driver_id: 'drv_1' } };
    const token = await issuer.token({ ...parts, scopes: scopesOf(route) });
    const request = requestTo(route, 'live');
    const headers = { ...request.headers, authorization: `Bearer ${token}` };
    const { statusCode } = await app.inject({ ...request, headers });
    expect(statusCode, label(route)).toBe(isAction(route) ? route.status : 204);
  }
  expect([...read].filter((name) => !ofKinds.includes(name))).toEqual([]);
});

/** Which scopes open which endpoints, written down apart from the table, from which all else takes it. */
const accesses: readonly (readonly [scopes: string, endpoints: RegExp])[] = [
  ['admin:sites', /^\w+ \/(sites|policies)\b/],
  ['admin:users', /^\w+ \/(users|clients|api-keys|request-log|usage)\b/],
  ['audit:read', /^GET \/audit-log$/],
  ['certificates:read', /^GET \/certificates\b/],
  ['custody:read', /^GET \/jobs\/{id}\/custody\b/],
  ['invoices:read', /^GET \/(invoices|statements)\b/],
  ['jobs:read', /^GET \/(jobs(\/{id}(\/(handover-code|labels|waybill))?)?|files(\/{id})?)$/],
  [
    'jobs:write',
    /^(\w+ \/(jobs\/{id}\/reception|(manifests|routes)\b.*)|(POST|PATCH) \/jobs\b.*)$/,
  ],
  ['ops:courier', /^\w+ \/courier\b/],
  [
    'ops:dispatch,ops:courier',
    /^POST \/ops\/(incidents|consumables|jobs\/{\w+}\/(files|milestones))$/,
  ],
  [
    'ops:dispatch',
    /^((GET|PUT|PATCH|DELETE) \/ops\/|POST \/ops\/(?!incidents|consumables|.*(\/files|milestones|disposition)$))/,
  ],
  ['ops:disposition', /^POST \/ops\/events\/{id}\/disposition$/],
  ['partner:orders', /^\w+ \/partner\/(orders|quotes)\b/],
  ['partner:stock', /^POST \/partner\/stock-feed$/],
  ['pod:read', /^GET \/jobs\/{id}\/pod$/],
  ['quotes:write', /^\w+ \/quotes$/],
  ['telemetry:write', /^POST \/telemetry\/(fleet|forwarded\/{format})$/],
  ['temperature:read', /^GET \/jobs\/{id}\/temperature\b/],
  ['tracking:read', /^GET \/tracking\b/],
  ['webhooks:manage', /^\w+ (\/sandbox)?\/(webhooks|events)\b/],
];

describe('the table', () => {
  it('opens each endpoint to the scopes of its part alone', () => {
    const guarded = routeTable.filter(({ access }) => 'scopes' in access);
    const expected = guarded.map((route) => {
      const parts = accesses.filter(([, endpoints]) => endpoints.test(label(route)));
      return [label(route), parts.map(([scopes]) => scopes).join(' or ')];
    });
    expect(guarded.map((route) => [label(route), scopesOf(route).join()])).toEqual(expected);
  });

  it('gives API keys only the low-risk reads, the stock feed and forwarded telemetry', () => {
    const forKeys = actions.filter((r) => 'scopes' in r.access && r.access.keyAllowed);
    expect(forKeys.map(label)).toEqual([
      'GET /quotes',
      'GET /jobs',
      'GET /jobs/{id}',
      'GET /jobs/{id}/labels',
      'GET /jobs/{id}/waybill',
      'GET /tracking/{ref}',
      'GET /certificates/{id}',
      'GET /certificates/{id}/proof',
      'POST /partner/stock-feed',
      'POST /telemetry/forwarded/{format}',
    ]);
  });

  it('takes an Idempotency-Key on every change and asks for one where money hangs on it', () => {
    for (const route of actions) {
      const rule = route.contract.kind === 'query' ? 'none' : 'accepted';
      const isMoney = ['bookJob', 'recordPayment'].includes(route.operationId);
      expect(route.idempotency, route.operationId).toBe(isMoney ? 'required' : rule);
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
