/**
 * Ends event streams whose credential was revoked, replaced or has expired since they were opened.
 *
 * The credential of each is re-authenticated every second, which costs a look-up in the caches of
 * `auth/`. The deny list is at most 4 s old by then (`auth/revoked-clients.ts`), and usually hinted
 * immediately, so that a stream of a revoked client ends within 5 s. While accounts does not answer, streams
 * stay open, as tokens stay valid.
 */
import type { Viewer } from '@svc/kit/event-stream';
import type { FastifyRequest } from 'fastify';
import type { Gateway } from '../endpoint/route.ts';

const checkMs = 1_000;

export interface CredentialWatch {
  /** Answers the function that ends the watch. */
  add(viewer: Viewer, request: FastifyRequest): () => void;
}

export function createCredentialWatch({ hasEnded, onStop, log }: Gateway): CredentialWatch {
  const requests = new Map<Viewer, FastifyRequest>();
  const endRefused = async (viewer: Viewer, request: FastifyRequest) => {
    if (await hasEnded(request)) viewer.end();
  };
  const timer = setInterval(() => {
    for (const [viewer, request] of requests) {
      endRefused(viewer, request).catch((err: unknown) =>
        log.error({ err }, 'credential of a stream not checked'),
      );
    }
  }, checkMs).unref();
  onStop(() => clearInterval(timer));
  return {
    add: (viewer, request) => {
      requests.set(viewer, request);
      return () => requests.delete(viewer);
    },
  };
}
