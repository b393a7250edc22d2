/** Files behind signed links. The response headers let a browser only render images. */
import { custody, tracking } from '@svc/contracts';
import { createClients } from '@svc/kit/client';
import { MissingFile } from '@svc/kit/storage';
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { publicMeta } from '../auth/call-meta.ts';
import { imageTypes } from '../endpoint/bodies.ts';
import { liveOnly } from '../endpoint/declaration.ts';
import type { Gateway, GatewayRoute, LocalRoute } from '../endpoint/route.ts';
import { type CallResult, callResultOf } from '../problem/call-result.ts';
import { param } from '../problem/params.ts';
import { type Problem, problem } from '../problem/problem.ts';

const common = {
  kind: 'local',
  method: 'GET',
  environments: liveOnly,
  access: { public: 'page' },
  status: 200,
  tag: 'Public pages',
  root: true,
  mediaType: imageTypes,
  refusals: ['file_not_found', 'unavailable'],
} as const satisfies Partial<LocalRoute>;

interface Linked {
  storage_key: string;
  media_type: string;
}
type FindFile = (gateway: Gateway, request: FastifyRequest) => Promise<Linked>;

export const fileRoutes: readonly GatewayRoute[] = [
  {
    ...common,
    operationId: 'openPhoto',
    path: '/files/photo/{link}',
    summary: "Fetch a driver's photo",
    description: 'Available while the link is valid.',
    handle: fileBy((gateway, request) =>
      createClients({ tracking }, gateway.transport, publicMeta(request)).tracking.photoByLink({
        link: param(request, 'link'),
      }),
    ),
  },
  {
    ...common,
    operationId: 'openProofFile',
    path: '/files/proof/{link}',
    summary: 'Fetch a signature or photo of a hand-over',
    description: 'Available while the link is valid.',
    handle: fileBy((gateway, request) =>
      createClients({ custody }, gateway.transport, publicMeta(request)).custody.fileByLink({
        link: param(request, 'link'),
      }),
    ),
  },
];

function fileBy(find: FindFile): (gateway: Gateway) => RouteHandlerMethod {
  return (gateway) => async (request, reply) => {
    const file = await callResultOf(find(gateway, request));
    const found = 'ok' in file ? await bytesOf(gateway, file.ok) : file;
    if ('ok' in found) return sendFile(reply, found.ok);
    gateway.sendProblem(request, reply, asMissing(found.problem));
    return reply;
  };
}

interface File {
  bytes: Uint8Array;
  mediaType: string;
}

async function bytesOf({ storage }: Gateway, linked: Linked): Promise<CallResult<File>> {
  const { storage_key, media_type } = linked;
  try {
    return { ok: { bytes: await storage.get(storage_key), mediaType: media_type } };
  } catch (error) {
    // The file was erased at the request of the person shown.
    if (error instanceof MissingFile) return { problem: problem('file_not_found') };
    throw error;
  }
}

/** A malformed link returns the same 404 as an unknown one. */
const asMissing = (what: Problem): Problem =>
  what.code === 'invalid_body' ? problem('file_not_found') : what;

function sendFile(reply: FastifyReply, { bytes, mediaType }: File): FastifyReply {
  const isImage = imageTypes.some((type) => type === mediaType);
  return reply
    .headers({
      'content-type': isImage ? mediaType : 'application/octet-stream',
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': isImage ? 'inline' : 'attachment',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
    .send(Buffer.from(bytes));
}
