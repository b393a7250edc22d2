/** A refusal as people read it: whoever opens a link in a browser gets a page, not JSON. */
import { errors } from '@svc/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { prefers } from '../http/negotiation.ts';
import { type Problem, statusOf } from '../http/problem.ts';
import type { Gateway } from '../routes/route.ts';
import { html } from './html.ts';
import { sendPage } from './page.ts';

const deadLink = 'This link leads nowhere: it is mistyped, or what it showed is gone.';

/** A detail may speak of patterns and fields: that is for those who wrote the request. */
const inWords = ({ code }: Problem): string =>
  statusOf(code) === 404 ? deadLink : errors[code].meaning;

export function sendProblemPage(
  { sendProblem }: Gateway,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  what: Problem,
): FastifyReply {
  reply.header('vary', 'accept');
  if (!prefers(request.headers.accept, 'text/html')) {
    sendProblem(request, reply, what);
    return reply;
  }
  request.problemCode = what.code;
  const { title } = errors[what.code];
  return sendPage(reply.code(statusOf(what.code)).headers({ ...what.headers }), {
    title,
    body: html`<main>
<h1>${title}</h1>
<p>${inWords(what)}</p>
<p class="soft">If you were sent this link, ask the sender for a new one. Support needs the number
<code>${request.id}</code>.</p>
</main>`,
  });
}
