import { newId } from '@svc/kit/ids';
import { randomSecret, tokenHash } from '../adapters/secret-hash.ts';
import type { AccountsWriteContext } from '../define.ts';
import { toPerson, type UserKey, unknownPerson } from '../domain/person.ts';
import { findSession, insertSession } from '../store/sessions.ts';

type Context = Pick<AccountsWriteContext, 'db' | 'now' | 'config'>;

/** A new session of a user, with a token that is shown once. */
export async function startSession(user: UserKey, browser: string, { db, now, config }: Context) {
  const token = randomSecret();
  const token_hash = tokenHash(token);
  await insertSession(db, user.tenant_id, {
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
