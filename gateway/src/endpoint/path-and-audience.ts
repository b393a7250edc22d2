/** Properties of a route that follow from its declaration. */
import { type ApiEnvironment, prefixOf } from '../config.ts';
import type { GatewayRoute } from './route.ts';

/** Path on the server, still with `{name}`. */
export const fullPath = (route: GatewayRoute, environment: ApiEnvironment): string =>
  route.kind === 'local' && route.root ? route.path : prefixOf(environment) + route.path;

export const hasTail = (route: GatewayRoute): boolean =>
  route.kind === 'local' && route.hasTail === true;

/** Endpoints for clients of the API; the document and the reference have these. */
export const isDocumented = (route: GatewayRoute): boolean =>
  route.kind === 'action' || route.isPageOnly !== true;
