import { scopes } from '@svc/contracts';
import type { GatewayRoute } from '@svc/gateway';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, createSend } from '../../journeys/http.ts';
import { clientsOf, fetchToken, newTenant } from '../../journeys/tenants.ts';
import { problemIn } from '../problem.ts';
import {
  type Actor,
  guardedOf,
  isGuarded,
  labelOf,
  lineTo,
  localsOf,
  requestFor,
  rootLine,
} from '../requests.ts';
import { type Stand, startStand } from '../stand.ts';
import { expectNothingStored } from '../stored-rows.ts';
import { forgeries } from './forgeries.ts';

const named = (routes: readonly GatewayRoute[]) =>
  routes.map((route) => [labelOf(route), route] as const);
const scopesOf = ({ access }: GatewayRoute) => ('scopes' in access ? access.scopes : []);

type Headers = Record<string, string>;
const withoutId = ({ text }: Answer): string => text.replaceAll(/req_\w+/g, '');

let live: Stand;
let sandbox: Stand;
let actor: Actor;
beforeAll(async () => {
  [live, sandbox] = await Promise.all([startStand('live'), startStand('sandbox')]);
  actor = await live.actor();
});
afterAll(() => Promise.all([live.stop(), sandbox.stop()]));

/** The code of the answer to a request that is good but for these headers. */
const codeOf = async ({ sendAs }: Stand, route: GatewayRoute, headers: Headers) =>
  problemIn(await sendAs(headers)(lineTo(route), requestFor(route, actor)));

describe('the live API', () => {
  let forged: [string, Headers][];
  let badKeys: [string, Headers][];
  /** By the scopes that suffice: a token with all others. */
  let withoutScopes: Map<string, Headers>;
  beforeAll(async () => {
    const { stage } = live;
    const jwks = await fetch(`${stage.publicUrl}/.well-known/jwks.json`);
    const token = String(actor.credential.authorization).slice('Bearer '.length);
    forged = forgeries(token, await jwks.text()).map(([name, authorization]) => [
      `a token ${name}`,
      { authorization },
    ]);
    forged.push(['a token of another environment', { authorization: await foreignToken() }]);
    badKeys = await invalidKeys();
    const tenant = await newTenant(stage, { scopes });
    const wanted = new Set(guardedOf('live').map((route) => scopesOf(route).join(' ')));
    const tokens = [...wanted].map(async (enough) => {
      const others = scopes.filter((each) => !enough.split(' ').includes(each));
      return [
        enough,
        { authorization: `Bearer ${await fetchToken(stage, tenant, others)}` },
      ] as const;
    });
    withoutScopes = new Map(await Promise.all(tokens));
  });

  /** Signed by the sandbox's issuer, for a client that is real there. */
  const foreignToken = async () => {
    const { accounts } = clientsOf(sandbox.stage, 'ten_sandbox');
    await accounts.createTenant({ id: 'ten_sandbox', name: 'Sandbox', carrier: true });
    const client = await accounts.createClient({ name: 'Foreign', scopes: [...scopes] });
    const answer = await accounts.issueToken(client);
    if (!('access_token' in answer)) throw new Error('a real client gets a token');
    return `Bearer ${answer.access_token}`;
  };

  const invalidKeys = async (): Promise<[string, Headers][]> => {
    const { apiKey } = live;
    const last = apiKey.endsWith('0') ? '1' : '0';
    const revoked = await revokedKey();
    const keys = [
      ['of nonsense', 'nonsense'],
      ['mistyped', apiKey.slice(0, -1) + last],
      ['in lower case', apiKey.toLowerCase()],
      ['revoked', revoked],
      ['of 10 kB', `svc_live_${'0'.repeat(10_000)}`],
    ] as const;
    return keys.map(([name, key]) => [`an API key ${name}`, { 'x-api-key': key }]);
  };

  const revokedKey = async () => {
    const tenant = await newTenant(live.stage);
    const { accounts } = clientsOf(live.stage, tenant.id);
    const { key_id, api_key } = await accounts.createApiKey({ name: 'Lost' });
    await accounts.revokeApiKey({ key_id });
    return api_key;
  };

  describe.each(named(guardedOf('live')))('at %s', (_, route) => {
    it('wants a credential', async () => {
      await expectNothingStored(live.stage, async () => {
        expect(await codeOf(live, route, {})).toMatchObject({ code: 'missing_api_key' });
      });
    });

    it('sees through every forged token and key', async () => {
      await expectNothingStored(live.stage, async () => {
        for (const [name, headers] of forged) {
          expect((await codeOf(live, route, headers)).code, name).toBe('invalid_token');
        }
        for (const [name, headers] of badKeys) {
          expect((await codeOf(live, route, headers)).code, name).toBe('invalid_api_key');
        }
      });
    });

    it('wants one of its scopes, whatever others a token has', async () => {
      const enough = scopesOf(route);
      const [required_scope] = enough;
      await expectNothingStored(live.stage, async () => {
        const problem = await codeOf(live, route, withoutScopes.get(enough.join(' ')) ?? {});
        expect(problem).toMatchObject({ code: 'insufficient_scope', required_scope });
      });
    });

    it('takes an API key for reads of low risk and the stock feed only', async () => {
      const send = live.sendAs({ 'x-api-key': live.apiKey });
      const answer = await send(lineTo(route), requestFor(route, actor));
      const keyAllowed = 'scopes' in route.access && route.access.keyAllowed;
      if (keyAllowed) expect([200, 202, 404]).toContain(answer.status);
      else expect(problemIn(answer).code).toBe('token_required');
    });

    it('lets a bad token not be saved by a good key', async () => {
      const headers = { authorization: 'Bearer nonsense', 'x-api-key': live.apiKey };
      expect((await codeOf(live, route, headers)).code).toBe('invalid_token');
    });
  });

  const open = localsOf('live').filter((route) => !isGuarded(route));
  it.each(named(open))(
    'has %s for everybody, and looks at no credential there',
    async (_, route) => {
      const send = createSend(live.stage.publicUrl);
      const line = rootLine(route, 'live');
      const request = requestFor(route, actor);
      const plain = await send(line, request);
      expect(plain.status).not.toBe(403);
      const headers = { ...request.headers, 'x-api-key': 'nonsense' };
      const other = await send(line, { ...request, headers });
      expect(other.status).toBe(plain.status);
      expect(withoutId(other)).toBe(withoutId(plain));
    },
  );
});

