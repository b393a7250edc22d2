/** Pages without authentication: tracking page, certificate page, the carrier's keys. */
import {
  custody,
  type PublicProof,
  publicProof,
  type TemperatureChart,
  tracking,
} from '@svc/contracts';
import { createClients } from '@svc/kit/client';
import { browserCode, type ServedFile, servedModule } from '@svc/web/browser-code';
import { rangeResponse } from '@svc/web/map/archive';
import { favicon } from '@svc/web/style';
import type { FastifyRequest, RouteHandlerMethod } from 'fastify';
import { publicMeta } from '../auth/call-meta.ts';
import { pageFilesPath, tilesPath } from '../brand/brand.ts';
import { bothEnvironments } from '../endpoint/declaration.ts';
import type { Gateway, GatewayRoute, LocalRoute } from '../endpoint/route.ts';
import { sendJson } from '../http/action.ts';
import { cachedJson } from '../http/cached-json.ts';
import { type HtmlPage, sendPage } from '../pages/page.ts';
import { sendProblemPage } from '../pages/problem-page.ts';
import { proofPage } from '../pages/proof/page.ts';
import { createAnchorLoader } from '../pages/proof/trust-anchors.ts';
import { verifyPage } from '../pages/proof/verify-page.ts';
import { streamTrackingEvents } from '../pages/tracking/event-stream.ts';
import { linkOf } from '../pages/tracking/link.ts';
import { trackingPage } from '../pages/tracking/page.ts';
import { createSnapshotLoader } from '../pages/tracking/snapshot.ts';
import { type CallResult, callResultOf } from '../problem/call-result.ts';
import { param } from '../problem/params.ts';
import { problem } from '../problem/problem.ts';

const codePath = '/verifier';

const verifierCode = browserCode(new URL('../pages/proof/script.js', import.meta.url), codePath);
const plainCode = browserCode(
  new URL('../pages/tracking/script.js', import.meta.url),
  pageFilesPath,
);
const groundCode = browserCode(
  new URL('../pages/tracking/ground-script.js', import.meta.url),
  pageFilesPath,
);
const trackingCode = ({ mapArchive }: Gateway) => (mapArchive ? groundCode : plainCode)();

const common = {
  kind: 'local',
  method: 'GET',
  environments: bothEnvironments,
  access: { public: 'page' },
  status: 200,
  tag: 'Public pages',
  root: true,
} as const satisfies Partial<LocalRoute>;

const keysCacheSeconds = 300;

