import { scopes } from '@svc/contracts';
import type { GatewayRoute } from '@svc/gateway';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, createSend } from '../../journeys/http.ts';
import { clientsOf, fetchToken, newTenant } from '../../journeys/tenants.ts';
import { oneOfEachKind } from '../kinds.ts';
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

type Headers = Record<string, string>;
type BadCredential = readonly [name: string, headers: Headers, code: string];

let live: Stand;
let sandbox: Stand;
let actor: Actor;
beforeAll(async () => {
  [live, sandbox] = await Promise.all([startStand('live'), startStand('sandbox')]);
  actor = await live.actor();
});
afterAll(() => Promise.all([live.stop(), sandbox.stop()]));

/** Problem in the response to a request that is good but for these headers. */
const refusalOf = async ({ sendAs }: Stand, route: GatewayRoute, headers: Headers) =>
  problemIn(await sendAs(headers)(lineTo(route), requestFor(route, actor)));

async function expectRefused(stand: Stand, route: GatewayRoute, bad: readonly BadCredential[]) {
  await expectNothingStored(stand.stage, async () => {
    for (const [name, headers, code] of bad) {
      expect((await refusalOf(stand, route, headers)).code, name).toBe(code);
    }
  });
}

describe('the live API', () => {
  let bad: BadCredential[];
  // Forged, expired and malformed ones: gateway/test/tokens.test.ts, api-keys.test.ts.
  beforeAll(async () => {
    const { accounts } = clientsOf(live.stage, (await newTenant(live.stage)).id);
    const { key_id, api_key } = await accounts.createApiKey({ name: 'Lost' });
    await accounts.revokeApiKey({ key_id });
    const badToken = { authorization: 'Bearer nonsense' };
    bad = [
      ['none', {}, 'missing_api_key'],
      ['a bad token with a good key', { ...badToken, 'x-api-key': live.apiKey }, 'invalid_token'],
      ['of another environment', { authorization: await foreignToken() }, 'invalid_token'],
      ['a key that is revoked', { 'x-api-key': api_key }, 'invalid_api_key'],
    ];
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

  it.each(oneOfEachKind(guardedOf('live')))(
    'accepts a sufficient credential alone at an endpoint for %s',
    async (_, route) => {
      if (!('scopes' in route.access)) throw new Error('a guarded endpoint has scopes');
      const { scopes: enough, keyAllowed } = route.access;
      const isForwarding = route.kind === 'action' && route.body === 'forwarded';
      await expectRefused(live, route, bad);
      const tenant = await newTenant(live.stage, { scopes });
      const others = scopes.filter((each) => !enough.includes(each));
      const authorization = `Bearer ${await fetchToken(live.stage, tenant, others)}`;
      expect(await refusalOf(live, route, { authorization })).toMatchObject({
        code: 'insufficient_scope',
        required_scope: enough[0],
      });
      const key = isForwarding ? live.providerKey : live.apiKey;
      const send = live.sendAs({ 'x-api-key': key });
      const answer = await send(lineTo(route), requestFor(route, actor));
      if (keyAllowed) expect([200, 202, 404]).toContain(answer.status);
      else expect(problemIn(answer).code).toBe('token_required');
    },
  );

  it('ignores the credential of a request to an endpoint for everybody', async () => {
    const withoutId = ({ text }: Answer): string => text.replaceAll(/req_\w+/g, '');
    const send = createSend(live.stage.publicUrl);
    for (const route of localsOf('live').filter((each) => !isGuarded(each))) {
      const line = rootLine(route, 'live');
      const request = requestFor(route, actor);
      const plain = await send(line, request);
      expect(plain.status, labelOf(route)).not.toBe(403);
      const headers = { ...request.headers, 'x-api-key': 'nonsense' };
      const other = await send(line, { ...request, headers });
      expect(other.status, labelOf(route)).toBe(plain.status);
      expect(withoutId(other), labelOf(route)).toBe(withoutId(plain));
    }
  });
});

describe('the sandbox', () => {
  it.each(oneOfEachKind(guardedOf('sandbox')))(
    'refuses every key but its own at an endpoint for %s',
    async (_, route) => {
      await expectRefused(sandbox, route, [
        ['no key', {}, 'missing_api_key'],
        ['another sandbox key', { 'x-api-key': 'svc_test_sandbox_key_v2' }, 'invalid_api_key'],
        ['a real live key', { 'x-api-key': live.apiKey }, 'live_key_on_sandbox'],
        ['a real token', actor.credential, 'invalid_api_key'],
      ]);
    },
  );
});
