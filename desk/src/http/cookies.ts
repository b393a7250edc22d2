/** Cookies of the desk: host-bound (RFC 6265bis, `__Host-`), unreadable by scripts. */
import type { FastifyReply, FastifyRequest } from 'fastify';

const sessionCookie = '__Host-session';
const signInCookie = '__Host-sign-in';
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

export const signInStateOf = ({ cookies }: FastifyRequest): string | undefined =>
  cookies[signInCookie];

export const setSignInState = (reply: FastifyReply, state: string, maxAge: number): FastifyReply =>
  reply.setCookie(signInCookie, state, { ...options, maxAge });

export const clearSignInState = (reply: FastifyReply): FastifyReply =>
  reply.clearCookie(signInCookie, options);

export const acceptanceOf = ({ cookies }: FastifyRequest): string | undefined =>
  cookies[acceptanceCookie];

export const setAcceptance = (reply: FastifyReply, state: string, maxAge: number): FastifyReply =>
  reply.setCookie(acceptanceCookie, state, { ...options, maxAge });

export const clearAcceptance = (reply: FastifyReply): FastifyReply =>
  reply.clearCookie(acceptanceCookie, options);
