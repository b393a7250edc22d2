import type { CallMeta } from '@svc/kit/transport';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../auth/caller.ts';
import type { ActionRoute } from '../routes/route.ts';
import type { JsonObject } from './body.ts';
import { headerText } from './headers.ts';
import { attemptMeta } from './idempotency.ts';

/** A request without a key is its own attempt: nothing is kept for it. */
export function metaOf(
  route: ActionRoute,
  request: FastifyRequest,
  { caller, body }: { caller: Caller; body: JsonObject },
): CallMeta {
  const meta: CallMeta = { tenant: caller.tenant, actor: caller.actor, requestId: request.id };
  const key = headerText(request.headers['idempotency-key']);
  if (key === undefined || route.idempotency === 'none') return meta;
  const path = (request.raw.url ?? '').split('?', 1)[0] ?? '';
  return {
    ...meta,
    ...(caller.receipts !== undefined && { receipts: caller.receipts }),
    ...attemptMeta({ caller: caller.actor, method: route.method, path, key, body }),
  };
}

/** For what the gateway asks on its own behalf: it belongs to no tenant. */
export const platformMeta = (purpose: string): CallMeta => ({
  tenant: '',
  actor: 'gateway',
  requestId: `gateway:${purpose}`,
});

/** For whoever reads a public page: known by nothing but the link. */
export const publicMeta = ({ id }: Pick<FastifyRequest, 'id'>): CallMeta => ({
  tenant: '',
  actor: 'public',
  requestId: id,
});
