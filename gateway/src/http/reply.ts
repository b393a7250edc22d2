/** A service's reply as an HTTP response. */
import type { Issue, Reply } from '@svc/kit/transport';
import type { ActionRoute } from '../endpoint/route.ts';
import {
  invalidBody,
  type Problem,
  pointerTo,
  problem,
  retryAfter,
  unavailable,
} from '../problem/problem.ts';

/** `undefined` for a reply that is no problem. */
export function problemOf(
  reply: Reply,
  route: ActionRoute,
  { hasBody = true } = {},
): Problem | undefined {
  if ('ok' in reply) return undefined;
  if ('refused' in reply) {
    const { code, detail, path, retry_after_seconds: seconds } = reply.refused;
    return problem(code, {
      detail,
      ...(path && { errors: [{ pointer: pointerOf(path, route), code, detail }] }),
      ...(code === 'idempotency_in_progress' && retrySoon),
      ...(seconds !== undefined && retryAfter(seconds)),
    });
  }
  if ('invalid' in reply) {
    const items = reply.invalid.map(({ path, code, message }) => ({
      pointer: pointerOf(path, route),
      code,
      detail: message,
    }));
    return invalidBody(route.body === 'json' && !hasBody ? [noBody, ...items] : items);
  }
  return reply.fault === 'unavailable' ? unavailable() : problem('internal');
}

const noBody = {
  pointer: '',
  code: 'missing',
  detail: 'Missing. Send a JSON object with content-type application/json.',
};
const retrySoon = { headers: { 'retry-after': '1' } };

function pointerOf(path: Issue['path'], route: ActionRoute): string {
  const [field] = path;
  const inQuery = typeof field === 'string' && Object.hasOwn(route.query, field);
  return pointerTo(inQuery ? ['query', ...path] : path);
}

/** Refusals that were stored are replayed too. */
export const wasReplayed = (reply: Reply): boolean =>
  'replayed' in reply && reply.replayed === true;
