import { sessionsTopic } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { accountsApp } from './accounts.ts';
import { findPerson, signedIn, signIn } from './people.ts';

const app = accountsApp();
const hourMs = 3_600_000;
const idsOf = async (tenant: string, user_id: string) =>
  (await app.as(tenant).listSessions({ user_id })).sessions.map(({ id }) => id);
const stored = async (tenant: string) =>
  (await app.rows('select id from accounts.session where tenant_id = $1', [tenant])).length;

describe('listSessions', () => {
  it('shows the open ones of the user, the last used first', async () => {
    const { user, claims, token, person } = await signedIn(app, 'ten_list');
    app.clock.advanceMs(1);
    const second = await signIn(app, { ...claims, browser: 'Chromium on Windows' });
    const ids = [second.person.session.id, person.session.id];
    expect(await idsOf('ten_list', user.id)).toEqual(ids);
    app.clock.advanceMs(1);
    await findPerson(app, token);
    expect(await idsOf('ten_list', user.id)).toEqual(ids.toReversed());
    const { sessions } = await app.as('ten_list').listSessions({ user_id: user.id });
    expect(sessions[0]?.last_seen_at).toBe(app.clock.now().toISOString());
    expect(sessions[1]).toEqual(second.person.session);
  });

  it('omits those that are idle or have lived too long', async () => {
    const { user, claims, token } = await signedIn(app, 'ten_over');
    for (let hours = 0; hours < 11; hours += 1) {
      app.clock.advanceMs(hourMs);
      await findPerson(app, token);
    }
    const idle = await signIn(app, claims);
    app.clock.advanceMs(hourMs - 1);
    expect(await idsOf('ten_over', user.id)).toHaveLength(2);
    app.clock.advanceMs(1);
    expect(await idsOf('ten_over', user.id)).toEqual([idle.person.session.id]);
    app.clock.advanceMs(hourMs);
    expect(await idsOf('ten_over', user.id)).toEqual([]);
  });

  it('shows nothing to another tenant or of another user', async () => {
    const { user } = await signedIn(app, 'ten_own');
    expect(await idsOf('ten_foreign', user.id)).toEqual([]);
    expect(await idsOf('', user.id)).toEqual([]);
    expect(await idsOf('ten_own', 'usr_none')).toEqual([]);
  });

  it('shows at most 100', async () => {
    const { user, claims } = await signedIn(app, 'ten_many');
    for (let i = 0; i < 100; i += 1) await signIn(app, claims);
    expect(await idsOf('ten_many', user.id)).toHaveLength(100);
  });
});

describe('endSession', () => {
  it('ends this one and no other, and a second time changes nothing', async () => {
    const { user, claims, token, person } = await signedIn(app, 'ten_end');
    const other = await signIn(app, claims);
    const end = { user_id: user.id, session_id: person.session.id };
    expect(await app.as('ten_end').endSession(end)).toEqual({});
    expect(await findPerson(app, token)).toBeNull();
    expect(await findPerson(app, other.token)).not.toBeNull();
    expect(await app.as('ten_end').endSession(end)).toEqual({});
  });

  it('ends nothing of another tenant or of another user', async () => {
    const { user, token, person } = await signedIn(app, 'ten_kept');
    const { id: session_id } = person.session;
    await app.as('ten_thief').endSession({ user_id: user.id, session_id });
    await app.as('').endSession({ user_id: user.id, session_id });
    await app.as('ten_kept').endSession({ user_id: 'usr_other', session_id });
    expect(await findPerson(app, token)).not.toBeNull();
  });

  it('takes ids alone', async () => {
    const reply = await app.call('endSession', { user_id: '', session_id: "' or 1=1" });
    expect(reply).toEqual({ invalid: expect.anything() });
  });

  it('replays when it is repeated', async () => {
    const end = { user_id: 'usr_1', session_id: 'ses_1' };
    const { first, second } = await app.twice('endSession', end);
    expect(second).toEqual({ ...first, replayed: true });
  });
});

describe('endSessions', () => {
  it('ends all of the user, and counts those that were open', async () => {
    const { user, claims, token } = await signedIn(app, 'ten_all');
    app.clock.advanceMs(2 * hourMs);
    const open = [await signIn(app, claims), await signIn(app, claims)];
    expect(await app.as('ten_all').endSessions({ user_id: user.id })).toEqual({ ended: 2 });
    for (const each of [token, ...open.map((made) => made.token)]) {
      expect(await findPerson(app, each)).toBeNull();
    }
    expect(await stored('ten_all')).toBe(0);
    expect(await app.as('ten_all').endSessions({ user_id: user.id })).toEqual({ ended: 0 });
  });

  it('ends nothing of another tenant or of another user', async () => {
    const { user, token } = await signedIn(app, 'ten_safe');
    const none = { ended: 0 };
    expect(await app.as('ten_thief').endSessions({ user_id: user.id })).toEqual(none);
    expect(await app.as('ten_safe').endSessions({ user_id: 'usr_other' })).toEqual(none);
    expect(await findPerson(app, token)).not.toBeNull();
  });

  it('replays when it is repeated', async () => {
    const { first, second } = await app.twice('endSessions', { user_id: 'usr_1' });
    expect(second).toEqual({ ...first, replayed: true });
  });
});

describe('a session', () => {
  it('is purged at its absolute end, and not before', async () => {
    await signedIn(app, 'ten_purge');
    app.clock.advanceMs(12 * hourMs - 1);
    await app.runSchedule('purge-sessions');
    expect(await stored('ten_purge')).toBe(1);
    app.clock.advanceMs(1);
    await app.runSchedule('purge-sessions');
    expect(await stored('ten_purge')).toBe(0);
  });

  it('goes with its tenant on the sandbox, and user and identity with it', async () => {
    const { tenant_id } = await app.as('').admit({ caller: 'visitor', limit: 60 });
    const { token } = await signedIn(app, tenant_id);
    app.clock.advanceMs(6 * hourMs);
    await app.runSchedule('expire-callers');
    await app.runSchedule('forget-expired');
    expect(await findPerson(app, token)).toBeNull();
    for (const table of ['session', 'identity', 'tenant_user']) {
      const sql = `select from accounts.${table} where tenant_id = $1`;
      expect(await app.rows(sql, [tenant_id]), table).toEqual([]);
    }
  });
});

describe('the desk is told', () => {
  it('of each change that may end sessions of a tenant, and of no other', async () => {
    const { user, person } = await signedIn(app, 'ten_told');
    const hints = app.hints(sessionsTopic);
    const own = app.as('ten_told');
    await own.listSessions({ user_id: user.id });
    await app.call('updateUser', { id: 'usr_none', role: 'viewer' }, { tenant: 'ten_told' });
    expect(hints).toEqual([]);
    await own.endSession({ user_id: user.id, session_id: person.session.id });
    await own.endSessions({ user_id: user.id });
    await own.updateUser({ id: user.id, role: 'viewer' });
    await own.deleteUser({ id: user.id });
    expect(hints).toEqual(Array.from({ length: 4 }, () => ({ tenant_id: 'ten_told' })));
  });
});
