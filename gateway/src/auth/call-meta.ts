import { canonicalPath, identityOf } from '@svc/kit/idempotency';
import type { CallMeta } from '@svc/kit/transport';
import type { FastifyRequest } from 'fastify';
import type { JsonObject } from '../endpoint/body.ts';
import type { ActionRoute } from '../endpoint/route.ts';
import { headerText } from '../problem/headers.ts';
import { param } from '../problem/params.ts';
import type { ApiCaller } from './caller.ts';

/** A request without a key is its own attempt: nothing is kept for it. */
export function metaOf(
  route: ActionRoute,
  request: FastifyRequest,
  { caller, body }: { caller: ApiCaller; body: JsonObject },
): CallMeta {
  const { tenant, actor } = caller;
  const meta: CallMeta = { tenant, actor, requestId: request.id, ...traceOf(request) };
  const key = headerText(request.headers['idempotency-key']);
  if (key === undefined || route.idempotency === 'none') return meta;
  const { url: pattern = '' } = request.routeOptions;
  const path = canonicalPath(pattern, (name) => param(request, name));
  return {
    ...meta,
    ...(caller.receipts !== undefined && { receipts: caller.receipts }),
    ...identityOf({ caller: caller.actor, method: route.method, path, key, body }),
  };
}

/** Call metadata of the gateway's own calls, which belong to no tenant. */
export const platformMeta = (purpose: string): CallMeta => ({
  tenant: '',
  actor: 'gateway',
  requestId: `gateway:${purpose}`,
});

/** Call metadata of a reader of a public page, who is identified by the link alone. */
export const publicMeta = ({ id, span }: Pick<FastifyRequest, 'id' | 'span'>): CallMeta => ({
  tenant: '',
  actor: 'public',
  requestId: id,
  ...traceOf({ span }),
});

const traceOf = ({ span }: Pick<FastifyRequest, 'span'>) =>
  span ? { traceparent: span.traceparent } : {};
