/** What tests and tools outside may know: the table, and where it is served. */
export { type ApiEnvironment, prefixOf, publishedSandboxKey } from './config.ts';
export { isDocumented } from './routes/documented.ts';
export { routesOf, routeTable } from './routes/index.ts';
export type { GatewayRoute } from './routes/route.ts';