it('a token ends after 900 seconds and the tolerance of five', async () => {
  const stand = await startStand('live');
  try {
    const old = await stand.actor();
    stand.clock.advanceMs(904_999);
    expect((await old.send('GET /jobs')).status).toBe(200);
    stand.clock.advanceMs(1);
    for (const route of guardedOf('live')) {
      const answer = await old.send(lineTo(route), requestFor(route, old));
      expect(problemIn(answer).code, labelOf(route)).toBe('invalid_token');
    }
  } finally {
    await stand.stop();
  }
});

describe.each(named(guardedOf('sandbox')))('the sandbox at %s', (_, route) => {
  it.each([
    ['no key', {}, 'missing_api_key'],
    ['a key of nonsense', { 'x-api-key': 'nonsense' }, 'invalid_api_key'],
    ['another sandbox key', { 'x-api-key': 'svc_test_sandbox_key_v2' }, 'invalid_api_key'],
    ['a live key', { 'x-api-key': 'svc_live_key_nonsense' }, 'live_key_on_sandbox'],
    ['a token', { authorization: 'Bearer nonsense' }, 'invalid_api_key'],
  ])('refuses %s', async (_name, headers, code) => {
    await expectNothingStored(sandbox.stage, async () => {
      expect((await codeOf(sandbox, route, { ...headers })).code).toBe(code);
    });
  });

  it('refuses a real token and a real key of the live API', async () => {
    const token = await codeOf(sandbox, route, actor.credential);
    expect(token.code).toBe('invalid_api_key');
    const key = await codeOf(sandbox, route, { 'x-api-key': live.apiKey });
    expect(key.code).toBe('live_key_on_sandbox');
  });
});