export const publicPageRoutes: readonly GatewayRoute[] = [
  {
    ...common,
    operationId: 'readTrackingPage',
    path: '/t/{token}',
    mediaType: 'text/html',
    refusals: ['tracking_not_found', 'unavailable'],
    summary: 'Open a tracking page',
    description: 'The target of `tracking_url`.',
    handle: (gateway) => {
      const load = createSnapshotLoader(gateway);
      return pageOf(async (_gateway, request) => {
        const [found, modules] = await Promise.all([
          load(linkOf(request), publicMeta(request)),
          trackingCode(gateway),
        ]);
        if ('problem' in found) return found;
        const { clock, mapGround: ground } = gateway;
        return { ok: trackingPage(found.ok, { now: clock.now(), ground, modules }) };
      })(gateway);
    },
  },
  {
    ...common,
    operationId: 'watchTracking',
    path: '/t/{token}/events',
    isNeverShed: true,
    mediaType: 'text/event-stream',
    refusals: ['tracking_not_found', 'unavailable'],
    summary: 'Stream changes of a tracking page',
    description:
      'Server-sent events: `update` on each change, `end` after the last possible change.',
    handle: streamTrackingEvents,
  },
  {
    ...common,
    operationId: 'readCertificatePage',
    path: '/verify/{id}',
    mediaType: 'text/html',
    refusals: ['certificate_not_found', 'unavailable'],
    summary: 'Open a certificate page',
    description: 'The target of `verify_url`: the verified chain, without places and people.',
    handle: (gateway) => {
      const loadAnchors = createAnchorLoader(gateway);
      return pageOf(async (_gateway, request) => {
        const found = await proofOf(gateway, request);
        if ('problem' in found) return found;
        const proof = found.ok;
        const [{ jwks, policy }, chart, modules] = await Promise.all([
          loadAnchors(),
          sealedChartOf(gateway, request, proof),
          verifierCode(),
        ]);
        // The keys in the proof come from the same operator.
        const anchors = { jwks: jwks.keys.length > 0 ? jwks : proof.jwks, policy };
        const { clock, brand } = gateway;
        const shown = { now: clock.now(), carrier: brand.carrier, modules };
        return { ok: await proofPage({ proof, anchors, chart, ...shown }) };
      })(gateway);
    },
  },
  {
    ...common,
    operationId: 'readVerifyPage',
    path: '/verify',
    isPageOnly: true,
    mediaType: 'text/html',
    refusals: [],
    summary: 'Open the bundle verifier',
    description: 'Verifies a bundle in the browser. The file is not uploaded.',
    handle: (gateway) => {
      const loadAnchors = createAnchorLoader(gateway);
      return pageOf(async () => {
        const [anchors, modules] = await Promise.all([loadAnchors(), verifierCode()]);
        return { ok: verifyPage(anchors, gateway.brand.carrier, modules) };
      })(gateway);
    },
  },
  {
    ...common,
    operationId: 'getVerifierModule',
    path: `${codePath}/{module}`,
    hasTail: true,
    isPageOnly: true,
    mediaType: 'text/javascript',
    refusals: ['not_found'],
    summary: 'Fetch a module of the browser verifier',
    description: 'The verifier that runs in Node, with types removed; paths contain its hash.',
    handle: fileOf(async (_gateway, path) => (await verifierCode()).modules.get(path)),
  },
  {
    ...common,
    operationId: 'getPageFile',
    path: `${pageFilesPath}/{file}`,
    hasTail: true,
    isPageOnly: true,
    mediaType: ['text/css', 'text/javascript', 'font/woff2', 'image/svg+xml', 'image/png'],
    refusals: ['not_found'],
    summary: 'Fetch a file of the public pages',
    description: 'Style sheet, font, script modules, and the logo; paths contain their hash.',
    handle: fileOf(
      async (gateway, path) =>
        gateway.brand.files.get(path) ?? (await trackingCode(gateway)).modules.get(path),
    ),
  },
  {
    ...common,
    operationId: 'getMapTiles',
    path: tilesPath,
    isPageOnly: true,
    mediaType: 'application/vnd.pmtiles',
    refusals: ['not_found'],
    summary: 'Fetch ranges of the map tiles',
    description: 'The archive of the operator; served if SVC_MAP_PMTILES is set.',
    handle: (gateway) => (request, reply) => {
      if (!gateway.mapArchive) return gateway.sendProblem(request, reply, problem('not_found'));
      const { status, headers, body } = rangeResponse(gateway.mapArchive, request.headers);
      if (body) reply.header('cache-control', 'public, max-age=3600');
      return reply.code(status).headers(headers).send(body);
    },
  },
  {
    ...common,
    operationId: 'downloadPublicProof',
    path: '/verify/{id}/bundle.json',
    mediaType: 'application/json',
    response: publicProof,
    refusals: ['certificate_not_found', 'unavailable'],
    summary: 'Fetch the data of a certificate page',
    description: 'Certificate, signature, redacted chain and keys, for your own verification.',
    handle: (gateway) => async (request, reply) => {
      const found = await proofOf(gateway, request);
      if ('problem' in found) {
        gateway.sendProblem(request, reply, found.problem);
        return reply;
      }
      const name = found.ok.certificate.id.replaceAll(/[^\w-]/g, '');
      reply.header('content-disposition', `attachment; filename="${name}.json"`);
      sendJson(reply, JSON.stringify(found.ok));
      return reply;
    },
  },
  {
    ...common,
    operationId: 'getCertificateKeys',
    path: '/.well-known/certificate-keys.json',
    mediaType: 'application/json',
    response: custody.actions.certificateKeys.output,
    refusals: ['unavailable'],
    summary: 'Fetch the public keys of certificates',
    description: 'Retired keys are kept forever.',
    handle: cachedJson('custody', 'certificateKeys', keysCacheSeconds),
  },
  {
    ...common,
    operationId: 'getIcon',
    isPageOnly: true,
    path: '/icon.svg',
    mediaType: 'image/svg+xml',
    refusals: [],
    summary: 'Fetch the icon of the public pages',
    description: 'SVG favicon.',
    handle: () => (_request, reply) =>
      reply
        .headers({ 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' })
        .send(favicon),
  },
];

type FindFile = (gateway: Gateway, path: string) => Promise<ServedFile | undefined>;

/** Opened as a page of its own, an SVG may run nothing. */
const inert = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

function fileOf(find: FindFile): (gateway: Gateway) => RouteHandlerMethod {
  return (gateway) => async (request, reply) => {
    const found = await find(gateway, param(request, '*'));
    if (!found) {
      gateway.sendProblem(request, reply, problem('not_found'));
      return reply;
    }
    const { headers, body } = servedModule(found, request.headers['accept-encoding']);
    if (found.mediaType.startsWith('image/')) reply.header('content-security-policy', inert);
    return reply.headers(headers).send(body);
  };
}

type MakePage = (gateway: Gateway, request: FastifyRequest) => Promise<CallResult<HtmlPage>>;

function pageOf(make: MakePage): (gateway: Gateway) => RouteHandlerMethod {
  return (gateway) => async (request, reply) => {
    const made = await make(gateway, request);
    return 'ok' in made
      ? sendPage(reply, made.ok, gateway.brand)
      : sendProblemPage(gateway, { request, reply }, made.problem);
  };
}

const publicClients = ({ transport }: Gateway, request: FastifyRequest) =>
  createClients({ custody, tracking }, transport, publicMeta(request));

const proofOf = (gateway: Gateway, request: FastifyRequest): Promise<CallResult<PublicProof>> =>
  callResultOf(publicClients(gateway, request).custody.publicProof({ id: param(request, 'id') }));

/** Optional part of the page: the certificate contains the figures. */
async function sealedChartOf(
  gateway: Gateway,
  request: FastifyRequest,
  { certificate: { job_id, cold_chain } }: PublicProof,
): Promise<TemperatureChart | null> {
  if (!cold_chain) return null;
  const { readings_digest, suspects } = cold_chain;
  const decision = suspects?.[0]?.decision ?? null;
  const { tracking } = publicClients(gateway, request);
  const found = await callResultOf(tracking.sealedChart({ job_id, readings_digest, decision }));
  return 'ok' in found ? found.ok : null;
}
