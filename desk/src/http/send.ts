/** Pages as responses: a page of the table, the home of a refused form, a failure. */

import { gzipSync } from 'node:zlib';
import type { Person } from '@svc/contracts';
import { carrierOf } from '@svc/kit/settings';
import { type Html, html } from '@svc/web/html';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RefusedAttempt } from '../form/form-view.ts';
import { signOut } from '../pages/sessions.ts';
import type { Failure } from '../request/failure.ts';
import { navigationOf } from '../route/access.ts';
import type { DeskPage, View } from '../route/route.ts';
import { type Frame, framed, rebased } from '../view/layout.ts';
import type { Desk } from './desk.ts';
import { pageHeaders } from './headers.ts';
import { shellScript } from './scripts.ts';
import { narrowed, visitOf } from './visit.ts';

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Without a session: sign-in pages, and failures before the person is known. */
export function sendBare(desk: Desk, { reply }: Exchange, view: View): FastifyReply {
  return sendFrame(desk, reply, { title: view.title, body: view.body });
}

export async function sendView(
  desk: Desk,
  { request, reply }: Exchange,
  shown: { person: Person; page: DeskPage; refused?: RefusedAttempt | undefined },
): Promise<FastifyReply> {
  const { person, page, refused } = shown;
  const { title, body, script } = await page.show(visitOf(desk, request, { person, refused }));
  return sendFrame(desk, reply, {
    title,
    body,
    alert: refused?.detail,
    scripts: await desk.scripts.tagsOf(shellScript, script),
    signedIn: signedIn(desk, request, { person, current: page.path }),
  });
}

/** Of a form's command, shown as the response of its POST: reloading sends it again, with its key. */
export const sendAnswer = (
  desk: Desk,
  { request, reply }: Exchange,
  { person, view, current }: { person: Person; view: View; current: string },
): FastifyReply =>
  sendFrame(desk, reply, {
    title: view.title,
    body: view.body,
    signedIn: signedIn(desk, request, { person, current }),
  });

/** In the frame of the person, where it is known. */
export function sendFailure(desk: Desk, { request, reply }: Exchange, failure: Failure) {
  const { title, text } = failure;
  const { person } = request.notes;
  setFailure({ request, reply }, failure);
  return sendFrame(desk, reply, {
    title,
    body: html`<h1>${title}</h1>
<p>${text}</p>
${failure.retryAfterSeconds === undefined ? wayOn(person) : undefined}
<p class="soft">Support needs the number <code>${request.id}</code>.</p>`,
    signedIn: person && signedIn(desk, request, { person, current: '' }),
  });
}

const wayOn = (person: Person | undefined): Html =>
  html`<p>${person ? html`<a href="/">Start page</a>` : html`<a href="/sign-in">Sign in</a>`}</p>`;

/** Status, `Retry-After`, and the code for metrics and the log. */
function setFailure({ request, reply }: Exchange, failure: Failure): void {
  const { status, code, retryAfterSeconds = status === 503 ? 10 : undefined } = failure;
  request.notes.code = code;
  reply.code(status);
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
}

/** For a script: streams show no page. */
export function sendPlainFailure(exchange: Exchange, failure: Failure): FastifyReply {
  setFailure(exchange, failure);
  return exchange.reply
    .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    .send(`${failure.title}. ${failure.text}\n`);
}

function signedIn(
  desk: Desk,
  request: FastifyRequest,
  { person, current }: { person: Person; current: string },
): Frame['signedIn'] {
  const navigation = navigationOf(desk.table, person);
  return {
    ...{ person, current, navigation },
    base: desk.base,
    search: navigation.find(({ nav }) => nav?.search),
    other: otherOf(desk, request),
    signOut: visitOf(desk, request, { person }).forms.show(signOut, { submit: 'Sign out' }),
  };
}

/** The other environment, for those who may see something in it. */
function otherOf({ other, base }: Desk, { notes }: FastifyRequest): string | undefined {
  if (!other || !notes.account) return undefined;
  // Away from the sandbox everybody may go.
  const isOpen =
    base !== '' || navigationOf(other.table, narrowed(notes.account, other.scopes)).length > 0;
  return isOpen ? `${other.base}/` : undefined;
}

function sendFrame(
  { base, config, assets, mapGround }: Desk,
  reply: FastifyReply,
  parts: Omit<Frame, 'carrier' | 'style'>,
): FastifyReply {
  const body = parts.signedIn ? rebased(parts.body, base) : parts.body;
  const { style } = assets;
  const text = framed({ carrier: carrierOf(config), style, ...parts, body }).markup;
  reply.headers(pageHeaders(parts.scripts ?? [], mapGround));
  if (!isCompressed(reply.request)) return reply.send(text);
  return reply.header('content-encoding', 'gzip').send(gzipSync(text));
}

/**
 * Not where another site began it: the length of a compressed page tells what a text of that site's
 * choice has in common with the page (BREACH).
 */
const isCompressed = ({ headers }: FastifyRequest): boolean =>
  /\bgzip\b/.test(String(headers['accept-encoding'])) &&
  /^(same-origin|none)$/.test(String(headers['sec-fetch-site']));
