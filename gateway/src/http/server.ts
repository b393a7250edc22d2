/** Response of the HTTP server to malformed HTTP. */
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { addressGroup } from '@svc/kit/limits/address';
import type { Budget } from '@svc/kit/limits/budget';
import type { FastifyInstance } from 'fastify';
import { type Problem, problemDocument, problemType, statusOf } from '../problem/problem.ts';
import { problemOfBytes } from './faults.ts';

export interface RawContext {
  docsUrl: string;
  newRequestId: () => string;
  /** Pays for requests that are none. */
  budget: Budget;
  /** On every answer. */
  headers: Readonly<Record<string, string>>;
}

/** Requests of a connection, complete or still arriving, that are not fully answered. */
const unanswered = new WeakMap<Socket, Map<ServerResponse, IncomingMessage>>();

/** After the answers to the requests before: a client takes answers in the order of requests. */
export async function answerRaw(
  error: { code?: string },
  socket: Socket,
  context: RawContext,
): Promise<void> {
  const isTimeout = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const before = [...(unanswered.get(socket) ?? [])].filter(([, { complete }]) => complete);
  for (const [response] of before) await once(response, 'close');
  const isUnasked = isTimeout && (before.length > 0 || socket.bytesRead === 0);
  if (isUnasked || error.code === 'ECONNRESET' || !socket.writable) {
    // An idle connection, opened ahead: its client would take an answer for that to its next request.
    socket.destroy();
    return;
  }
  // The rest of a request that was refused for its time must not be handled when it comes.
  const close = isTimeout ? () => socket.destroy() : undefined;
  socket.end(rawResponse(problemOfBytes(error.code), socket, context), close);
}

/** Requests that never become one of Fastify's. */
export function answerUnrouted({ server }: FastifyInstance, context: RawContext): void {
  // A client that half-closes after its request still gets the answer. Node has no option for it.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.prependListener('request', (request, response) => {
    const open = unanswered.get(request.socket) ?? new Map();
    unanswered.set(request.socket, open.set(response, request));
    response.once('close', () => open.delete(response));
  });
  server.on('connect', (_request, socket: Socket) => answerRaw({}, socket, context));
  // An expectation that we do not know is ignored (RFC 9110 section 10.1.1).
  server.on('checkExpectation', (request, response) => {
    server.emit('request', request, response);
  });
}

function rawResponse(what: Problem, socket: Socket, context: RawContext): string {
  const requestId = context.newRequestId();
  const address = addressGroup(socket.remoteAddress ?? 'unknown');
  const { limit, remaining, resetSeconds } = context.budget.consume(address);
  const body = problemDocument(what, { docsUrl: context.docsUrl, requestId });
  const status = statusOf(what.code);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    `content-type: ${problemType}`,
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    ...Object.entries(context.headers).map(([name, value]) => `${name}: ${value}`),
    `x-ratelimit-limit: ${limit}`,
    `x-ratelimit-remaining: ${remaining}`,
    `x-ratelimit-reset: ${resetSeconds}`,
    'cache-control: no-store',
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
