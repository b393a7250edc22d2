/** Identity of a request for at-most-once effects; the services keep its receipt. */
import { hash } from 'node:crypto';
import { canonical } from './canonical-json.ts';
import type { CallMeta } from './transport.ts';

interface IdempotentRequest {
  caller: string;
  method: string;
  /** Canonical: see `canonicalPath`. */
  path: string;
  key: string;
  body: unknown;
}

/**
 * The route pattern (`/v1/jobs/:id`) with its decoded parameters, percent-encoded in one way: every
 * spelling of a path that reaches the endpoint is the same request. A path that needs no encoding
 * is its own canonical form.
 */
export const canonicalPath = (pattern: string, param: (name: string) => string): string =>
  pattern.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(param(name)));

/** Joined by `|`, which only the key, the last part, can hold: no two requests have one text. */
export const identityOf = ({
  caller,
  method,
  path,
  key,
  body,
}: IdempotentRequest): Pick<CallMeta, 'request' | 'fingerprint'> => ({
  request: hash('sha256', `${encodeURIComponent(caller)}|${method}|${path}|${key}`, 'hex'),
  fingerprint: hash('sha256', canonical(body), 'hex'),
});
