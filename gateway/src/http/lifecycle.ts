/** Hooks of every response, and handlers of Fastify's own errors. */
import { finished } from 'node:stream';
import { accessLog } from '@svc/kit/access-log';
import { StorageUnavailable } from '@svc/kit/storage';
import { readTraceparent, traceIdOf } from '@svc/kit/traceparent';
import { noTracer } from '@svc/kit/tracer';
import type { FastifyError, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Gateway } from '../endpoint/route.ts';
import { problem, unavailable } from '../problem/problem.ts';
import { problemOfError } from './faults.ts';
import type { RequestLog } from './request-log.ts';

/** The span of a request; its parent is the client's, where it sent a `traceparent`. */
export const startSpan =
  ({ tracer = noTracer }: Pick<Gateway, 'tracer'>): onRequestHookHandler =>
  (request, _reply, done) => {
    const parent = readTraceparent(request.headers.traceparent);
    request.span = tracer.start({ name: request.method, kind: 'server', parent });
    done();
  };

/**
 * Writes the line of a request in the access log, and its note in the request log. `aborted`: the
 * connection was closed before the whole response was sent.
 */
export const requestFinish = ({ log, metrics }: Gateway, requestLog: RequestLog) => {
  const write = accessLog(log, metrics);
  return (request: FastifyRequest, reply: FastifyReply, aborted?: true): void => {
    const { routeLabel: route, span } = request;
    const status = reply.statusCode;
    span?.end({ name: route, attributes: { status }, failed: status >= 500 });
    requestLog.note(request, reply);
    write({
      id: request.id,
      traceparent: span?.traceparent,
      tenant: request.caller?.tenant,
      route,
      status,
      code: request.problemCode ?? undefined,
      ms: reply.elapsedTime,
      aborted,
    });
  };
};

export const errorHandler =
  ({ log, sendProblem }: Gateway) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const known = problemOfError(error, {
      bodyLimit: request.routeOptions.bodyLimit,
      types: request.routeOptions.config.types,
      sent: request.headers['content-type'],
    });
    if (!known)
      log.error(
        { err: error, request_id: request.id, trace_id: traceId(request) },
        'request failed',
      );
    const ours = error instanceof StorageUnavailable ? unavailable() : problem('internal');
    const send = () => sendProblem(request, reply, known ?? ours);
    if (known?.code === 'payload_too_large' && isReadOff(request)) {
      finished(request.raw.resume(), send);
    } else send();
  };

const traceId = ({ span }: FastifyRequest): string | undefined =>
  span ? traceIdOf(span.traceparent) : undefined;

/** Most clients read no response before they have sent the whole body: a slightly too large one is drained. */
const readOffMax = 16 * 1_048_576;
const isReadOff = ({ headers }: FastifyRequest): boolean =>
  Number(headers['content-length']) <= readOffMax;
