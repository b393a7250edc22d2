/** Overload protection of one request: its slot in flight and the deadline of its response. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Reply } from '@svc/kit/transport';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayRoute } from '../routes/route.ts';

/** A call may continue this long after the client disconnected (its own timeout), ms. */
const orphanMs = 8_000;

/** Exempt: health, and event streams, which stay open and have limits of their own. */
export const isSheddable = (route: GatewayRoute): boolean =>
  route.kind === 'action' || !route.isNeverShed;

/** Releases the slot with the response; after a disconnect, when the call must have timed out. */
export function holdSlot(reply: FastifyReply, leave: (() => void) | undefined): boolean {
  if (!leave) return false;
  reply.raw.once('close', () => {
    if (reply.sent) leave();
    else setTimeout(leave, orphanMs).unref();
  });
  return true;
}

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
