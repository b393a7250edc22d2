import { type Environment, prefixOf } from '../config.ts';
import type { Route } from './route.ts';

/** Path on the server, still with `{name}`. */
export const fullPath = (route: Route, environment: Environment): string =>
  route.kind === 'local' && route.root ? route.path : prefixOf(environment) + route.path;
