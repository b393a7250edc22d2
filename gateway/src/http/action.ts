/** An endpoint of the table as a Fastify handler: request in, contract call, response out. */
import type { Reply } from '@svc/kit/transport';
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { type Form, jsonType, otherTypes } from '../routes/form.ts';
import type { ActionRoute, Gateway } from '../routes/route.ts';
import { type JsonObject, parseBody } from './body.ts';
import { metaOf } from './call-meta.ts';
import { callerOf, withCourier } from './courier.ts';
import { type Ask, type Formed, jsonContentType, sendForm } from './form.ts';
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
    const form = formFor(route, request);
    const ask: Ask = (more) =>
      gateway.transport.call(
        route.service,
        form?.action ?? route.action,
        { ...input, ...more },
        meta,
      );
    ask({})
      .then((given) => answer(request, reply, given, form && { form, ask }))
      .catch((error: unknown) => reply.send(error));
  };
}

export type AnswerCall = (
  request: FastifyRequest,
  reply: FastifyReply,
  given: Reply,
  formed?: Formed,
) => Promise<void>;

export const answerer =
  (route: ActionRoute, { sendProblem, storage }: Gateway): AnswerCall =>
  async (request, reply, given, formed) => {
    if (wasReplayed(given)) reply.header('idempotent-replayed', 'true');
    if (otherTypes(route).length > 0) reply.header('vary', 'accept');
    if ('ok' in given) {
      reply.code(route.status);
      if (formed) await sendForm(reply, given.ok, { ...formed, storage });
      else sendJson(reply, JSON.stringify(given.ok));
      return;
    }
    const refused = problemOf(given, route);
    if (refused) sendProblem(request, reply, refused);
  };

const formFor = ({ forms }: ActionRoute, { headers }: FastifyRequest): Form | undefined =>
  forms.find(({ mediaType }) => prefers(headers.accept, mediaType)) ??
  forms.find(({ mediaType }) => mediaType === jsonType);

/** Prepared text: Fastify neither serialises nor validates it again. */
export const sendJson = (reply: FastifyReply, text: string): void => {
  reply.headers({ 'content-type': jsonContentType, 'cache-control': 'no-store' }).send(text);
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
