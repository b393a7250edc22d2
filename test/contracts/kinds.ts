/**
 * Kinds of endpoints: what the gateway distinguishes before an action or a handler of its own runs.
 * Credentials, limits and bodies are tried at one endpoint of each kind. That the gateway reads nothing
 * else of a route, its name least of all, is proved by `gateway/test/endpoints.test.ts`.
 */
import type { GatewayRoute } from '@svc/gateway';
import { isSignedByDevices } from '@svc/gateway/auth/courier';
import { sizeText } from '@svc/gateway/endpoint/bodies';
import type { ActionRoute, LocalRoute } from './requests.ts';

export const kindOf = (route: GatewayRoute): string =>
  [audienceOf(route), ...(route.kind === 'action' ? actionParts(route) : localParts(route))].join(
    ', ',
  );

function audienceOf({ access }: GatewayRoute): string {
  if ('public' in access) return `anyone (${access.public})`;
  if (access.keyAllowed) return 'tokens and keys';
  const isForCouriers = access.scopes.includes('ops:courier');
  if (access.scopes.length > 1) return isForCouriers ? 'couriers and the desk' : 'several scopes';
  return isForCouriers ? 'couriers' : 'tokens';
}

function actionParts({ method, body, ...route }: ActionRoute): string[] {
  if (method === 'GET') return ['read'];
  const size = body === 'json' ? ` of ${sizeText(route.bodyBytesMax)}` : '';
  const scenario = route.hasScenario ? ['scenario'] : [];
  const signed = isSignedByDevices({ ...route, method, body }) ? ['signed by devices'] : [];
  return ['change', `${body}${size}`, `key ${route.idempotency}`, ...scenario, ...signed];
}

function localParts({ method, mediaType, ...route }: LocalRoute): string[] {
  return [
    `gateway's own ${method}`,
    ...(route.root ? [] : ['in the version']),
    ...(route.hasTail ? ['tail'] : []),
    ...(route.form ? ['form'] : []),
    ...(route.metadata ? ['metadata'] : []),
    ...(mediaType === 'text/event-stream' ? ['stream'] : []),
  ];
}

/** The first endpoint of each kind, with the name of the kind. */
export const oneOfEachKind = <R extends GatewayRoute>(routes: readonly R[]): [string, R][] =>
  oneOfEach(routes, kindOf);

export function oneOfEach<R>(routes: readonly R[], kind: (route: R) => string): [string, R][] {
  const first = new Map<string, R>();
  for (const route of routes) if (!first.has(kind(route))) first.set(kind(route), route);
  return [...first];
}
