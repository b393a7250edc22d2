/** An endpoint of the table as a Fastify handler: request in, contract call, response out. */
import type { CallMeta, Reply } from '@svc/kit/transport';
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { Caller } from '../auth/caller.ts';
import type { ActionRoute, Gateway } from '../routes/route.ts';
import { type JsonObject, parseBody } from './body.ts';
import { headerText } from './headers.ts';
import { attemptMeta, keyFault } from './idempotency.ts';
import type { Problem } from './problem.ts';
import { readQuery } from './query.ts';
import { problemOf, wasReplayed } from './reply.ts';

export function actionHandler(route: ActionRoute, gateway: Gateway): RouteHandlerMethod {
  const { transport, sendProblem } = gateway;
  const answer = (request: FastifyRequest, reply: FastifyReply, given: Reply) => {
    if (wasReplayed(given)) reply.header('idempotent-replayed', 'true');
    if ('ok' in given) {
      sendJson(reply.code(route.status), JSON.stringify(given.ok));
      return;
    }
    const refused = problemOf(given, route);
    if (refused) sendProblem(request, reply, refused);
  };
  return (request, reply) => {
    const { caller } = request;
    if (!caller) throw new Error(`${route.operationId} was reached without a caller`);
    const asked = readInput(route, request);
    if ('problem' in asked) {
      sendProblem(request, reply, asked.problem);
      return;
    }
    const meta = metaOf(route, request, { caller, body: asked.body });
    transport.call(route.service, route.action, asked.input, meta).then(
      (given) => answer(request, reply, given),
      (error: unknown) => reply.send(error),
    );
  };
}

/** Prepared text: Fastify neither serialises nor validates it again. */
export const sendJson = (reply: FastifyReply, text: string): void => {
  reply
    .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .send(text);
};

type Asked = { input: JsonObject; body: JsonObject } | { problem: Problem };

/** Path parameters win over members of the body that have the same name. */
function readInput(route: ActionRoute, request: FastifyRequest): Asked {
  const badKey = keyFault(headerText(request.headers['idempotency-key']), route.idempotency);
  if (badKey) return { problem: badKey };
  const parsed = route.hasBody
    ? parseBody(request.body)
    : readQuery(request.raw.url ?? '', route.query);
  if ('problem' in parsed) return parsed;
  const input = route.pathNames.length === 0 ? parsed.value : withPath(parsed.value, request);
  return { input, body: parsed.value };
}

const withPath = (value: JsonObject, { params }: FastifyRequest): JsonObject =>
  typeof params === 'object' ? { ...value, ...params } : value;

/** A request without a key is its own attempt: nothing is kept for it. */
function metaOf(
  route: ActionRoute,
  request: FastifyRequest,
  { caller, body }: { caller: Caller; body: JsonObject },
): CallMeta {
  const meta: CallMeta = { tenant: caller.tenant, actor: caller.actor, requestId: request.id };
  const key = headerText(request.headers['idempotency-key']);
  if (key === undefined || route.idempotency === 'none') return meta;
  const path = (request.raw.url ?? '').split('?', 1)[0] ?? '';
  return {
    ...meta,
    ...attemptMeta({ caller: caller.actor, method: route.method, path, key, body }),
  };
}
