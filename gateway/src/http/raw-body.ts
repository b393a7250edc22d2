/** An endpoint whose body passes on unread: the action checks its signature, or knows its format. */
import { hash } from 'node:crypto';
import type { JsonObject } from '@svc/kit/json';
import type { FastifyRequest, RouteHandlerMethod } from 'fastify';
import { metaOf } from '../auth/call-meta.ts';
import { callerOf } from '../auth/courier.ts';
import type { ForwardedInput } from '../endpoint/declaration.ts';
import type { ActionRoute, Gateway } from '../endpoint/route.ts';
import { headerText } from '../problem/headers.ts';
import { answerer, withPath } from './action.ts';
import { keyFault } from './idempotency.ts';
import { withDeadline } from './overload.ts';
import { readQuery } from './query.ts';

export function rawHandler(route: ActionRoute, gateway: Gateway): RouteHandlerMethod {
  const answer = answerer(route, gateway);
  return async (request, reply) => {
    const caller = callerOf(request);
    const key = headerText(request.headers['idempotency-key']);
    const query = readQuery(request.raw.url ?? '', route.query);
    const fault =
      keyFault(key, route.idempotency) ?? ('problem' in query ? query.problem : undefined);
    if (fault) {
      gateway.sendProblem(request, reply, fault);
      return reply;
    }
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const sent = { client_id: caller.actor, body: bytes.toString('base64') };
    const input = withPath(inputOf(route, sent, request), route, request);
    // Only a key asks whether the bytes are the same.
    const body = key === undefined ? {} : { sha256: hash('sha256', bytes, 'hex') };
    const meta = metaOf(route, request, { caller, body });
    const call = gateway.transport.call(route.service, route.action, input, meta);
    await answer({ request, reply }, await withDeadline(request, call));
    return reply;
  };
}

const inputOf = (
  { body }: ActionRoute,
  sent: ForwardedInput,
  request: FastifyRequest,
): JsonObject => ({
  ...sent,
  ...(body === 'signed' && {
    timestamp: headerOf(request, 'svc-timestamp'),
    signature: headerOf(request, 'svc-signature'),
  }),
});

const headerOf = ({ headers }: FastifyRequest, name: string): string =>
  headerText(headers[name]) ?? '';
