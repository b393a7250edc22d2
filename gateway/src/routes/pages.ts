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

/** Made once, at the first request. */
const openApi =
  (part: DocumentPart): LocalRoute['handle'] =>
  (gateway) => {
    let text: string | undefined;
    return (_request, reply) => {
      text ??= JSON.stringify(openApiPart(gateway, part));
      return reply.headers(documentHeaders).send(text);
    };
  };

/** Read by people: links lead there, and programs have no use for them. */
const page = { ...common, isPageOnly: true } as const satisfies Partial<LocalRoute>;

const forms = ['text/html', 'text/markdown'] as const;

export const pageRoutes: readonly GatewayRoute[] = [
  {
    ...common,
    operationId: 'getOpenApi',
    path: '/openapi.json',
    mediaType: 'application/json',
    summary: 'This API as an OpenAPI 3.1 document',
    description:
      'The document for generators, mock servers and API clients; it is the source of the reference.',
    handle: openApi('customers'),
  },
  {
    ...common,
    operationId: 'getOperationsOpenApi',
    path: '/openapi-operations.json',
    environments: ['live'],
    mediaType: 'application/json',
    summary: "The carrier's own operations as an OpenAPI 3.1 document",
    description:
      "What control desk, couriers' devices and fleet systems of the carrier call; the document of customers is `/openapi.json`.",
    handle: openApi('operations'),
  },
  {
    ...page,
    operationId: 'readReference',
    path: '/docs',
    mediaType: 'text/html',
    summary: 'Home page of the documentation',
    description: 'Leads to getting started, the reference, guides, limits, errors and events.',
    handle: servePage(() => ''),
  },
  {
    ...page,
    operationId: 'readErrors',
    path: '/docs/errors',
    mediaType: 'text/html',
    summary: 'Every error code and what to do about it',
    description: 'One section per code, at the address that `type` of a problem document leads to.',
    handle: servePage(() => 'errors'),
  },
  {
    ...page,
    operationId: 'readEvents',
    path: '/docs/events',
    mediaType: 'text/html',
    summary: 'Every event, with its data and an example',
    description: 'One section per type, with every field of its data.',
    handle: servePage(() => 'events'),
  },
  {
    ...page,
    operationId: 'readDocsPage',
    path: '/docs/{page}',
    mediaType: forms,
    refusals: ['not_found'],
    summary: 'A page of the documentation',
    description: 'As HTML; with `.md` at its end as Markdown.',
    handle: servePage(({ page = '' }) => page),
  },
  {
    ...page,
    operationId: 'readDocsSectionPage',
    path: '/docs/{section}/{page}',
    mediaType: forms,
    refusals: ['not_found'],
    summary: 'A page of the reference or a guide',
    description: 'As HTML; with `.md` at its end as Markdown.',
    handle: servePage(({ section, page }) => `${section}/${page}`),
  },
  {
    ...page,
    operationId: 'readLlmsText',
    path: '/llms.txt',
    mediaType: 'text/plain',
    summary: 'Index of the documentation for language models',
    description: 'Every page with the address of its Markdown.',
    handle: serveLlmsText,
  },
];
