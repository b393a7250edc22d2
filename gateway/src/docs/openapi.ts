/** The route table as an OpenAPI 3.1 document. */
import { authUrl, docsUrl, type GatewayConfig, prefixOf } from '../config.ts';
import { isDocumented } from '../routes/path-and-audience.ts';
import type { GatewayRoute } from '../routes/route.ts';
import { tagDescriptions } from '../routes/tags.ts';
import { components, securityOf } from './components.ts';
import { eventSchemas, webhookOperations } from './events.ts';
import { operation } from './operation.ts';
import { overview } from './overview.ts';
import { reachable, referred } from './references.ts';
import { type JsonSchema, responseSchemas } from './schemas.ts';

export interface Documented {
  config: GatewayConfig;
  routes: readonly GatewayRoute[];
}

export function openApiDocument({ config, routes: all }: Documented): JsonSchema {
  const routes = all.filter(isDocumented);
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
  const webhooks = webhookOperations();
  const known = { ...schemas, ...eventSchemas(), ...shared.schemas };
  const used = reachable(known, [paths, webhooks]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Healthcare Logistics Booking, Tracking and Proof API',
      version: 'v1',
      description: overview(config),
      contact: { name: 'API support', url: docsUrl(config) },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      {
        url: config.SVC_PUBLIC_URL + prefixOf(environment),
        description: `The ${environment} API.`,
      },
    ],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({
      name,
      description: tagDescriptions[name],
    })),
    paths,
    webhooks,
    components: {
      ...shared,
      headers: referred(shared.headers, [paths, webhooks]),
      parameters: referred(shared.parameters, [paths, webhooks]),
      examples: referred(shared.examples, [paths, webhooks]),
      schemas: used,
    },
  };
}

/** Paths outside the version prefix override the server URL. */
const rootServers = (route: GatewayRoute, config: GatewayConfig): JsonSchema =>
  route.kind === 'local' && route.root ? { servers: [{ url: config.SVC_PUBLIC_URL }] } : {};
