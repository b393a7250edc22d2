/** The courier's app: files of the origin that it calls. */
import { appFiles, appPath } from '@svc/app/shell';
import { liveOnly } from '../endpoint/declaration.ts';
import type { GatewayRoute, LocalRoute } from '../endpoint/route.ts';
import { param } from '../problem/params.ts';
import { problem } from '../problem/problem.ts';

const files = appFiles();

/** By its path below `/app/`. */
const serveFile: LocalRoute['handle'] = (gateway) => async (request, reply) => {
  const found = await files.find(param(request, '*'), request.headers['accept-encoding']);
  if (!found) {
    gateway.sendProblem(request, reply, problem('not_found'));
    return reply;
  }
  return reply.headers(found.headers).send(found.body);
};

const common = {
  kind: 'local',
  method: 'GET',
  environments: liveOnly,
  access: { public: 'page' },
  status: 200,
  tag: 'Public pages',
  root: true,
  isPageOnly: true,
  handle: serveFile,
} as const satisfies Partial<LocalRoute>;

export const courierAppRoutes: readonly GatewayRoute[] = [
  {
    ...common,
    operationId: 'readCourierApp',
    path: `${appPath}/`,
    mediaType: 'text/html',
    refusals: [],
    summary: "The courier's app",
    description: 'One page, whose screens are fragments of its address.',
  },
  {
    ...common,
    operationId: 'getCourierAppFile',
    path: `${appPath}/{file}`,
    hasTail: true,
    mediaType: ['text/javascript', 'application/wasm', 'application/manifest+json', 'image/png'],
    refusals: ['not_found'],
    summary: "A file of the courier's app",
    description:
      'Modules and WebAssembly, whose addresses hold their hash; manifest, icons and service worker.',
  },
];
