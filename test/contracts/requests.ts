/** A request that works, for every endpoint that asks an action. */
import { bookedJob, site, user } from '@svc/contracts';
import type { Environment, Route } from '@svc/gateway';
import { prefixOf, routesOf } from '@svc/gateway';
import { type Ask, type Line, type Request, resource } from '../journeys/http.ts';

export type ActionRoute = Extract<Route, { kind: 'action' }>;
export type LocalRoute = Extract<Route, { kind: 'local' }>;

export const actionsOf = (environment: Environment): ActionRoute[] =>
  routesOf(environment).filter((route) => route.kind === 'action');
export const localsOf = (environment: Environment): LocalRoute[] =>
  routesOf(environment).filter((route) => route.kind === 'local');

/** `POST /jobs/{id}/cancel`, for the names of tests. */
export const labelOf = ({ method, path }: Route): string => `${method} ${path}`;

/** Who asks, and the sites that are its own to book from and to. */
export interface Actor {
  ask: Ask;
  /** What identifies it, as headers. */
  credential: Record<string, string>;
  pickup: string;
  dropoff: string;
}

/** Where a path parameter stands is what it names: each resource is made in its own way. */
const makers: Record<string, (actor: Actor) => Promise<string>> = {
  jobs: async (actor) => (await bookJob(actor)).id,
  tracking: async (actor) => (await bookJob(actor)).ref,
  sites: async ({ ask }) => {
    const body = { name: 'Clinic', type: 'clinic', position: { lat: -26.2, lng: 28 } };
    return resource(await ask('POST /sites', { body }), 201, site).id;
  },
  users: async ({ ask }) => {
    const body = { email: uniqueEmail(), name: 'Front desk', role: 'booker' };
    return resource(await ask('POST /users', { body }), 201, user).id;
  },
};

export const uniqueKey = (): string => crypto.randomUUID();
export const uniqueEmail = (): string => `${crypto.randomUUID()}@clinic.example`;

export async function bookJob(actor: Actor, more: object = {}) {
  const body = { sku: 'LAB-STD', km: 10, ...endsOf(actor), ...more };
  return resource(await actor.ask('POST /jobs', { key: uniqueKey(), body }), 201, bookedJob);
}

export const endsOf = ({ pickup, dropoff }: Actor) => ({
  pickup_site_id: pickup,
  dropoff_site_id: dropoff,
});

/** The id or reference of something of the actor's that the path may name; none if it names none. */
export async function makeTarget(path: string, actor: Actor): Promise<string> {
  if (!path.includes('{')) return '';
  const [, collection = ''] = path.split('/');
  const make = makers[collection];
  if (!make) throw new Error(`say in requests.ts how to make what ${path} names`);
  return make(actor);
}

export const lineTo = ({ method, path }: Route, target = 'absent'): Line =>
  `${method} /${path.slice(1).replace(/\{\w+\}/, target)}`;

/** Below the server's root, as it stands in a request line. */
export function pathTo(route: Route, environment: Environment, target = 'absent'): string {
  const path = route.path.replace(/\{\w+\}/, target);
  return route.kind === 'local' && route.root ? path : prefixOf(environment) + path;
}

export const rootLine = (route: Route, environment: Environment): Line =>
  `${route.method} /${pathTo(route, environment).slice(1)}`;

/** What a form asks for: a client that the token endpoint has to look up. */
const form = {
  raw: 'grant_type=client_credentials&client_id=cli_absent&client_secret=absent',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
};

/** The declared example, with what must be the actor's own or new. */
export function requestFor(route: Route, actor: Actor): Request {
  if (route.kind === 'local') return route.form ? form : {};
  if (route.idempotency === 'none') return {};
  const example: object = Object(route.example);
  const body = {
    ...example,
    ...('pickup_site_id' in example && endsOf(actor)),
    ...('email' in example && { email: uniqueEmail() }),
  };
  return { key: uniqueKey(), ...(route.hasBody && { body }) };
}
