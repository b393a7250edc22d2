import type { ServerResponse } from 'node:http';

/** Settings of the HTTP servers that the public reaches, as Fastify takes them. */
export const httpServerOptions = {
  logger: false,
  requestIdHeader: false,
  /** The headers' own bound is the bound of a path parameter: an overlong id is just not found. */
  routerOptions: { maxParamLength: 16_384 },
  /** Time for a request to arrive; answering it has bounds of its own. */
  requestTimeout: 30_000,
  /** Longer than balancers keep idle connections, so that they never reuse a closed one. */
  keepAliveTimeout: 72_000,
  /** A stopping process answers what still arrives, and asks to close. */
  return503OnClosing: false,
  /** Node would answer a missing host itself. */
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
 * Calls `finish` when a response is closed: sent whole, or broken off, for which Fastify's `onResponse`
 * does not run. Not for event streams: that their client leaves is how most of them end.
 */
export function onceClosed(reply: Reply, finish: () => void): void {
  const { raw } = reply;
  if (String(reply.getHeader('content-type')).startsWith('text/event-stream')) return;
  if (raw.destroyed) finish();
  else raw.once('close', finish);
}
