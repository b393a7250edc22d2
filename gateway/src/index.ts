/** Exports for tests and tools outside: the table, and where it is served. */
export { type ApiEnvironment, prefixOf } from './config.ts';
export { isDocumented } from './endpoint/path-and-audience.ts';
export type { GatewayRoute } from './endpoint/route.ts';
export { routesOf, routeTable } from './routes/index.ts';
