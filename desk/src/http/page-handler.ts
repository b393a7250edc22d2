import type { RouteHandlerMethod } from 'fastify';
import { forbidden } from '../request/failure.ts';
import { mayOpen } from '../route/access.ts';
import type { DeskPage } from '../route/route.ts';
import type { Desk } from './desk.ts';
import { sendFailure, sendView } from './send.ts';
import { findPerson } from './visit.ts';

/** Session, scope, page; without a session the way leads over the sign-in and back. */
export const pageHandler =
  (desk: Desk, page: DeskPage): RouteHandlerMethod =>
  async (request, reply) => {
    const person = await findPerson(desk, request, reply);
    if (!person) {
      return reply.redirect(`/sign-in?${new URLSearchParams({ return_to: request.url })}`, 303);
    }
    if (!mayOpen(page.access, person)) return sendFailure(desk, { request, reply }, forbidden);
    return sendView(desk, { request, reply }, { person, page });
  };
