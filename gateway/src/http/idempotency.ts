/** Idempotency-Key: names one request of one caller at one endpoint; the services keep its receipt. */
import type { ActionRoute } from '../endpoint/route.ts';
import { badHeader, type Problem, problem } from '../problem/problem.ts';

const form = /^[\x20-\x7e]{1,255}$/;

/** The fault of a request's Idempotency-Key, by its endpoint's requirement. */
export function keyFault(
  key: string | undefined,
  rule: ActionRoute['idempotency'],
): Problem | undefined {
  if (rule === 'none') return undefined;
  if (!key && rule === 'required') return problem('idempotency_key_required');
  if (key === undefined || form.test(key)) return undefined;
  return badHeader('idempotency-key', 'Send 1 to 255 printable ASCII characters.');
}
