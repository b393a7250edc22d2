import { errorsPage } from '../docs/errors-page.ts';
import { eventsPage } from '../docs/events-page.ts';
import { openApiDocument } from '../docs/openapi.ts';
import { contentSecurityPolicy } from '../docs/page.ts';
import { referencePage } from '../docs/reference-page.ts';
import type { Gateway } from './route.ts';
import { bothEnvironments, type GatewayRoute, type LocalRoute } from './route.ts';

const common = {
  kind: 'local',
  method: 'GET',
  environments: bothEnvironments,
  access: { public: 'page' },
  status: 200,
  tag: 'Documentation',
  root: true,
  refusals: [],
} as const satisfies Partial<LocalRoute>;

/** Made once, at the first request. */
function fixedText(
  make: (gateway: Gateway) => string,
  headers: Record<string, string>,
): LocalRoute['handle'] {
  return (gateway) => {
    let text: string | undefined;
    return (_request, reply) => {
      text ??= make(gateway);
      return reply.headers({ ...headers, 'cache-control': 'public, max-age=300' }).send(text);
    };
  };
}

const html = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': contentSecurityPolicy,
  'referrer-policy': 'no-referrer',
};

export const pageRoutes: readonly GatewayRoute[] = [
  {
    ...common,
    operationId: 'getOpenApi',
    path: '/openapi.json',
    mediaType: 'application/json',
    summary: 'This API as an OpenAPI 3.1 document',
    description:
      'The document for generators, mock servers and API clients; it is the source of the reference.',
    handle: fixedText((gateway) => JSON.stringify(openApiDocument(gateway)), {
      'content-type': 'application/json; charset=utf-8',
    }),
  },
  {
    ...common,
    operationId: 'readReference',
    path: '/docs',
    mediaType: 'text/html',
    summary: 'Reference of all endpoints',
    description: 'Every endpoint with its fields, limits, errors and examples.',
    handle: fixedText(referencePage, html),
  },
  {
    ...common,
    operationId: 'readErrors',
    path: '/docs/errors',
    mediaType: 'text/html',
    summary: 'Every error code and what to do about it',
    description: 'One section per code, at the address that `type` of a problem document leads to.',
    handle: fixedText(errorsPage, html),
  },
  {
    ...common,
    operationId: 'readEvents',
    path: '/docs/events',
    mediaType: 'text/html',
    summary: 'Every event, with its data and an example',
    description: 'One section per type, with every field of its data.',
    handle: fixedText(eventsPage, html),
  },
];
