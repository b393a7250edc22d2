import type { ServerResponse } from 'node:http';

/** Settings of the HTTP servers that the public reaches, as Fastify takes them. */
export const httpServerOptions = {
  logger: false,
  requestIdHeader: false,
  /** The headers' own bound is the bound of a path parameter: an overlong id is just not found. */
  routerOptions: { maxParamLength: 16_384 },
  /** Time for a request to arrive; handling it has bounds of its own. */
  requestTimeout: 30_000,
  /** Longer than balancers keep idle connections, so that they never reuse a closed one. */
  keepAliveTimeout: 72_000,
  /** A stopping process still serves what arrives, and asks to close. */
  return503OnClosing: false,
  /** Node would refuse a missing Host header itself. */
  http: {
    requireHostHeader: false,
    /** Interval of Node's check for timed-out requests; its default of 30 s would double the time. */
    connectionsCheckingInterval: 1_000,
  },
} as const;

interface Reply {
  raw: ServerResponse;
  getHeader(name: string): unknown;
}

/**
 * Hooks for Fastify that call `finish` once a request: when its response was sent, or, `aborted`, when
 * its connection was closed before, for which Fastify's `onResponse` does not run. Not for event
 * streams that their client leaves, which is how most of them end. `end` is for what runs no hook.
 */
export function requestEnd<Request extends object, R extends Reply>(
  finish: (request: Request, reply: R, aborted?: true) => void,
) {
  const ended = new WeakSet<Request>();
  const end = (request: Request, reply: R, aborted?: true): void => {
    if (ended.has(request)) return;
    ended.add(request);
    finish(request, reply, aborted);
  };
  return {
    end,
    onSend: async (request: Request, reply: R): Promise<void> =>
      onceClosed(reply, () => end(request, reply, true)),
    onResponse: async (request: Request, reply: R): Promise<void> => end(request, reply),
  };
}

function onceClosed(reply: Reply, closed: () => void): void {
  const { raw } = reply;
  if (String(reply.getHeader('content-type')).startsWith('text/event-stream')) return;
  if (raw.destroyed) closed();
  else raw.once('close', closed);
}
