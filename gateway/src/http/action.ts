/** An endpoint of the table as a Fastify handler: request in, contract call, response out. */
import { Readable } from 'node:stream';
import type { Reply } from '@svc/kit/transport';
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import {
  type ActionRoute,
  type Form,
  type Gateway,
  jsonType,
  otherTypes,
} from '../routes/route.ts';
import { type JsonObject, parseBody } from './body.ts';
import { metaOf } from './call-meta.ts';
import { callerOf, withCourier } from './courier.ts';
import { headerText } from './headers.ts';
import { keyFault } from './idempotency.ts';
import { prefers } from './negotiation.ts';
import type { Problem } from './problem.ts';
import { readQuery } from './query.ts';
import { problemOf, wasReplayed } from './reply.ts';

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

type Ask = (more: JsonObject) => Promise<Reply>;
/** In which other form it was asked for, and how to ask for what follows. */
interface Formed {
  form: Form;
  ask: Ask;
}

export type AnswerCall = (
  request: FastifyRequest,
  reply: FastifyReply,
  given: Reply,
  formed?: Formed,
) => void;

export const answerer =
  (route: ActionRoute, { sendProblem }: Gateway): AnswerCall =>
  (request, reply, given, formed) => {
    if (wasReplayed(given)) reply.header('idempotent-replayed', 'true');
    if (otherTypes(route).length > 0) reply.header('vary', 'accept');
    if ('ok' in given) {
      reply.code(route.status);
      if (formed) sendForm(reply, given.ok, formed);
      else sendJson(reply, JSON.stringify(given.ok));
      return;
    }
    const refused = problemOf(given, route);
    if (refused) sendProblem(request, reply, refused);
  };

const formFor = ({ forms }: ActionRoute, { headers }: FastifyRequest): Form | undefined =>
  forms.find(({ mediaType }) => prefers(headers.accept, mediaType)) ??
  forms.find(({ mediaType }) => mediaType === jsonType);

function sendForm(reply: FastifyReply, output: unknown, formed: Formed): void {
  const { mediaType, contentType = mediaType, text, next } = formed.form;
  reply.headers({ 'content-type': contentType, 'cache-control': 'no-store' });
  // As bytes: to text Fastify would add a charset.
  reply.send(next ? Readable.from(pagesOf(output, formed)) : Buffer.from(text(output, 0)));
}

/** One page after the other; a page that cannot be had breaks the response off, visibly. */
async function* pagesOf(first: unknown, { form, ask }: Formed): AsyncGenerator<Buffer> {
  let output = first;
  for (let page = 0; ; page += 1) {
    yield Buffer.from(form.text(output, page));
    const starting_after = form.next?.(output);
    if (starting_after === undefined) return;
    const given = await ask({ starting_after });
    if (!('ok' in given)) throw new Error('a page of the answer could not be had');
    output = given.ok;
  }
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
