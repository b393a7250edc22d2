/** What happens to every response, and what Fastify reports by itself. */
import { finished } from 'node:stream';
import { readTraceparent, traceIdOf } from '@svc/kit/trace-context';
import { noTracer } from '@svc/kit/tracer';
import type { FastifyError, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Gateway } from '../routes/route.ts';
import { problemOfError } from './faults.ts';
import { problem } from './problem.ts';

/** The span of a request; its parent is the client's, where it sent a `traceparent`. */
export const startSpan =
  ({ tracer = noTracer }: Pick<Gateway, 'tracer'>): onRequestHookHandler =>
  (request, _reply, done) => {
    const parent = readTraceparent(request.headers.traceparent);
    request.span = tracer.start({ name: request.method, kind: 'server', parent });
    done();
  };

export type Finish = (request: FastifyRequest, reply: FastifyReply) => void;

/** One line per request: never headers, bodies or query values. */
export const requestLog = ({ log, metrics }: Gateway): Finish => {
  // From 0 on: a counter that begins with its first problem shows no increase.
  metrics?.problems.inc({ code: 'unavailable' }, 0);
  return (request, reply) => {
    // The pattern, not the path: a path names jobs and tracking references.
    const route = request.routeLabel;
    const status = reply.statusCode;
    const ms = reply.elapsedTime;
    const [method = '', pattern = route] = route.split(' ');
    const labels = { method, route: pattern, status: `${Math.floor(status / 100)}xx` };
    metrics?.requests.observe(labels, ms / 1000);
    if (request.problemCode) metrics?.problems.inc({ code: request.problemCode });
    request.span?.end({ name: route, attributes: { status }, failed: status >= 500 });
    log.info(
      {
        request_id: request.id,
        trace_id: traceId(request),
        tenant: request.caller?.tenant,
        route,
        status,
        code: request.problemCode ?? undefined,
        ms: Math.round(ms * 10) / 10,
      },
      'request',
    );
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
    const send = () => sendProblem(request, reply, known ?? problem('internal'));
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
