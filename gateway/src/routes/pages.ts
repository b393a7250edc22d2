import { openApiDocument } from '../docs/openapi.ts';
import { serveLlmsText, servePage } from '../site/site.ts';
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
const openApi: LocalRoute['handle'] = (gateway) => {
  let text: string | undefined;
  return (_request, reply) => {
    text ??= JSON.stringify(openApiDocument(gateway));
    return reply
      .headers({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'public, max-age=300',
      })
      .send(text);
  };
};

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
    handle: openApi,
  },
  {
    ...common,
    operationId: 'readReference',
    path: '/docs',
    mediaType: 'text/html',
    summary: 'Home page of the documentation',
    description: 'Leads to getting started, the reference, guides, limits, errors and events.',
    handle: servePage(() => ''),
  },
  {
    ...common,
    operationId: 'readErrors',
    path: '/docs/errors',
    mediaType: 'text/html',
    summary: 'Every error code and what to do about it',
    description: 'One section per code, at the address that `type` of a problem document leads to.',
    handle: servePage(() => 'errors'),
  },
  {
    ...common,
    operationId: 'readEvents',
    path: '/docs/events',
    mediaType: 'text/html',
    summary: 'Every event, with its data and an example',
    description: 'One section per type, with every field of its data.',
    handle: servePage(() => 'events'),
  },
  {
    ...common,
    operationId: 'readDocsPage',
    path: '/docs/{page}',
    mediaType: forms,
    refusals: ['not_found'],
    summary: 'A page of the documentation',
    description: 'As HTML; with `.md` at its end as Markdown.',
    handle: servePage(({ page = '' }) => page),
  },
  {
    ...common,
    operationId: 'readDocsSectionPage',
    path: '/docs/{section}/{page}',
    mediaType: forms,
    refusals: ['not_found'],
    summary: 'A page of the reference or a guide',
    description: 'As HTML; with `.md` at its end as Markdown.',
    handle: servePage(({ section, page }) => `${section}/${page}`),
  },
  {
    ...common,
    operationId: 'readLlmsText',
    path: '/llms.txt',
    mediaType: 'text/plain',
    summary: 'Index of the documentation for language models',
    description: 'Every page with the address of its Markdown.',
    handle: serveLlmsText,
  },
];
