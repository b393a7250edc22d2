/** Barriers before an action's rules, made to refuse at any endpoint. */
import { type ErrorCode, scopes } from '@svc/contracts';
import { identityOf } from '@svc/kit/idempotency';
import type { Answer, Request } from '../../journeys/http.ts';
import { fetchToken, newTenant } from '../../journeys/tenants.ts';
import { largeImage } from '../endpoints/fixtures.ts';
import { makeTarget } from '../endpoints/index.ts';
import {
  type ActionRoute,
  type Actor,
  imageOf,
  lineTo,
  pathTo,
  requestFor,
  signedBy,
} from '../requests.ts';
import type { Stand } from '../stand.ts';
import { bytesOf, exchange } from '../wire.ts';

export type Barrier = (stand: Stand, route: ActionRoute) => Promise<Answer>;

/** A good request, but for its credential. */
const withHeaders =
  (headersOf: (stand: Stand, route: ActionRoute) => Promise<Record<string, string>>): Barrier =>
  async (stand, route) => {
    const send = stand.sendAs(await headersOf(stand, route));
    return send(lineTo(route), requestFor(route, await stand.actor()));
  };
const withHeader = (name: string, value: string) => withHeaders(async () => ({ [name]: value }));

/** A good request, but for its body. */
const withBody =
  (raw: string, headers: Record<string, string> = {}): Barrier =>
  async (stand, route) => {
    const actor = await stand.actor();
    const target = await makeTarget(route.path, actor);
    const { key } = requestFor(route, actor);
    return actor.send(lineTo(route, target), { ...(key && { key }), raw, headers });
  };

/** A good request and another one with its key. */
async function keyTwice(stand: Stand, route: ActionRoute): Promise<Answer> {
  const actor = await stand.actor();
  const line = lineTo(route, await makeTarget(route.path, actor));
  const request = requestFor(route, actor);
  await actor.send(line, request);
  return actor.send(line, { ...request, ...otherOf(route, actor, request) });
}

function otherOf(route: ActionRoute, actor: Actor, { body }: Request): Request {
  if (route.body === 'image') return imageOf();
  if (route.body === 'feed') return { raw: `{"updated":"${crypto.randomUUID()}"}` };
  if (route.body === 'signed') return signedBy(actor, `${JSON.stringify(route.example)} `);
  return { body: differing(route, Object(body)) };
}

/** Texts that nothing can be added to. */
const others: Record<string, string> = { status: 'ended', since: '2026-11-02T08:00:01Z' };

/** Without a member, with another text or number in one, or a longer list: if still a request. */
function differing({ contract, pathNames, path }: ActionRoute, body: Record<string, unknown>) {
  const members = Object.entries(body);
  const candidates = members.flatMap(([name, value]) => [
    ...(typeof value === 'number' ? [{ ...body, [name]: value + 1 }] : []),
    ...(typeof value === 'string' ? [{ ...body, [name]: others[name] ?? `${value}0` }] : []),
    Object.fromEntries(members.filter(([other]) => other !== name)),
  ]);
  const longer = members.flatMap(([name, value]) =>
    Array.isArray(value) ? [{ ...body, [name]: [...value, ...value] }] : [],
  );
  const ids = Object.fromEntries(pathNames.map((name) => [name, 'absent']));
  const fits = [...candidates, ...longer].find(
    (other) => contract.input.safeParse({ ...other, ...ids }).success,
  );
  if (!fits) throw new Error(`no other request to ${path} was found`);
  return fits;
}

/** A request whose twin runs and runs: its lock is held by us. */
async function whileTwinRuns(stand: Stand, route: ActionRoute): Promise<Answer> {
  const actor = await stand.actor();
  const target = await makeTarget(route.path, actor);
  const { key = '', ...request } = requestFor(route, actor);
  const caller = await actorIdOf(stand, actor);
  const path = pathTo(route, stand.environment, target);
  const attempt = identityOf({ caller, method: route.method, path, key, body: request.body });
  const twin = await stand.stage.owner.connect();
  try {
    await twin.query('select pg_advisory_lock(hashtextextended($1, 0))', [attempt.request]);
    return await actor.send(lineTo(route, target), { ...request, key });
  } finally {
    // Closes the connection, which gives the lock back.
    twin.release(true);
  }
}

/** Under which name the gateway knows a caller: the client, or on the sandbox a hash of its session. */
async function actorIdOf(
  { environment, stage }: Stand,
  { send, credential }: Actor,
): Promise<string> {
  if (environment === 'live') {
    const [, claims = ''] = String(credential.authorization).split('.');
    return JSON.parse(Buffer.from(claims, 'base64url').toString()).client_id;
  }
  const body = { sku: 'LAB-STD', pickup_site_id: 'cli-0', dropoff_site_id: 'lab-0' };
  const { tenant } = JSON.parse((await send('POST /jobs', { key: 'who am I', body })).text);
  const callers = 'select caller from accounts.rate_window where tenant_id = $1';
  return (await stage.owner.query(callers, [tenant.id])).rows[0]?.caller;
}

/** Its credential header twice, which no endpoint takes. */
async function headerTwice(stand: Stand, route: ActionRoute): Promise<Answer> {
  const { credential } = await stand.actor();
  const line = `${route.method} ${pathTo(route, stand.environment)}`;
  const once = Object.entries(credential).map(([name, value]) => `${name}: ${value}`);
  return exchange(stand.stage.publicUrl, [bytesOf(line, { headers: [...once, ...once] })]);
}

/** A token with every scope but the one that is needed. */
const withoutScope = withHeaders(async ({ stage }, { access }) => {
  const others = scopes.filter((scope) => 'scopes' in access && !access.scopes.includes(scope));
  const tenant = await newTenant(stage, { scopes });
  return { authorization: `Bearer ${await fetchToken(stage, tenant, others)}` };
});

const large = JSON.stringify({ reference: 'x'.repeat(1_048_577) });
const image = { 'content-type': 'image/png' };

export const barriers: Partial<Record<ErrorCode, Barrier>> = {
  missing_api_key: withHeaders(async () => ({})),
  invalid_api_key: withHeader('x-api-key', 'svc_test_of_nobody'),
  live_key_on_sandbox: withHeader('x-api-key', 'svc_live_key_of_nobody'),
  invalid_token: withHeader('authorization', 'Bearer of.bad.news'),
  insufficient_scope: withoutScope,
  token_required: withHeaders(async ({ apiKey }) => ({ 'x-api-key': apiKey })),
  invalid_body: headerTwice,
  invalid_json: withBody('{"sku":'),
  payload_too_large: (stand, route) => {
    const send = route.body === 'image' ? withBody(largeImage, image) : withBody(large);
    return send(stand, route);
  },
  unsupported_media_type: withBody('sku=LAB-STD', { 'content-type': 'text/plain' }),
  idempotency_key_required: async (stand, route) => {
    const actor = await stand.actor();
    return actor.send(lineTo(route), { body: requestFor(route, actor).body });
  },
  idempotency_key_reused: keyTwice,
  idempotency_in_progress: whileTwinRuns,
};
