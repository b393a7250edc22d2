/** The route table as an OpenAPI 3.1 document. */
import { authUrl, docsUrl, type GatewayConfig, prefixOf } from '../config.ts';
import type { Route } from '../routes/route.ts';
import { components, securityOf } from './components.ts';
import { operation } from './operation.ts';
import { type JsonSchema, reachable, responseSchemas } from './schemas.ts';

export interface Documented {
  config: GatewayConfig;
  routes: readonly Route[];
}

export function openApiDocument({ config, routes }: Documented): JsonSchema {
  const { schemas, nameOf } = responseSchemas(routes);
  const environment = config.SVC_ENVIRONMENT;
  const context = { environment, nameOf, security: securityOf(environment) };
  const shared = components({ environment, tokenUrl: `${authUrl(config)}/oauth/token` });
  const paths: Record<string, JsonSchema> = {};
  for (const route of routes) {
    paths[route.path] = {
      ...(paths[route.path] ?? rootServers(route, config)),
      [route.method.toLowerCase()]: operation(route, context),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Healthcare Logistics Booking, Tracking and Proof API',
      version: 'v1',
      description: `Book, track and prove healthcare courier jobs. This is the ${environment} API. Error codes: ${docsUrl(config)}/errors.`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: config.SVC_PUBLIC_URL + prefixOf(environment), description: environment }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({
      name,
      description: tagDescriptions[name] ?? name,
    })),
    paths,
    components: { ...shared, schemas: reachable({ ...shared.schemas, ...schemas }, paths) },
  };
}

/** Paths beside the version prefix say so themselves. */
const rootServers = (route: Route, config: GatewayConfig): JsonSchema =>
  route.kind === 'local' && route.root ? { servers: [{ url: config.SVC_PUBLIC_URL }] } : {};

const tagDescriptions: Record<string, string> = {
  Quotes: 'Prices from the price book, held for 15 minutes.',
  Jobs: 'Courier jobs from booking to delivery.',
  Tracking: 'Where a job is and when it arrives.',
  Custody: 'Who held what when, proof of delivery, certificates.',
  Webhooks: 'Signed events, sent to you or fetched.',
  Billing: 'Invoices, statements and payments.',
  Operations: 'The control desk and its couriers.',
  'Public pages': 'For whoever has the link.',
  Sites: 'Places to collect from and deliver to.',
  Users: 'People of your organisation.',
  Policies: 'Defaults of your bookings.',
  Service: 'The service itself.',
  Authentication: 'Access tokens and the keys to verify them.',
  Documentation: 'This documentation.',
};
