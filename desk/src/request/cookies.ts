/** Cookies of the desk: host-bound (RFC 6265bis, `__Host-`), unreadable by scripts. */
import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const sessionCookie = '__Host-session';
const signInPrefix = '__Host-sign-in-';
/** Of sign-ins under way in tabs of a browser; at one more, all of them are forgotten. */
const signInsMax = 5;
const acceptanceCookie = '__Host-acceptance';

/** Of the redirect from the provider, a cross-site navigation, `Strict` cookies would be missing. */
const options = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const;

/** As long as a session token of accounts may be. */
const tokenMax = 200;

export function sessionTokenOf({ cookies }: FastifyRequest): string | undefined {
  const token = cookies[sessionCookie];
  return token && token.length <= tokenMax ? token : undefined;
}

export const setSession = (reply: FastifyReply, token: string, expires: Date): FastifyReply =>
  reply.setCookie(sessionCookie, token, { ...options, expires });

export const clearSession = (reply: FastifyReply): FastifyReply =>
  reply.clearCookie(sessionCookie, options);

/** One per sign-in, by the hash of its `state`: tabs that sign in at the same time do not disturb. */
const signInCookieOf = (state: string): string =>
  signInPrefix + hash('sha256', state, 'base64url').slice(0, 16);

/** Of the sign-in that the provider's answer names. */
export const signInFlowOf = ({ cookies }: FastifyRequest, state: string): string | undefined =>
  cookies[signInCookieOf(state)];

export function setSignInFlow(
  { cookies }: FastifyRequest,
  reply: FastifyReply,
  { state, value, maxAge }: { state: string; value: string; maxAge: number },
): FastifyReply {
  const open = Object.keys(cookies).filter((name) => name.startsWith(signInPrefix));
  if (open.length >= signInsMax) for (const name of open) reply.clearCookie(name, options);
  return reply.setCookie(signInCookieOf(state), value, { ...options, maxAge });
}

export const clearSignInFlow = (reply: FastifyReply, state: string): FastifyReply =>
  reply.clearCookie(signInCookieOf(state), options);

export const acceptanceOf = ({ cookies }: FastifyRequest): string | undefined =>
  cookies[acceptanceCookie];

export const setAcceptance = (reply: FastifyReply, state: string, maxAge: number): FastifyReply =>
  reply.setCookie(acceptanceCookie, state, { ...options, maxAge });

export const clearAcceptance = (reply: FastifyReply): FastifyReply =>
  reply.clearCookie(acceptanceCookie, options);
