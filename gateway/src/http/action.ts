/** An endpoint of the table as a Fastify handler: request in, contract call, response out. */
import type { Reply } from '@svc/kit/transport';
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { metaOf } from '../auth/call-meta.ts';
import { callerOf, isSignedByDevices, withCourier, withHeldScopes } from '../auth/courier.ts';
import { checkDevice } from '../auth/device-signature.ts';
import { type BodyReader, bodyReader, isEmpty, type JsonObject } from '../endpoint/body.ts';
import { jsonType, otherTypes, type Representation } from '../endpoint/representation.ts';
import type { ActionRoute, Gateway } from '../endpoint/route.ts';
import { headerText } from '../problem/headers.ts';
import { prefers } from '../problem/negotiation.ts';
import type { Problem } from '../problem/problem.ts';
import { keyFault } from './idempotency.ts';
import { withDeadline } from './overload.ts';
import { readQuery } from './query.ts';
import { problemOf, wasReplayed } from './reply.ts';
import {
  type CallAction,
  type ChosenRepresentation,
  jsonContentType,
  sendRepresentation,
} from './representation.ts';
import { withScenario } from './scenario.ts';

export function actionHandler(route: ActionRoute, gateway: Gateway): RouteHandlerMethod {
  const answer = answerer(route, gateway);
  const readBody = bodyReader(route);
  const isSigned = isSignedByDevices(route);
  return (request, reply) => {
    const caller = callerOf(request);
    const read = readInput(route, request, { gateway, readBody });
    if ('problem' in read) {
      gateway.sendProblem(request, reply, read.problem);
      return;
    }
    const meta = metaOf(route, request, { caller, body: read.body });
    const input = withHeldScopes(withCourier(read.input, route, caller), route, caller);
    const representation = representationFor(route, request);
    const callAction: CallAction = (more) =>
      gateway.transport.call(
        route.service,
        representation?.action ?? route.action,
        { ...input, ...more },
        meta,
      );
    const respond = async (called: Promise<Reply>) => {
      const given = await withDeadline(request, called);
      await answer({ request, reply }, given, representation && { representation, callAction });
    };
    const respondToDevice = async () => {
      const checked = await checkDevice(request, caller, read.body);
      if ('problem' in checked) gateway.sendProblem(request, reply, checked.problem);
      else await respond(callAction(checked));
    };
    const responded = isSigned ? respondToDevice() : respond(callAction({}));
    responded.catch((error: unknown) => reply.send(error));
  };
}

export type AnswerCall = (
  exchange: { request: FastifyRequest; reply: FastifyReply },
  given: Reply,
  chosen?: ChosenRepresentation,
) => Promise<void>;

export const answerer =
  (route: ActionRoute, { sendProblem, storage, draw }: Gateway): AnswerCall =>
  async ({ request, reply }, given, chosen) => {
    if (wasReplayed(given)) reply.header('idempotent-replayed', 'true');
    if (otherTypes(route).length > 0) reply.header('vary', 'accept');
    if ('ok' in given) {
      reply.code(route.status);
      if (!chosen) return sendJson(reply, JSON.stringify(given.ok));
      const exchange = { request, reply };
      const problem = await sendRepresentation(exchange, given.ok, { ...chosen, storage, draw });
      if (problem) sendProblem(request, reply, problem);
      return;
    }
    const refused = problemOf(given, route, { hasBody: !isEmpty(request.body) });
    if (refused) sendProblem(request, reply, refused);
  };

const representationFor = (
  { representations }: ActionRoute,
  { headers }: FastifyRequest,
): Representation | undefined =>
  representations.find(({ mediaType }) => prefers(headers.accept, mediaType)) ??
  representations.find(({ mediaType, isOnly }) => isOnly || mediaType === jsonType);

/** Prepared text: Fastify neither serialises nor validates it again. */
export const sendJson = (reply: FastifyReply, text: string): void => {
  reply.headers({ 'content-type': jsonContentType, 'cache-control': 'no-store' }).send(text);
};

type ReadInput = { input: JsonObject; body: JsonObject } | { problem: Problem };

/** Path parameters win over members of the body that have the same name. */
function readInput(
  route: ActionRoute,
  request: FastifyRequest,
  { gateway: { config }, readBody }: { gateway: Gateway; readBody: BodyReader },
): ReadInput {
  const badKey = keyFault(headerText(request.headers['idempotency-key']), route.idempotency);
  if (badKey) return { problem: badKey };
  const query = readQuery(request.raw.url ?? '', route.query);
  if ('problem' in query) return query;
  const sent = route.method === 'GET' ? query : readBody(request.body);
  if ('problem' in sent) return sent;
  const environment = config.SVC_ENVIRONMENT;
  const body = withScenario(sent.value, route, { request, environment });
  if ('problem' in body) return body;
  return { input: withPath(body.value, route, request), body: body.value };
}

export const withPath = (
  value: JsonObject,
  { pathNames }: ActionRoute,
  { params }: FastifyRequest,
): JsonObject =>
  pathNames.length > 0 && typeof params === 'object' ? { ...value, ...params } : value;
