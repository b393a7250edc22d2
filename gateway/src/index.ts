/** What tests and tools outside may know: the table, and where it is served. */
export { type Environment, prefixOf, publishedSandboxKey } from './config.ts';
export { routesOf, routeTable } from './routes/index.ts';
export type { Route } from './routes/route.ts';
