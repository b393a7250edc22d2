import { type SessionsHint, sessionsTopic } from '@svc/contracts';
import { tokenHash } from '../adapters/secret-hash.ts';
import type { Config } from '../config.ts';
import { type AccountsWriteContext, command, query } from '../define.ts';
import {
  type Claims,
  isDevelopmentIssuer,
  toPerson,
  type UserKey,
  unknownPerson,
  userToBind,
  verifiedEmail,
} from '../domain/person.ts';
import { isOpen, type SessionRecord, sessionsMax, toSession, withUse } from '../domain/session.ts';
import {
  findIdentity,
  findUnboundUsers,
  identityKeys,
  insertIdentity,
} from '../store/identities.ts';
import {
  findSession,
  listSessions as listStored,
  removeSession,
  removeSessions,
} from '../store/sessions.ts';
import { findUser } from '../store/users.ts';
import { notedUse, noteUse } from '../workflows/last-uses.ts';
import { startSession } from '../workflows/session.ts';

type Context = Pick<AccountsWriteContext, 'db' | 'now' | 'log'>;

/** Locks the user, as each change of one does, and then looks again: the change may have unbound it. */
async function boundUser(claims: Claims, { db }: Context): Promise<UserKey | undefined> {
  const found = await findIdentity(db, claims);
  if (!found || !(await findUser(db, found.tenant_id, found.id))) return undefined;
  const still = await findIdentity(db, claims);
  return still?.tenant_id === found.tenant_id && still.id === found.id ? found : undefined;
}

/** Binds without an invitation, for development alone. */
async function bindUser(claims: Claims, { db, now, log }: Context): Promise<UserKey | undefined> {
  const email = verifiedEmail(claims);
  if (email === undefined || !isDevelopmentIssuer(claims)) return undefined;
  const { issuer, subject } = claims;
  const unbound = await findUnboundUsers(db, { issuer, email });
  if (unbound.length > 1) {
    const tenants = unbound.map(({ tenant_id }) => tenant_id);
    log.warn({ tenants }, 'sign-in refused: users of several tenants have its address');
  }
  const user = userToBind(unbound);
  if (!user) return undefined;
  const identity = { issuer, subject, user_id: user.id, created_at: now };
  await insertIdentity(db, user.tenant_id, identity);
  return user;
}

export const signIn = command('signIn', {
  handle: async ({ browser, ...claims }, context) => {
    // Once more: a concurrent sign-in may have bound it between the two looks.
    const user =
      (await boundUser(claims, context)) ??
      (await bindUser(claims, context)) ??
      (await boundUser(claims, context));
    if (!user) throw unknownPerson();
    return startSession(user, browser, context);
  },
  retryOn: identityKeys,
});

interface SessionLimits {
  now: Date;
  config: Config;
}

/** The session with its last use as far as this process knows; undefined when it has ended. */
function openSession(
  stored: SessionRecord,
  { now, config }: SessionLimits,
): SessionRecord | undefined {
  const session = withUse(stored, notedUse(config, stored.id));
  const idleMs = config.SVC_SESSION_IDLE_S * 1_000;
  return isOpen(session, { now, idleMs }) ? session : undefined;
}

export const findPerson = query('findPerson', async ({ token, is_use }, { db, now, config }) => {
  const found = await findSession(db, tokenHash(token));
  const session = found && openSession(found.session, { now, config });
  if (!session) return { person: null };
  if (is_use !== false) noteUse(config, session.id, now);
  return { person: toPerson({ ...found, session }) };
});

export const listSessions = query(
  'listSessions',
  async ({ user_id }, { db, tenant, now, config }) => {
    const stored = await listStored(db, tenant, { user_id, now, max: sessionsMax });
    const open = stored.flatMap((each) => openSession(each, { now, config }) ?? []);
    const newest = open.sort((a, b) => b.last_seen_at.getTime() - a.last_seen_at.getTime());
    return { sessions: newest.map(toSession) };
  },
);

export const endSession = command('endSession', {
  handle: async ({ user_id, session_id }, { db, tenant, hint, recordChange }) => {
    await removeSession(db, tenant, { user_id, id: session_id });
    hint(sessionsTopic, { tenant_id: tenant } satisfies SessionsHint);
    recordChange({ object: session_id });
    return {};
  },
});

export const endSessions = command('endSessions', {
  handle: async ({ user_id }, { db, tenant, now, config, hint, recordChange }) => {
    const removed = await removeSessions(db, tenant, user_id);
    hint(sessionsTopic, { tenant_id: tenant } satisfies SessionsHint);
    const open = removed.filter((each) => openSession(each, { now, config }));
    recordChange({ object: user_id, after: { sessions_ended: open.length } });
    return { ended: open.length };
  },
});
