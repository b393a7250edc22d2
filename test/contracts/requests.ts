/** A request that works, for every endpoint that asks an action. */
import { createHmac } from 'node:crypto';
import { bookedJob } from '@svc/contracts';
import { pngOf } from '@svc/devnet/fuzz/images';
import type { ApiEnvironment, GatewayRoute } from '@svc/gateway';
import { prefixOf, routesOf, routeTable } from '@svc/gateway';
import { type Crew, newRegistration } from '../journeys/desk.ts';
import type { Stage } from '../journeys/environment.ts';
import { type Line, type Request, resource, type Send } from '../journeys/http.ts';

export type ActionRoute = Extract<GatewayRoute, { kind: 'action' }>;
export type LocalRoute = Extract<GatewayRoute, { kind: 'local' }>;

/** Endpoints of both environments that call an action. */
export const actions = routeTable.filter((route) => route.kind === 'action');
export const actionsOf = (environment: ApiEnvironment): ActionRoute[] =>
  routesOf(environment).filter((route) => route.kind === 'action');
export const localsOf = (environment: ApiEnvironment): LocalRoute[] =>
  routesOf(environment).filter((route) => route.kind === 'local');
/** Endpoints that need a credential: all that call an action, and the desk's stream. */
export const guardedOf = (environment: ApiEnvironment): GatewayRoute[] =>
  routesOf(environment).filter(isGuarded);
export const isGuarded = ({ access }: GatewayRoute): boolean => 'scopes' in access;

/** `POST /jobs/{id}/cancel`, for the names of tests. */
export const labelOf = ({ method, path }: GatewayRoute): string => `${method} ${path}`;

/** Sender of requests, and its own things to name in them. */
export interface Actor {
  send: Send;
  /** Its credential, as headers. */
  credential: Record<string, string>;
  stage: Stage;
  pickup: string;
  dropoff: string;
  /** Live only, where an incident or a payment may name it. */
  job: string;
  tenant: string;
  crew: Crew;
  /** Label of a box of its own. */
  box: string;
  /** Its credential as a provider of fleet telemetry. */
  provider: { secret: string; now: () => Date };
}

export const uniqueKey = (): string => crypto.randomUUID();
export const uniqueEmail = (): string => `${crypto.randomUUID()}@clinic.example`;

export async function bookJob(
  actor: Pick<Actor, 'send' | 'pickup' | 'dropoff'>,
  more: object = {},
) {
  const body = { sku: 'LAB-STD', km: 10, ...endsOf(actor), ...more };
  return resource(await actor.send('POST /jobs', { key: uniqueKey(), body }), 201, bookedJob);
}

export const endsOf = ({ pickup, dropoff }: Pick<Actor, 'pickup' | 'dropoff'>) => ({
  pickup_site_id: pickup,
  dropoff_site_id: dropoff,
});

const pathWith = ({ path }: GatewayRoute, target: string): string =>
  path.replace(/\{\w+\}/, target);

/** Required part of the query. */
export const queryOf = (route: GatewayRoute): string =>
  route.kind === 'action' && route.body === 'image' && 'kind' in route.query
    ? '?kind=signature'
    : '';

/** Names nothing: a tile far beyond any log, or an id that nothing has. */
const absentOf = (route: GatewayRoute): string =>
  route.kind === 'local' && route.hasTail ? '6/999' : 'absent';

export const lineTo = (route: GatewayRoute, target = absentOf(route)): Line =>
  `${route.method} /${pathWith(route, target).slice(1)}${queryOf(route)}`;

/** Below the server's root, as it stands in a request line, without its query. */
export function pathTo(
  route: GatewayRoute,
  environment: ApiEnvironment,
  target = absentOf(route),
): string {
  const path = pathWith(route, target);
  return route.kind === 'local' && route.root ? path : prefixOf(environment) + path;
}

export const rootLine = (route: GatewayRoute, environment: ApiEnvironment): Line =>
  `${route.method} /${pathTo(route, environment).slice(1)}${queryOf(route)}`;

/** Form of a client that the token endpoint has to look up. */
const form = {
  raw: 'grant_type=client_credentials&client_id=cli_absent&client_secret=absent',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
};

/** Metadata of a device, with a token that has to be looked up. */
const metadata = {
  raw: JSON.stringify({
    client_name: 'Phone',
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: { keys: [{ kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) }] },
  }),
  headers: { 'content-type': 'application/json', authorization: 'Bearer absent' },
};

/** Closed port: a delivery fails at once. */
export const deafReceiver = 'http://127.0.0.1:9/hook';

/** The declared example, with what must be the actor's own, new or of this moment. */
export function requestFor(route: GatewayRoute, actor: Actor): Request {
  if (route.kind === 'local') return route.form ? form : route.metadata ? metadata : {};
  if (route.idempotency === 'none') return {};
  const key = uniqueKey();
  if (route.body === 'image') return { key, ...imageOf() };
  if (route.body === 'feed') return { key, ...feedOf(Object(route.example), actor) };
  if (route.body === 'signed') return { key, ...signedBy(actor, JSON.stringify(route.example)) };
  if (route.body === 'forwarded') return { key, body: route.example };
  return { key, ...(route.body === 'json' && { body: bodyOf(Object(route.example), actor) }) };
}

const feedOf = (feed: Record<string, unknown>, { pickup }: Actor): Request => ({
  raw: JSON.stringify({ ...feed, site_id: pickup, items: [newItem()] }),
  headers: { 'content-type': 'application/json' },
});

const newItem = () => ({
  item_code: crypto.randomUUID(),
  quantity: 12,
  updated_at: '2026-11-02T08:00:00Z',
});

type Body = string | Uint8Array<ArrayBuffer>;

/** The body as it is, with the headers that sign it. */
export function signedBy({ provider }: Pick<Actor, 'provider'>, raw: Body) {
  const timestamp = String(Math.floor(provider.now().getTime() / 1_000));
  const hmac = createHmac('sha256', provider.secret).update(`${timestamp}.`).update(raw);
  const signature = `v1=${hmac.digest('hex')}`;
  return { raw, headers: { 'svc-timestamp': timestamp, 'svc-signature': signature } };
}

export const imageOf = (text: string = crypto.randomUUID()): Request => ({
  raw: pngOf(text),
  headers: { 'content-type': 'image/png' },
});

function bodyOf(
  { at: _moment, to: _end, ...example }: Record<string, unknown>,
  actor: Actor,
): object {
  return {
    ...example,
    ...('tenant_id' in example && { tenant_id: actor.tenant }),
    ...('pickup_site_id' in example && endsOf(actor)),
    ...('site_id' in example && { site_id: actor.pickup }),
    ...('dropoff_site_id' in example && { dropoff_site_id: actor.dropoff }),
    ...('stops' in example && { stops: [{ site_id: actor.pickup, window: '08:00-08:30' }] }),
    ...('order_ref' in example && { order_ref: uniqueKey() }),
    ...('email' in example && { email: uniqueEmail() }),
    ...('driver_id' in example && actor.crew),
    ...('legs' in example && { legs: [{ hub_id: null }] }),
    ...('vehicle_id' in example && { vehicle_id: actor.crew.vehicle_id }),
    ...('job_id' in example && { job_id: actor.job }),
    ...('identifier' in example && {
      identifier: 'kind' in example ? `BOX-${uniqueKey()}` : actor.box,
    }),
    ...('registration' in example && { registration: newRegistration() }),
    ...('url' in example && { url: `${deafReceiver}?${uniqueKey()}` }),
  };
}
