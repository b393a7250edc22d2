/** The route table as an OpenAPI 3.1 document. */
import { authUrl, docsUrl, type GatewayConfig, prefixOf } from '../config.ts';
import { isDocumented } from '../endpoint/path-and-audience.ts';
import type { GatewayRoute } from '../endpoint/route.ts';
import { tagDescriptions } from '../endpoint/tags.ts';
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

/**
 * The documents: on live, endpoints of the carrier's own staff, devices and systems have a separate
 * one.
 */
export type DocumentPart = 'customers' | 'operations';
const partOf = ({ tag }: GatewayRoute): DocumentPart =>
  tag === 'Operations' ? 'operations' : 'customers';

/** The published form: split into parts of a readable size. */
export function openApiPart({ config, routes }: Documented, part: DocumentPart): JsonSchema {
  const own = routes.filter((route) => partOf(route) === part);
  return openApiDocument({ config, routes: own }, part);
}

const titles: Readonly<Record<DocumentPart, string>> = {
  customers: 'Healthcare Logistics Booking, Tracking and Proof API',
  operations: 'Healthcare Logistics Carrier Operations API',
};

/** All routes in one document; each operation reads the same as in its part. */
export function openApiDocument(
  { config, routes: all }: Documented,
  part: DocumentPart = 'customers',
): JsonSchema {
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
  const webhooks = part === 'customers' ? webhookOperations() : {};
  const known = { ...schemas, ...eventSchemas(), ...shared.schemas };
  const used = reachable(known, [paths, webhooks]);
  return {
    openapi: '3.1.0',
    info: {
      title: titles[part],
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
    ...(part === 'customers' && { webhooks }),
    components: {
      ...shared,
      securitySchemes: inUse(shared.securitySchemes, paths),
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

/** Only the security schemes that an operation uses. */
function inUse<T extends object>(schemes: T, paths: JsonSchema): JsonSchema {
  const text = JSON.stringify(paths);
  return Object.fromEntries(
    Object.entries(schemes).filter(([name]) => text.includes(`"${name}":[`)),
  );
}
