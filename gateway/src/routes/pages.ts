import { type DocumentPart, openApiPart } from '../docs/openapi.ts';
import { bothEnvironments } from '../endpoint/declaration.ts';
import type { GatewayRoute, LocalRoute } from '../endpoint/route.ts';
import { serveLlmsText, servePage } from '../site/site.ts';

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

const documentHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'public, max-age=300',
};

/** Built at the first request. */
const openApi =
  (part: DocumentPart): LocalRoute['handle'] =>
  (gateway) => {
    let text: string | undefined;
    return (_request, reply) => {
      text ??= JSON.stringify(openApiPart(gateway, part));
      return reply.headers(documentHeaders).send(text);
    };
  };

/** Pages for people: reached by links, not called by programs. */
const page = { ...common, isPageOnly: true } as const satisfies Partial<LocalRoute>;

const forms = ['text/html', 'text/markdown'] as const;

export const pageRoutes: readonly GatewayRoute[] = [
  {
    ...common,
    operationId: 'getOpenApi',
    path: '/openapi.json',
    mediaType: 'application/json',
    summary: 'Fetch this API as an OpenAPI 3.1 document',
    description:
      'For client generators, mock servers and API clients. The reference is generated from it.',
    handle: openApi('customers'),
  },
  {
    ...common,
    operationId: 'getOperationsOpenApi',
    path: '/openapi-operations.json',
    environments: ['live'],
    mediaType: 'application/json',
    summary: "Fetch the carrier's operations as an OpenAPI 3.1 document",
    description:
      "Endpoints for the carrier's control desk, courier devices and fleet systems. The customer API is in `/openapi.json`.",
    handle: openApi('operations'),
  },
  {
    ...page,
    operationId: 'readReference',
    path: '/docs',
    mediaType: 'text/html',
    summary: 'Open the documentation',
    description: 'Links to getting started, the reference, guides, limits, errors and events.',
    handle: servePage(() => ''),
  },
  {
    ...page,
    operationId: 'readErrors',
    path: '/docs/errors',
    mediaType: 'text/html',
    summary: 'Open the error catalogue',
    description:
      'One section per code, with cause and remedy. `type` of a problem document links to it.',
    handle: servePage(() => 'errors'),
  },
  {
    ...page,
    operationId: 'readEvents',
    path: '/docs/events',
    mediaType: 'text/html',
    summary: 'Open the event catalogue',
    description: 'One section per event type, with every field of its data and an example.',
    handle: servePage(() => 'events'),
  },
  {
    ...page,
    operationId: 'readDocsPage',
    path: '/docs/{page}',
    mediaType: forms,
    refusals: ['not_found'],
    summary: 'Open a page of the documentation',
    description: 'Returns HTML, or Markdown if the path ends in `.md`.',
    handle: servePage(({ page = '' }) => page),
  },
  {
    ...page,
    operationId: 'readDocsSectionPage',
    path: '/docs/{section}/{page}',
    mediaType: forms,
    refusals: ['not_found'],
    summary: 'Open a page of the reference or a guide',
    description: 'Returns HTML, or Markdown if the path ends in `.md`.',
    handle: servePage(({ section, page }) => `${section}/${page}`),
  },
  {
    ...page,
    operationId: 'readLlmsText',
    path: '/llms.txt',
    mediaType: 'text/plain',
    summary: 'Fetch the documentation index for language models',
    description: 'Lists every page with the URL of its Markdown.',
    handle: serveLlmsText,
  },
];
