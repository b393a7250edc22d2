/**
 * Sessions of signed-in people.
 *
 * Idle end: the idle time after the last use. Absolute end: `expires_at`, fixed at the sign-in.
 * Uses are written behind (`workflows/last-uses.ts`): one that another process noted in the last ten
 * seconds may not be stored yet, so a session may end that much early; a process that is killed
 * loses its notes of the same span. It never ends late.
 */
import type { Session } from '@svc/contracts';

export interface SessionRecord {
  id: string;
  browser: string;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
}

/** Sessions of one person; the oldest ends when a further one begins. */
export const sessionsMax = 20;

/** A session is open until it was idle or lived too long; at the end itself it is over. */
export const isOpen = (
  { last_seen_at, expires_at }: Pick<SessionRecord, 'last_seen_at' | 'expires_at'>,
  { now, idleMs }: { now: Date; idleMs: number },
): boolean => now < expires_at && now.getTime() < last_seen_at.getTime() + idleMs;

/** The same session with a use that is noted and not yet stored. */
export const withUse = <S extends Pick<SessionRecord, 'last_seen_at'>>(
  session: S,
  noted: Date | undefined,
): S => (noted && noted > session.last_seen_at ? { ...session, last_seen_at: noted } : session);

export const toSession = ({
  id,
  browser,
  created_at,
  last_seen_at,
  expires_at,
}: SessionRecord): Session => ({
  id,
  browser,
  created_at: created_at.toISOString(),
  last_seen_at: last_seen_at.toISOString(),
  expires_at: expires_at.toISOString(),
});
