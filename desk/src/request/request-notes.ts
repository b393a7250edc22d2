/**
 * State that hooks and handlers keep with a request, and the meta of the desk's own calls for it.
 */
import type { Person } from '@svc/contracts';
import type { TraceSpan } from '@svc/kit/tracer';
import type { CallMeta } from '@svc/kit/transport';
import type { FastifyRequest } from 'fastify';

export interface RequestNotes {
  span: TraceSpan | undefined;
  person: Person | undefined;
  /** The same with every scope of the role. */
  account: Person | undefined;
  /** Of the failure that was shown. */
  code: string | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    notes: RequestNotes;
  }
}

/**
 * Whether a request is a use of its session. Streams, and pages that a script reads again (Fetch
 * Metadata, `Sec-Fetch-Dest: empty`), go on by themselves: an unattended page must not hold its session.
 */
export const isUseOfSession = ({ method, headers, routeOptions }: FastifyRequest): boolean =>
  routeOptions.config?.load !== 'stream' &&
  (method !== 'GET' || headers['sec-fetch-dest'] !== 'empty');

/** Calls of the desk itself, which belong to no tenant. */
export const ownMeta = ({ id, notes: { span } }: FastifyRequest): CallMeta => ({
  tenant: '',
  actor: 'desk',
  requestId: id,
  ...(span && { traceparent: span.traceparent }),
});
