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
import { withScenario } from './scenario.ts';

export function actionHandler(route: ActionRoute, gateway: Gateway): RouteHandlerMethod {
  const answer = answerer(route, gateway);
  return (request, reply) => {
    const caller = callerOf(request);
    const asked = readInput(route, request, gateway);
    if ('problem' in asked) {
      gateway.sendProblem(request, reply, asked.problem);
      return;
    }
    const meta = metaOf(route, request, { caller, body: asked.body });
    const input = withCourier(asked.input, route, caller);
    const action = variantFor(route, request)?.action ?? route.action;
    gateway.transport.call(route.service, action, input, meta).then(
      (given) => answer(request, reply, given),
      (error: unknown) => reply.send(error),
    );
  };
}

export type AnswerCall = (request: FastifyRequest, reply: FastifyReply, given: Reply) => void;

export const answerer =
  (route: ActionRoute, { sendProblem }: Gateway): AnswerCall =>
  (request, reply, given) => {
    if (wasReplayed(given)) reply.header('idempotent-replayed', 'true');
    if (route.variant) reply.header('vary', 'accept');
    if ('ok' in given) {
      sendForm(reply.code(route.status), given.ok, variantFor(route, request));
      return;
    }
    const refused = problemOf(given, route);
    if (refused) sendProblem(request, reply, refused);
  };

const variantFor = ({ variant }: ActionRoute, { headers }: FastifyRequest) =>
  variant && prefers(headers.accept, variant.mediaType) ? variant : undefined;

function sendForm(reply: FastifyReply, output: unknown, variant: ActionRoute['variant']): void {
  if (!variant) {
    sendJson(reply, JSON.stringify(output));
    return;
  }
  reply
    .headers({ 'content-type': variant.mediaType, 'cache-control': 'no-store' })
    // As bytes: to text Fastify would add a charset.
    .send(Buffer.from(variant.text(output)));
}

/** Prepared text: Fastify neither serialises nor validates it again. */
export const sendJson = (reply: FastifyReply, text: string): void => {
  reply
    .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .send(text);
};

type Asked = { input: JsonObject; body: JsonObject } | { problem: Problem };

/** Path parameters win over members of the body that have the same name. */
function readInput(route: ActionRoute, request: FastifyRequest, { config }: Gateway): Asked {
  const badKey = keyFault(headerText(request.headers['idempotency-key']), route.idempotency);
  if (badKey) return { problem: badKey };
  const parsed =
    route.body === 'json' ? parseBody(request.body) : readQuery(request.raw.url ?? '', route.query);
  if ('problem' in parsed) return parsed;
  const environment = config.SVC_ENVIRONMENT;
  const body = withScenario(parsed.value, route, { request, environment });
  if ('problem' in body) return body;
  return { input: withPath(body.value, route, request), body: body.value };
}

export const withPath = (
  value: JsonObject,
  { pathNames }: ActionRoute,
  { params }: FastifyRequest,
): JsonObject =>
  pathNames.length > 0 && typeof params === 'object' ? { ...value, ...params } : value;
