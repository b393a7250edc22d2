/** An endpoint of the table as a Fastify handler: request in, contract call, response out. */
import type { Reply } from '@svc/kit/transport';
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { ActionRoute, Gateway } from '../routes/route.ts';
import { type JsonObject, parseBody } from './body.ts';
import { metaOf } from './call-meta.ts';
import { callerOf, withCourier } from './courier.ts';
import { headerText } from './headers.ts';
import { keyFault } from './idempotency.ts';
import { prefers } from './negotiation.ts';
import type { Problem } from './problem.ts';
import { readQuery } from './query.ts';
import { problemOf, wasReplayed } from './reply.ts';
import { sendVariant } from './variant.ts';
import { type AskAction, askWhole } from './whole.ts';

export function actionHandler(route: ActionRoute, gateway: Gateway): RouteHandlerMethod {
  const answer = answerer(route, gateway);
  return (request, reply) => {
    const caller = callerOf(request);
    const asked = readInput(route, request);
    if ('problem' in asked) {
      gateway.sendProblem(request, reply, asked.problem);
      return;
    }
    const meta = metaOf(route, request, { caller, body: asked.body });
    const input = withCourier(asked.input, route, caller);
    const variant = variantFor(route, request);
    const ask: AskAction = (action, more) =>
      gateway.transport.call(route.service, action, { ...input, ...more }, meta);
    const asking = variant ? ask(variant.action) : askWhole(route, ask);
    asking
      .then((given) => answer(request, reply, given))
      .catch((error: unknown) => reply.send(error));
  };
}

export type AnswerCall = (
  request: FastifyRequest,
  reply: FastifyReply,
  given: Reply,
) => Promise<void>;

export const answerer =
  (route: ActionRoute, { sendProblem, storage }: Gateway): AnswerCall =>
  async (request, reply, given) => {
    if (wasReplayed(given)) reply.header('idempotent-replayed', 'true');
    if (route.variant) reply.header('vary', 'accept');
    if ('ok' in given) {
      const variant = variantFor(route, request);
      reply.code(route.status);
      if (variant) await sendVariant(reply, variant, { output: given.ok, storage });
      else sendJson(reply, JSON.stringify(given.ok));
      return;
    }
    const refused = problemOf(given, route);
    if (refused) sendProblem(request, reply, refused);
  };

const variantFor = ({ variant }: ActionRoute, { headers }: FastifyRequest) =>
  variant && prefers(headers.accept, variant.mediaType) ? variant : undefined;

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
  const parsed =
    route.body === 'json' ? parseBody(request.body) : readQuery(request.raw.url ?? '', route.query);
  if ('problem' in parsed) return parsed;
  return { input: withPath(parsed.value, route, request), body: parsed.value };
}

export const withPath = (
  value: JsonObject,
  { pathNames }: ActionRoute,
  { params }: FastifyRequest,
): JsonObject =>
  pathNames.length > 0 && typeof params === 'object' ? { ...value, ...params } : value;
