/**
 * An invitation, from its link to a session.
 *
 * `/invitations/{token}` shows it without a session, `…/sign-in` leads to the provider, whose answer
 * comes back to the callback of every sign-in. From there on the identity and the token are in an
 * encrypted cookie, and `/invitation` asks whether the person accepts. Opening the link changes nothing:
 * programs that look at links before people do cannot use it up.
 */
import type { accounts as contract, Invitation, OutputOf } from '@svc/contracts';
import { createClients } from '@svc/kit/client';
import { Refusal } from '@svc/kit/refusal';
import { html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invitationPath } from '../address/return-path.ts';
import type { Desk } from '../http/desk.ts';
import { sendBare, sendFailure } from '../http/send.ts';
import { param } from '../http/visit.ts';
import { ownCalls } from '../identity/own-calls.ts';
import type { SignInResult } from '../limits/limits.ts';
import { acceptanceOf, clearAcceptance, setAcceptance, setSession } from '../request/cookies.ts';
import { foreignForm } from '../request/failure.ts';
import { ownMeta } from '../request/request-notes.ts';
import { roleLabels } from '../words/labels.ts';
import { browserName } from './browser-name.ts';
import { acceptanceTimeout, invitationFailures, invitationOver } from './failures.ts';
import { type Acceptance, decryptAcceptance, encryptAcceptance, flowSeconds } from './flow.ts';
import { endFormerSession } from './former-session.ts';

const acceptancePath = '/invitation';

export function serveInvitations(
  app: FastifyInstance,
  desk: Desk,
  signIn: (request: FastifyRequest, reply: FastifyReply, token: string) => Promise<FastifyReply>,
): void {
  app.get(invitationPath(':token'), async (request, reply) => {
    const token = param(request, 'token');
    const found = await findInvitation(desk, request, token);
    if ('failure' in found) return sendFailure(desk, { request, reply }, found.failure);
    return sendBare(desk, { request, reply }, invitationView(found.ok, token));
  });
  app.get(`${invitationPath(':token')}/sign-in`, async (request, reply) => {
    const token = param(request, 'token');
    const found = await findInvitation(desk, request, token);
    if ('failure' in found) return sendFailure(desk, { request, reply }, found.failure);
    return signIn(request, reply, token);
  });
  app.get(acceptancePath, (request, reply) => ask(desk, request, reply));
  app.post(acceptancePath, (request, reply) => accept(desk, request, reply));
}

/** After the provider: the identity is known, and nothing is bound yet. */
export const askAcceptance = (
  { config, clock }: Desk,
  reply: FastifyReply,
  acceptance: Acceptance,
): FastifyReply =>
  setAcceptance(
    reply,
    encryptAcceptance(config.SVC_SECRET, acceptance, clock),
    flowSeconds,
  ).redirect(acceptancePath, 303);

const tokenMax = 200;

/** A token of no open invitation is a failed sign-in: somebody may be guessing. */
const findInvitation = (
  { transport, limits }: Desk,
  request: FastifyRequest,
  token: string,
): Promise<SignInResult<Invitation>> =>
  limits.signIn(request, async () => {
    if (token.length > tokenMax) return { failure: invitationOver };
    const { accounts } = createClients(ownCalls, transport, ownMeta(request));
    const { invitation } = await accounts.findInvitation({ token });
    return invitation ? { ok: invitation } : { failure: invitationOver };
  });

function pendingAcceptance({ config, clock }: Desk, request: FastifyRequest) {
  const cookie = acceptanceOf(request);
  return cookie === undefined ? undefined : decryptAcceptance(config.SVC_SECRET, cookie, clock);
}

type PendingAcceptance = NonNullable<ReturnType<typeof pendingAcceptance>>;

async function ask(desk: Desk, request: FastifyRequest, reply: FastifyReply) {
  const pending = pendingAcceptance(desk, request);
  if (!pending) return sendFailure(desk, { request, reply }, acceptanceTimeout);
  const found = await findInvitation(desk, request, pending.invitation);
  if ('failure' in found) return sendFailure(desk, { request, reply }, found.failure);
  return sendBare(desk, { request, reply }, acceptanceView(found.ok, pending.claims.email));
}

/** The cookie is sent with requests of our own pages alone (`SameSite`), and the origin is checked. */
async function accept(desk: Desk, request: FastifyRequest, reply: FastifyReply) {
  if (!desk.guard.isOwnOrigin(request.headers)) {
    return sendFailure(desk, { request, reply }, foreignForm);
  }
  const pending = pendingAcceptance(desk, request);
  if (!pending) return sendFailure(desk, { request, reply }, acceptanceTimeout);
  const found = await findInvitation(desk, request, pending.invitation);
  if ('failure' in found) return sendFailure(desk, { request, reply }, found.failure);
  const accepted = await desk.limits.signIn(request, () =>
    acceptInvitation(desk, request, { invitation: found.ok, pending }),
  );
  if ('failure' in accepted) {
    const { failure } = accepted;
    // Over a limit, the same acceptance can be tried again.
    if (invitationFailures.has(failure.code)) clearAcceptance(reply);
    return sendFailure(desk, { request, reply }, failure);
  }
  const { token, person } = accepted.ok;
  desk.people.invalidate(person.tenant.id);
  await endFormerSession(desk, request);
  clearAcceptance(reply);
  return setSession(reply, token, new Date(person.session.expires_at)).redirect('/', 303);
}

async function acceptInvitation(
  { transport }: Desk,
  request: FastifyRequest,
  { invitation, pending }: { invitation: Invitation; pending: PendingAcceptance },
): Promise<SignInResult<OutputOf<typeof contract.actions.acceptInvitation>>> {
  const { tenant, user } = invitation;
  const meta = { ...ownMeta(request), tenant: tenant.id, actor: user.id };
  const { accounts } = createClients(ownCalls, transport, meta);
  try {
    const accepted = await accounts.acceptInvitation({
      ...pending.claims,
      token: pending.invitation,
      browser: browserName(request.headers['user-agent']),
    });
    return { ok: accepted };
  } catch (error) {
    const failure = error instanceof Refusal ? invitationFailures.get(error.code) : undefined;
    if (!failure) throw error;
    return { failure };
  }
}

const invitationView = ({ tenant, user, expires_at }: Invitation, token: string) => ({
  title: 'Invitation',
  body: html`<h1>${tenant.name} invites you</h1>
<p>You are invited as ${roleLabels[user.role].toLowerCase()}, with the e-mail address ${user.email}. The invitation is open until ${formatDateTime(new Date(expires_at))}.</p>
<p>Sign in with the account that has this address. You decide afterwards whether you accept.</p>
<p><a href="${invitationPath(token)}/sign-in">Sign in</a></p>`,
});

const acceptanceView = ({ tenant, user }: Invitation, email: string | undefined) => ({
  title: 'Accept the invitation',
  body: html`<h1>Join ${tenant.name}?</h1>
<p>${email === undefined ? 'You are signed in at your provider.' : html`You are signed in at your provider as ${email}.`} When you accept, this account belongs to ${tenant.name} as ${roleLabels[user.role].toLowerCase()}, and signs in here without an invitation from then on.</p>
<form method="post" action="${acceptancePath}"><button>Accept the invitation</button></form>
<p class="soft">If you did not expect this, close the page: nothing has changed.</p>`,
});
