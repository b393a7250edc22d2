/** What happens to every response, and what Fastify reports by itself. */
import { finished } from 'node:stream';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Gateway } from '../routes/route.ts';
import { problemOfError } from './faults.ts';
import { problem } from './problem.ts';

export type Finish = (request: FastifyRequest, reply: FastifyReply) => void;

/** One line per request: never headers, bodies or query values. */
export const requestLog =
  ({ log, metrics }: Gateway): Finish =>
  (request, reply) => {
    // The pattern, not the path: a path names jobs and tracking references.
    const route = request.routeLabel;
    const status = reply.statusCode;
    const ms = reply.elapsedTime;
    metrics?.calls.observe(
      { service: 'gateway', action: route, outcome: String(status) },
      ms / 1000,
    );
    log.info(
      {
        request_id: request.id,
        tenant: request.caller?.tenant,
        route,
        status,
        code: request.problemCode ?? undefined,
        ms: Math.round(ms * 10) / 10,
      },
      'request',
    );
  };

export const errorHandler =
  ({ log, sendProblem }: Gateway) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const known = problemOfError(error, {
      bodyLimit: request.routeOptions.bodyLimit,
      types: request.routeOptions.config.types,
      sent: request.headers['content-type'],
    });
    if (!known) log.error({ err: error, request_id: request.id }, 'request failed');
    const send = () => sendProblem(request, reply, known ?? problem('internal'));
    if (known?.code === 'payload_too_large' && isReadOff(request)) {
      finished(request.raw.resume(), send);
    } else send();
  };

/** Most clients read no response before they have sent the whole body: a slightly too large one is drained. */
const readOffMax = 16 * 1_048_576;
const isReadOff = ({ headers }: FastifyRequest): boolean =>
  Number(headers['content-length']) <= readOffMax;
