/** The transparency log as static, cacheable resources (tlog-tiles). */
import { transparencyLog } from '@svc/contracts';
import { type Client, createClients } from '@svc/kit/client';
import type { FastifyRequest, RouteHandlerMethod } from 'fastify';
import { publicMeta } from '../auth/call-meta.ts';
import { bothEnvironments } from '../endpoint/declaration.ts';
import type { Gateway, GatewayRoute, LocalRoute } from '../endpoint/route.ts';
import { callResultOf } from '../problem/call-result.ts';
import { param } from '../problem/params.ts';
import { unavailable } from '../problem/problem.ts';

const common = {
  kind: 'local',
  method: 'GET',
  environments: bothEnvironments,
  access: { public: 'page' },
  status: 200,
  tag: 'Transparency log',
  root: true,
} as const satisfies Partial<LocalRoute>;

/** One year: the bytes of a tile, full or partial, never change. */
const immutable = 'public, max-age=31536000, immutable';
const brief = 'public, max-age=1';
const policyCaching = 'public, max-age=60';

type LogClient = Client<typeof transparencyLog>;
interface Resource {
  body: string | Buffer;
  contentType: string;
  caching: string;
}

/** Undefined before the log has started. */
type Load = (log: LogClient, request: FastifyRequest) => Promise<Resource | undefined>;

const served =
  (load: Load): ((gateway: Gateway) => RouteHandlerMethod) =>
  (gateway) =>
  async (request, reply) => {
    const { log } = createClients({ log: transparencyLog }, gateway.transport, publicMeta(request));
    const found = await callResultOf(load(log, request));
    if (!('ok' in found) || found.ok === undefined) {
      gateway.sendProblem(request, reply, 'problem' in found ? found.problem : unavailable());
      return reply;
    }
    const { body, contentType, caching } = found.ok;
    return reply
      .headers({
        'content-type': contentType,
        'cache-control': caching,
        // Allows any origin to verify: the log is public.
        'access-control-allow-origin': '*',
      })
      .send(body);
  };

const textOf = (body: string | null, caching: string): Resource | undefined =>
  body === null ? undefined : { body, contentType: 'text/plain; charset=utf-8', caching };

export const logRoutes: readonly GatewayRoute[] = [
  {
    ...common,
    operationId: 'getLogCheckpoint',
    path: '/log/checkpoint',
    mediaType: 'text/plain',
    refusals: ['unavailable'],
    summary: 'Fetch the latest log checkpoint',
    description: 'A signed note (c2sp.org/tlog-checkpoint), cosigned by witnesses.',
    handle: served(async (log) => textOf((await log.checkpoint({})).note, brief)),
  },
  {
    ...common,
    operationId: 'getLogPolicy',
    path: '/log/policy',
    mediaType: 'text/plain',
    refusals: ['unavailable'],
    summary: 'Fetch the keys of the log and its witnesses',
    description:
      'In c2sp.org/tlog-policy format. To verify, use a copy that you obtained and checked independently.',
    handle: served(async (log) => textOf((await log.policy({})).text, policyCaching)),
  },
  {
    ...common,
    operationId: 'getLogTile',
    path: '/log/tile/{tile}',
    hasTail: true,
    mediaType: 'application/octet-stream',
    refusals: ['not_found', 'unavailable'],
    summary: 'Fetch hashes or entries of the log',
    description:
      'A full or partial tile or entry bundle (c2sp.org/tlog-tiles), covered by the latest checkpoint.',
    handle: served(async (log, request) => {
      const { bytes } = await log.tile({ path: `tile/${param(request, '*')}` });
      const body = Buffer.from(bytes, 'base64');
      return { body, contentType: 'application/octet-stream', caching: immutable };
    }),
  },
];
