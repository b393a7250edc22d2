/** The courier's app: files served from the API's origin. */
import { appFiles, appPath } from '@svc/app/shell';
import { carrierOf } from '@svc/kit/settings';
import { liveOnly } from '../endpoint/declaration.ts';
import type { GatewayRoute, LocalRoute } from '../endpoint/route.ts';
import { param } from '../problem/params.ts';
import { problem } from '../problem/problem.ts';

/** The page has the number of the control desk. */
const filesByPhone = new Map<string | null, ReturnType<typeof appFiles>>();
function filesWith(phone: string | null) {
  const files = filesByPhone.get(phone) ?? appFiles(phone);
  filesByPhone.set(phone, files);
  return files;
}

/** By path below `/app/`. */
const serveFile: LocalRoute['handle'] = (gateway) => async (request, reply) => {
  const { phone } = carrierOf(gateway.config);
  const found = await filesWith(phone).find(
    param(request, '*'),
    request.headers['accept-encoding'],
  );
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
    summary: "Open the courier's app",
    description: 'Single-page app; screens are URL fragments.',
  },
  {
    ...common,
    operationId: 'getCourierAppFile',
    path: `${appPath}/{file}`,
    hasTail: true,
    mediaType: ['text/javascript', 'application/wasm', 'application/manifest+json', 'image/png'],
    refusals: ['not_found'],
    summary: "Fetch a file of the courier's app",
    description:
      'Modules and WebAssembly with content hashes in their paths; manifest, icons and service worker.',
  },
];
