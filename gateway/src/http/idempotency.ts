/** Idempotency-Key: names one attempt of one caller at one path; the services keep the outcome. */
import { hash } from 'node:crypto';
import type { CallMeta } from '@svc/kit/transport';
import type { ActionRoute } from '../routes/route.ts';
import { badHeader, type Problem, problem } from './problem.ts';

const form = /^[\x20-\x7e]{1,255}$/;

/** What is wrong with the key of a request, given what its endpoint asks for. */
export function keyFault(
  key: string | undefined,
  rule: ActionRoute['idempotency'],
): Problem | undefined {
  if (rule === 'none') return undefined;
  if (!key && rule === 'required') return problem('idempotency_key_required');
  if (key === undefined || form.test(key)) return undefined;
  return badHeader('idempotency-key', 'Send 1 to 255 printable ASCII characters.');
}

interface Attempt {
  caller: string;
  method: string;
  /** As sent, without the query. */
  path: string;
  key: string;
  body: unknown;
}

export const attemptMeta = ({
  caller,
  method,
  path,
  key,
  body,
}: Attempt): Pick<CallMeta, 'request' | 'fingerprint'> => ({
  request: hash('sha256', `${caller}|${method}|${path}|${key}`, 'hex'),
  fingerprint: hash('sha256', canonical(body), 'hex'),
});

/** The same text for the same JSON value, whatever the order of its members. */
export const canonical = (value: unknown): string => JSON.stringify(ordered(value)) ?? 'null';

function ordered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(ordered);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, of]) => [name, ordered(of)]));
}
