/** Exports for tests and tools outside: the table, and where it is served. */
export { type ApiEnvironment, prefixOf } from './config.ts';
export { routesOf, routeTable } from './routes/index.ts';
export { isDocumented } from './routes/path-and-audience.ts';
export type { GatewayRoute } from './routes/route.ts';
