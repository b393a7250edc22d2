/** The session that a browser had before a sign-in: its cookie is about to be overwritten. */
import { createClients } from '@svc/kit/client';
import type { FastifyRequest } from 'fastify';
import type { Desk } from '../http/desk.ts';
import { metaOf } from '../http/visit.ts';
import { ownCalls } from '../identity/own-calls.ts';
import { sessionTokenOf } from '../request/cookies.ts';

/** Ends it, so that no session stays open whose token no browser holds. */
export async function endFormerSession(
  { people, transport }: Desk,
  request: FastifyRequest,
): Promise<void> {
  const token = sessionTokenOf(request);
  const former = token === undefined ? undefined : await people.check(token);
  if (!former) return;
  const { accounts } = createClients(ownCalls, transport, metaOf(request, former));
  await accounts.endSession({ user_id: former.user.id, session_id: former.session.id });
  people.invalidate(former.tenant.id);
}
