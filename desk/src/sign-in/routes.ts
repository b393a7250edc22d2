/** The sign-in: to the provider and back, to a session or to a page that tells why there is none. */
import type { accounts, OutputOf } from '@svc/contracts';
import { createClients } from '@svc/kit/client';
import { BadInput, Refusal } from '@svc/kit/refusal';
import { html } from '@svc/web/html';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { returnPath } from '../address/return-path.ts';
import type { Desk } from '../http/desk.ts';
import { sendBare, sendFailure } from '../http/send.ts';
import { findPerson } from '../http/visit.ts';
import { ownCalls } from '../identity/own-calls.ts';
import {
  type IdentityClaims,
  newChecks,
  ProviderAway,
  SignInRefused,
} from '../identity/provider.ts';
import type { SignInResult } from '../limits/limits.ts';
import { clearSignInFlow, setSession, setSignInFlow, signInFlowOf } from '../request/cookies.ts';
import type { Failure } from '../request/failure.ts';
import { ownMeta } from '../request/request-notes.ts';
import { browserName } from './browser-name.ts';
import { providerAway, signInRefused, signInTimeout, unknownPerson } from './failures.ts';
import { type Acceptance, decryptFlow, encryptFlow, type Flow, flowSeconds } from './flow.ts';
import { endFormerSession } from './former-session.ts';
import { askAcceptance, serveInvitations } from './invitations.ts';

export function serveSignIn(app: FastifyInstance, desk: Desk): void {
  app.get('/sign-in', async (request, reply) => {
    const returnTo = returnPath(wanted.parse(request.query).return_to, desk.pagePaths);
    const person = await findPerson(desk, request, reply);
    return person ? reply.redirect(returnTo, 303) : begin(desk, { request, reply }, { returnTo });
  });
  app.get('/sign-in/callback', (request, reply) => finish(desk, request, reply));
  app.get('/signed-out', async (request, reply) => {
    const person = await findPerson(desk, request, reply);
    if (person) return reply.redirect('/', 303);
    return sendBare(desk, { request, reply }, signedOut(await endAtProvider(desk)));
  });
  serveInvitations(app, desk, (request, reply, invitation) =>
    begin(desk, { request, reply }, { returnTo: '/', invitation }),
  );
}

/** A link, no redirect: other programs of the person may use the provider's session. */
const signedOut = (end: URL | undefined) => ({
  title: 'Signed out',
  body: html`<h1>You are signed out</h1>
<p><a href="/sign-in">Sign in again</a></p>
<p class="soft">Your provider may still know you: sign out there, too, on a machine that others use.</p>
${end && html`<p><a href="${end.href}">Sign out at your provider</a></p>`}`,
});

/** The page is shown without it while the provider is away. */
const endAtProvider = ({ provider }: Desk): Promise<URL | undefined> =>
  provider.end().catch((error: unknown) => {
    if (error instanceof ProviderAway) return undefined;
    throw error;
  });

const wanted = z.object({ return_to: z.string().optional().catch(undefined) });
const returned = z.object({ state: z.string().catch('') });

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

async function begin(
  desk: Desk,
  { request, reply }: Exchange,
  goal: Pick<Flow, 'returnTo' | 'invitation'>,
): Promise<FastifyReply> {
  const { config, clock, provider } = desk;
  const checks = newChecks();
  try {
    const url = await provider.begin(checks);
    setSignInFlow(request, reply, {
      state: checks.state,
      value: encryptFlow(config.SVC_SECRET, { ...checks, ...goal }, clock),
      maxAge: flowSeconds,
    });
    return reply.redirect(url.href, 303);
  } catch (error) {
    return sendFailure(desk, { request, reply }, signInFailure(error));
  }
}

async function finish(desk: Desk, request: FastifyRequest, reply: FastifyReply) {
  const { config, clock } = desk;
  const { state } = returned.parse(request.query);
  const cookie = signInFlowOf(request, state);
  const flow = cookie && decryptFlow(config.SVC_SECRET, cookie, clock);
  if (cookie !== undefined) clearSignInFlow(reply, state);
  if (!flow) return sendFailure(desk, { request, reply }, signInTimeout);
  const signedIn = await desk.limits.signIn(request, () => identify(desk, request, flow));
  if ('failure' in signedIn) return sendFailure(desk, { request, reply }, signedIn.failure);
  if ('invitation' in signedIn.ok) return askAcceptance(desk, reply, signedIn.ok);
  await endFormerSession(desk, request);
  const { token, person } = signedIn.ok;
  return setSession(reply, token, new Date(person.session.expires_at)).redirect(flow.returnTo, 303);
}

/** The session, or the identity that an invitation is to be bound to. */
async function identify(
  desk: Desk,
  request: FastifyRequest,
  flow: Flow,
): Promise<SignInResult<Acceptance | SignedIn>> {
  const { config, provider } = desk;
  try {
    // Not the Host that the request names: the address that the provider was given.
    const claims = await provider.finish(new URL(request.url, config.SVC_DESK_URL), flow);
    const { invitation } = flow;
    return {
      ok:
        invitation === undefined
          ? await openSession(desk, request, claims)
          : { invitation, claims },
    };
  } catch (error) {
    const failure = signInFailure(error);
    desk.log.warn({ reason: reasonOf(error), request_id: request.id }, 'sign-in failed');
    return { failure };
  }
}

type SignedIn = OutputOf<typeof accounts.actions.signIn>;

/** Always a new token: none that was in the browser before is ever signed in (CWE-384). */
function openSession(
  { transport }: Desk,
  request: FastifyRequest,
  claims: IdentityClaims,
): Promise<SignedIn> {
  const { accounts } = createClients(ownCalls, transport, ownMeta(request));
  return accounts.signIn({ ...claims, browser: browserName(request.headers['user-agent']) });
}

/** Throws what is no failure of a sign-in. */
function signInFailure(error: unknown): Failure {
  if (error instanceof ProviderAway) return providerAway;
  // Claims that accounts does not accept, e.g. a subject that is too long.
  if (error instanceof SignInRefused || error instanceof BadInput) return signInRefused;
  if (error instanceof Refusal && error.code === 'unknown_person') return unknownPerson;
  throw error;
}

/** Names and codes alone: messages of a provider may name the person. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error ? String(error.code) : error.constructor.name;
  return error.cause === undefined ? code : `${code}: ${reasonOf(error.cause)}`;
}
