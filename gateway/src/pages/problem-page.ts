/** Problem as an HTML page, for links that are opened in a browser. */
import { errors } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Gateway } from '../endpoint/route.ts';
import { prefers } from '../problem/negotiation.ts';
import { type Problem, statusOf } from '../problem/problem.ts';
import { sendPage } from './page.ts';

const deadLink = 'This link leads nowhere: it is mistyped, or what it showed is gone.';

/** A detail may speak of patterns and fields: that is for those who wrote the request. */
const inWords = ({ code }: Problem): string =>
  statusOf(code) === 404 ? deadLink : errors[code].meaning;

export function sendProblemPage(
  { sendProblem, brand }: Gateway,
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
  const status = statusOf(what.code);
  const page = {
    title,
    body: html`<main>
<h1>${title}</h1>
<p>${inWords(what)}</p>
${status === 404 ? wayOut : tryAgain(request)}
<p class="soft">Support needs the number <code>${request.id}</code>.</p>
</main>`,
  };
  const answer = reply.code(status).headers({ ...what.headers });
  return sendPage(answer, page, brand);
}

const wayOut = html`<ul>
<li>If you were sent this link, check that it is whole, or ask the sender for a new one.</li>
<li>If you have a certificate, the address on it leads to its page.</li>
<li>If you write programs: <a href="/docs">the documentation of this service</a>.</li>
</ul>`;

const tryAgain = ({ url }: FastifyRequest): Html => html`<p><a href="${url}">Try again</a></p>`;
