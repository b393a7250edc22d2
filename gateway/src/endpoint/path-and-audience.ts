/** Route properties derived from the declaration. */
import { type ApiEnvironment, prefixOf } from '../config.ts';
import type { GatewayRoute } from './route.ts';

/** Path on the server, with `{name}` placeholders. */
export const fullPath = (route: GatewayRoute, environment: ApiEnvironment): string =>
  route.kind === 'local' && route.root ? route.path : prefixOf(environment) + route.path;

export const hasTail = (route: GatewayRoute): boolean =>
  route.kind === 'local' && route.hasTail === true;

/** Endpoints for API clients; only these are in the OpenAPI document and the reference. */
export const isDocumented = (route: GatewayRoute): boolean =>
  route.kind === 'action' || route.isPageOnly !== true;
