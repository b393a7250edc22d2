/** An endpoint that takes an image or a feed: its bytes go to file storage, the action gets the key. */
import { hash, randomUUID } from 'node:crypto';
import type { Reply } from '@svc/kit/transport';
import type { FastifyRequest, RouteHandlerMethod } from 'fastify';
import { metaOf } from '../auth/call-meta.ts';
import { callerOf, withCourier } from '../auth/courier.ts';
import { type Uploaded, uploadOf } from '../endpoint/bodies.ts';
import type { JsonObject } from '../endpoint/body.ts';
import type { ActionRoute, Gateway } from '../endpoint/route.ts';
import { headerText } from '../problem/headers.ts';
import { invalidBody, type Problem } from '../problem/problem.ts';
import { answerer, withPath } from './action.ts';
import { keyFault } from './idempotency.ts';
import { withDeadline } from './overload.ts';
import { readQuery } from './query.ts';
import { wasReplayed } from './reply.ts';

export function uploadHandler(route: ActionRoute, gateway: Gateway): RouteHandlerMethod {
  const { storage, transport, sendProblem } = gateway;
  const answer = answerer(route, gateway);
  const uploaded = uploadOf(route);
  if (!uploaded) throw new Error(`${route.operationId} takes no upload`);
  return async (request, reply) => {
    const caller = callerOf(request);
    const sent = readUpload(route, uploaded, request);
    if ('problem' in sent) {
      sendProblem(request, reply, sent.problem);
      return reply;
    }
    const { bytes, media_type, query } = sent;
    const storage_key = `uploads/${randomUUID()}`;
    const body = { ...query, media_type, sha256: hash('sha256', bytes, 'hex') };
    const input = withPath({ ...query, storage_key, media_type }, route, request);
    await storage.put(storage_key, bytes, media_type);
    const call = transport.call(
      route.service,
      route.action,
      withCourier(input, route, caller),
      metaOf(route, request, { caller, body }),
    );
    const given = await withDeadline(request, call);
    if (isUnused(given)) await storage.remove(storage_key);
    await answer({ request, reply }, given);
    return reply;
  };
}

/** After a fault the action may have happened all the same: its bytes stay. */
const isUnused = (given: Reply): boolean =>
  'refused' in given || 'invalid' in given || wasReplayed(given);

interface Upload {
  bytes: Buffer;
  media_type: string;
  query: JsonObject;
}

function readUpload(
  route: ActionRoute,
  { types, what }: Uploaded,
  request: FastifyRequest,
): Upload | { problem: Problem } {
  const { headers, body, raw } = request;
  const badKey = keyFault(headerText(headers['idempotency-key']), route.idempotency);
  if (badKey) return { problem: badKey };
  const query = readQuery(raw.url ?? '', route.query);
  if ('problem' in query) return query;
  const media_type = types.find((type) => type === essence(headers['content-type']));
  // Without a body no content type was looked at.
  if (!media_type || !Buffer.isBuffer(body) || body.length === 0)
    return { problem: nothingSent(what) };
  return { bytes: body, media_type, query: query.value };
}

const essence = (contentType = ''): string =>
  contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';

const nothingSent = (what: string) =>
  invalidBody([
    { pointer: '', code: 'missing', detail: `${what} is missing. Send it as the body.` },
  ]);
