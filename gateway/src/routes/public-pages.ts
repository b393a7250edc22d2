/** Pages without authentication: tracking page, certificate page, the carrier's keys. */
import { custody, publicProof, type TemperatureChart, tracking } from '@svc/contracts';
import { createClients } from '@svc/kit/client';
import { carrierOf } from '@svc/kit/config';
import type { FastifyRequest, RouteHandlerMethod } from 'fastify';
import { sendJson } from '../http/action.ts';
import { cachedJson } from '../http/cached-json.ts';
import { publicMeta } from '../http/call-meta.ts';
import { type CallResult, callResultOf } from '../http/call-result.ts';
import { param } from '../http/params.ts';
import { type HtmlPage, sendPage } from '../pages/page.ts';
import { sendProblemPage } from '../pages/problem-page.ts';
import { checkProof, type ProofDocument } from '../pages/proof/checks.ts';
import { proofPage } from '../pages/proof/page.ts';
import { trackingEvents } from '../pages/tracking/event-stream.ts';
import { linkOf } from '../pages/tracking/link.ts';
import { trackingPage } from '../pages/tracking/page.ts';
import { createSnapshotLoader } from '../pages/tracking/snapshot.ts';
import { bothEnvironments, type Gateway, type GatewayRoute, type LocalRoute } from './route.ts';

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
    summary: 'Tracking page',
    description: 'What `tracking_url` leads to.',
    handle: (gateway) => {
      const load = createSnapshotLoader(gateway);
      return pageOf(async (_gateway, request) => {
        const found = await load(linkOf(request), publicMeta(request));
        return 'ok' in found ? { ok: trackingPage(found.ok, gateway.clock.now()) } : found;
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
    summary: 'What changes on a tracking page',
    description:
      'Server-sent events: `update` with each change, `end` when nothing can change any more.',
    handle: trackingEvents,
  },
  {
    ...common,
    operationId: 'readCertificatePage',
    path: '/verify/{id}',
    mediaType: 'text/html',
    refusals: ['certificate_not_found', 'unavailable'],
    summary: 'Certificate page',
    description: 'What `verify_url` leads to: the chain without places and people, checked.',
    handle: pageOf(async (gateway, request) => {
      const found = await proofOf(gateway, request);
      if ('problem' in found) return found;
      const [checks, chart] = await Promise.all([
        checkProof(found.ok),
        sealedChartOf(gateway, request, found.ok),
      ]);
      return { ok: proofPage(found.ok, checks, chart) };
    }),
  },
  {
    ...common,
    operationId: 'downloadPublicProof',
    path: '/verify/{id}/bundle.json',
    mediaType: 'application/json',
    response: publicProof,
    refusals: ['certificate_not_found', 'unavailable'],
    summary: 'The data of a certificate page',
    description: 'Certificate, signature, redacted chain and keys, to be checked by the reader.',
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
    summary: 'Public keys that certificates are signed with',
    description: 'Retired keys stay for ever.',
    handle: cachedJson('custody', 'certificateKeys', keysCacheSeconds),
  },
  {
    ...common,
    operationId: 'getIcon',
    path: '/icon.svg',
    mediaType: 'image/svg+xml',
    refusals: [],
    summary: 'Icon of the public pages',
    description: 'SVG, for browser tabs.',
    handle: () => (_request, reply) =>
      reply
        .headers({ 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' })
        .send(icon),
  },
];

/** A sealed box. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#0b57d0"/><path d="M3 5h10v7H3zM3 5l5 3 5-3" fill="none" stroke="#fff" stroke-width="1.5"/></svg>`;

type MakePage = (gateway: Gateway, request: FastifyRequest) => Promise<CallResult<HtmlPage>>;

function pageOf(make: MakePage): (gateway: Gateway) => RouteHandlerMethod {
  return (gateway) => async (request, reply) => {
    const made = await make(gateway, request);
    return 'ok' in made
      ? sendPage(reply, made.ok, carrierOf(gateway.config))
      : sendProblemPage(gateway, { request, reply }, made.problem);
  };
}

const publicClients = ({ transport }: Gateway, request: FastifyRequest) =>
  createClients({ custody, tracking }, transport, publicMeta(request));

const proofOf = (gateway: Gateway, request: FastifyRequest): Promise<CallResult<ProofDocument>> =>
  callResultOf(publicClients(gateway, request).custody.publicProof({ id: param(request, 'id') }));

/** Optional part of the page: the figures are in the certificate. */
async function sealedChartOf(
  gateway: Gateway,
  request: FastifyRequest,
  { certificate: { job_id, cold_chain } }: ProofDocument,
): Promise<TemperatureChart | null> {
  if (!cold_chain) return null;
  const { readings_digest } = cold_chain;
  const { tracking } = publicClients(gateway, request);
  const found = await callResultOf(tracking.sealedChart({ job_id, readings_digest }));
  return 'ok' in found ? found.ok : null;
}
