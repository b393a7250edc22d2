/** Barriers between a good credential and an action's rules, made to refuse at any endpoint. */
import type { ErrorCode } from '@svc/contracts';
import { identityOf } from '@svc/kit/idempotency';
import type { Answer, Line, Request } from '../../journeys/http.ts';
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

export type Barrier = (stand: Stand, route: ActionRoute) => Promise<Answer>;

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
  if (route.body === 'forwarded') return { body: { ...Object(body), note: 'another' } };
  return { body: differing(route, Object(body)) };
}

/** Texts that nothing can be added to. */
const others: Record<string, string> = { since: '2026-11-02T08:00:01Z' };

/** With another text or number in one member, or a longer list: the first that the contract accepts. */
function differing({ contract, pathNames, path }: ActionRoute, body: Record<string, unknown>) {
  const otherValue = (name: string, value: unknown): unknown => {
    if (typeof value === 'number') return value + 1;
    if (typeof value === 'string') return others[name] ?? `${value}0`;
    return Array.isArray(value) ? [...value, ...value] : value;
  };
  const ids = Object.fromEntries([...pathNames, 'courier_id'].map((name) => [name, 'absent']));
  const fits = Object.entries(body)
    .filter(([name, value]) => otherValue(name, value) !== value)
    .map(([name, value]) => ({ ...body, [name]: otherValue(name, value) }))
    .find((other) => contract.input.safeParse({ ...other, ...ids }).success);
  if (!fits) throw new Error(`no other request to ${path} was found`);
  return fits;
}

/** A request whose twin runs and runs: its lock is held by us. */
async function whileTwinRuns(stand: Stand, route: ActionRoute): Promise<Answer> {
  const actor = await stand.actor();
  const target = await makeTarget(route.path, actor);
  const { key = '', ...request } = requestFor(route, actor);
  const caller = clientIdOf(actor);
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

/** The client, by which the live gateway knows a caller. */
function clientIdOf({ credential }: Actor): string {
  const [, claims = ''] = String(credential.authorization).split('.');
  return JSON.parse(Buffer.from(claims, 'base64url').toString()).client_id;
}

/** A good request, but for a query parameter that is not documented. */
async function withQuery(stand: Stand, route: ActionRoute): Promise<Answer> {
  const actor = await stand.actor();
  const line = lineTo(route);
  const more: Line = `${line}${line.includes('?') ? '&' : '?'}nonsense=1`;
  return actor.send(more, requestFor(route, actor));
}

const large = JSON.stringify({ reference: 'x'.repeat(1_048_577) });
const image = { 'content-type': 'image/png' };

export const barriers: Partial<Record<ErrorCode, Barrier>> = {
  invalid_body: withQuery,
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
