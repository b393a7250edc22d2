import { type SessionsHint, sessionsTopic } from '@svc/contracts';
import { newId } from '@svc/kit/ids';
import { randomSecret, tokenHash } from '../adapters/secret-hash.ts';
import type { AccountsWriteContext } from '../define.ts';
import { toPerson, type UserKey, unknownPerson } from '../domain/person.ts';
import { sessionsMax } from '../domain/session.ts';
import { findSession, insertSession, removeOldestSessions } from '../store/sessions.ts';

type Context = Pick<AccountsWriteContext, 'db' | 'now' | 'config' | 'hint'>;

/**
 * A new session of a user, with a token that is shown once. The user is locked, so that of concurrent
 * sign-ins each counts the other.
 */
export async function startSession(user: UserKey, browser: string, context: Context) {
  const { db, now, config, hint } = context;
  const { tenant_id } = user;
  if (await removeOldestSessions(db, tenant_id, { user_id: user.id, kept: sessionsMax - 1 })) {
    hint(sessionsTopic, { tenant_id } satisfies SessionsHint);
  }
  const token = randomSecret();
  const token_hash = tokenHash(token);
  await insertSession(db, tenant_id, {
    id: newId('ses_', now),
    user_id: user.id,
    token_hash,
    browser,
    created_at: now,
    last_seen_at: now,
    expires_at: new Date(now.getTime() + config.SVC_SESSION_LIFE_S * 1_000),
  });
  const found = await findSession(db, token_hash);
  if (!found) throw unknownPerson();
  return { token, person: toPerson(found) };
}
