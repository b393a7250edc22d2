/**
 * Server-sent events (HTML standard, section 9.2): what the gateway's streams have in common.
 *
 * Terms
 * - **viewer**: one open stream.
 * - **audience**: viewers that get the same heartbeats, each for a bounded time; then it reconnects.
 */
import { PassThrough } from 'node:stream';
import { eventStreamHeaders, heartbeat, type Viewer, viewerOn } from '@svc/kit/event-stream';
import { createConcurrencyLimit } from '@svc/kit/limits/concurrency';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Gateway } from '../endpoint/route.ts';
import { problem, unavailable } from '../problem/problem.ts';

/** Reconnection time of clients, ms. */
export const retryMessage = 'retry: 5000\n\n';

/** Backpressure limit: a stream with more unsent bytes is destroyed. */
const backlogBytesMax = 262_144;
/** Retry-After when a limit of viewers is reached, seconds. */
const retrySeconds = 30;

const tooManyStreams = problem('rate_limited', {
  detail: `Too many event streams are open. Close one, or try again in ${retrySeconds} s.`,
  headers: { 'retry-after': String(retrySeconds) },
  members: { retry_after_seconds: retrySeconds },
});

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

interface StreamParts {
  /** Identity by which streams are counted. */
  client: () => string;
  /** Returns the unsubscribe function; `undefined` when the process has too many viewers. */
  subscribe(viewer: Viewer): (() => void) | undefined;
}

export type OpenStream = (exchange: Exchange, parts: StreamParts) => FastifyReply;

/** Streams of one kind: `viewersMax` of a process, a configured number of one client. */
export function createStreams(gateway: Gateway, viewersMax: number): OpenStream {
  const streamsOfClient = createConcurrencyLimit({
    max: viewersMax,
    clientMax: gateway.config.SVC_STREAMS_PER_ADDRESS,
  });
  return ({ request, reply }, { client, subscribe }) => {
    const stream = new PassThrough();
    if (request.method === 'HEAD') return reply.headers(eventStreamHeaders).send(stream.end());
    const release = streamsOfClient.enter(client());
    if (!release) {
      gateway.sendProblem(request, reply, tooManyStreams);
      return reply;
    }
    const unsubscribe = subscribe(viewerOn(stream, backlogBytesMax));
    if (!unsubscribe) {
      release();
      gateway.sendProblem(request, reply, unavailable(retrySeconds));
      return reply;
    }
    stream.on('close', release).on('close', unsubscribe);
    // A half-closed connection ends the stream: the client never ends its request side otherwise.
    request.raw.socket.once('end', () => stream.destroy());
    return reply.headers(eventStreamHeaders).send(stream);
  };
}

/** Each viewer is ended after `heartbeatsMax` heartbeats. */
export function createAudience(heartbeatsMax: number) {
  /** Heartbeats sent to each viewer. */
  const viewers = new Map<Viewer, number>();
  return {
    size: () => viewers.size,
    add: (viewer: Viewer) => viewers.set(viewer, 0),
    remove: (viewer: Viewer) => viewers.delete(viewer),
    send: (message: string) => {
      for (const viewer of viewers.keys()) viewer.send(message);
    },
    dismiss: () => {
      for (const viewer of viewers.keys()) viewer.end();
    },
    heartbeat: () => {
      for (const [viewer, beats] of viewers) {
        viewers.set(viewer, beats + 1);
        if (beats >= heartbeatsMax) viewer.end();
        else viewer.send(heartbeat.comment);
      }
    },
  };
}
