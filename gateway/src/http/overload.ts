/** Overload protection of one request: whether it needs a slot, and the deadline of its response. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Reply } from '@svc/kit/transport';
import type { FastifyRequest } from 'fastify';
import type { GatewayRoute } from '../endpoint/route.ts';

/** Exempt: health, and event streams, which stay open and have limits of their own. */
export const isSheddable = (route: GatewayRoute): boolean =>
  route.kind === 'action' || !route.isNeverShed;

/** Response deadline of 10 s less a margin; a call times out after 8 s by itself. Both in ms. */
const answerMs = 9_500;
const quickMs = 1_500;
const shortestMs = 500;

/** The call, abandoned at the response deadline if authorization was slow. */
export function withDeadline(
  { authorizationMs }: Pick<FastifyRequest, 'authorizationMs'>,
  call: Promise<Reply>,
): Promise<Reply> {
  if (authorizationMs <= quickMs) return call;
  const late: Reply = { fault: 'unavailable' };
  const leftMs = Math.max(shortestMs, answerMs - authorizationMs);
  return Promise.race([call, pause(leftMs, late, { ref: false })]);
}
