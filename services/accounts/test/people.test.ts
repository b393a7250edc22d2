import { accounts, roleScopes, sessionsTopic } from '@svc/contracts';
import { until } from '@svc/devnet';
import { refused } from '@svc/kit/testing/service-test';
import { describe, expect, it } from 'vitest';
import { accountsTest } from './app.ts';
import { findPerson, signedIn, signIn } from './people.ts';

const app = accountsTest();
const hourMs = 3_600_000;
const noToken = 'A'.repeat(43);
const roles = accounts.actions.createUser.input.shape.role.options;

describe('findPerson', () => {
  it.each(roles)('returns the signed-in person and what the role permits: %s', async (role) => {
    const { user, token } = await signedIn(app, `ten_${role}`, { role, carrier: true });
    expect(await findPerson(app, token)).toMatchObject({
      user: { id: user.id, email: user.email, name: 'Desk', role },
      tenant: { id: `ten_${role}`, carrier: true },
      scopes: roleScopes[role],
    });
  });

  it("permits nothing to a carrier's role once the tenant is not the carrier", async () => {
    const { token } = await signedIn(app, app.tenant, { role: 'dispatcher', carrier: true });
    await app.as('').createTenant({ id: app.tenant, name: 'Former', carrier: false });
    expect(await findPerson(app, token)).toMatchObject({ scopes: [] });
  });

  it('writes the last use in the background', async () => {
    const { token, person } = await signedIn(app, app.tenant);
    app.clock.advanceMs(hourMs);
    await findPerson(app, token);
    const stored = async () => {
      app.wakeWorker('record-last-uses');
      const sql = 'select last_seen_at from accounts.session where id = $1';
      const [row] = await app.sql(sql, [person.session.id]);
      return row.last_seen_at.getTime() === app.clock.now().getTime();
    };
    await until(stored, { timeoutMs: 30_000, what: 'the use to be written' });
  });
});

describe('findPerson returns null', () => {
  it.each(['', noToken, 'ses_1', '\u0000'])('for an unknown token like %j', async (token) => {
    expect(await findPerson(app, token)).toBeNull();
  });

  it('for the hash instead of the token', async () => {
    const { person } = await signedIn(app, app.tenant);
    const sql = 'select token_hash from accounts.session where id = $1';
    const [row] = await app.sql(sql, [person.session.id]);
    expect(await findPerson(app, row.token_hash)).toBeNull();
  });

  it('after the idle timeout, to the millisecond', async () => {
    const { token } = await signedIn(app, app.tenant);
    app.clock.advanceMs(2 * hourMs - 1);
    expect(await findPerson(app, token)).not.toBeNull();
    app.clock.advanceMs(2 * hourMs - 1);
    expect(await findPerson(app, token)).not.toBeNull();
    app.clock.advanceMs(2 * hourMs);
    expect(await findPerson(app, token)).toBeNull();
    expect(await findPerson(app, token)).toBeNull();
  });

  it('after the absolute timeout, to the millisecond, despite its use', async () => {
    const { token } = await signedIn(app, app.tenant);
    for (let hours = 1; hours < 12; hours += 1) {
      app.clock.advanceMs(hourMs);
      expect(await findPerson(app, token)).not.toBeNull();
    }
    app.clock.advanceMs(hourMs - 1);
    expect(await findPerson(app, token)).not.toBeNull();
    app.clock.advanceMs(1);
    expect(await findPerson(app, token)).toBeNull();
  });
});

const idsOf = async (tenant: string, user_id: string) =>
  (await app.as(tenant).listSessions({ user_id })).sessions.map(({ id }) => id);
const stored = async (tenant: string) =>
  (await app.sql('select id from accounts.session where tenant_id = $1', [tenant])).length;

describe('listSessions', () => {
  it('returns the open ones of the user, the last used first', async () => {
    const { user, claims, token, person } = await signedIn(app, app.tenant);
    app.clock.advanceMs(1);
    const second = await signIn(app, { ...claims, browser: 'Chromium on Windows' });
    const ids = [second.person.session.id, person.session.id];
    expect(await idsOf(app.tenant, user.id)).toEqual(ids);
    app.clock.advanceMs(1);
    await findPerson(app, token);
    expect(await idsOf(app.tenant, user.id)).toEqual(ids.toReversed());
    const { sessions } = await app.as().listSessions({ user_id: user.id });
    expect(sessions[0]?.last_seen_at).toBe(app.clock.now().toISOString());
    expect(sessions[1]).toEqual(second.person.session);
  });
});

describe('endSession', () => {
  it('ends this session and no other, and is idempotent', async () => {
    const { user, claims, token, person } = await signedIn(app, app.tenant);
    const other = await signIn(app, claims);
    const end = { user_id: user.id, session_id: person.session.id };
    expect(await app.as().endSession(end)).toEqual({});
    expect(await findPerson(app, token)).toBeNull();
    expect(await findPerson(app, other.token)).not.toBeNull();
    expect(await app.as().endSession(end)).toEqual({});
  });
});

describe('endSessions', () => {
  it('ends all sessions of the user and returns their count', async () => {
    const { user, claims, token } = await signedIn(app, app.tenant);
    app.clock.advanceMs(2 * hourMs);
    const open = [await signIn(app, claims), await signIn(app, claims)];
    expect(await app.as().endSessions({ user_id: user.id })).toEqual({ ended: 2 });
    for (const each of [token, ...open.map((made) => made.token)]) {
      expect(await findPerson(app, each)).toBeNull();
    }
    expect(await stored(app.tenant)).toBe(0);
    expect(await app.as().endSessions({ user_id: user.id })).toEqual({ ended: 0 });
  });
});

it('sessions are neither shown to another tenant nor ended by it, or for another user', async () => {
  const { user, token, person } = await signedIn(app, 'ten_kept');
  const { id: session_id } = person.session;
  for (const [tenant, user_id] of [
    ['ten_thief', user.id],
    ['', user.id],
    ['ten_kept', 'usr_other'],
  ] as const) {
    expect(await idsOf(tenant, user_id)).toEqual([]);
    await app.as(tenant).endSession({ user_id, session_id });
    expect(await app.as(tenant).endSessions({ user_id })).toEqual({ ended: 0 });
  }
  expect(await findPerson(app, token)).not.toBeNull();
});

describe('a session', () => {
  it('is purged at its absolute timeout, and not before', async () => {
    await signedIn(app, app.tenant);
    app.clock.advanceMs(12 * hourMs - 1);
    await app.runSchedule('purge-sessions');
    expect(await stored(app.tenant)).toBe(1);
    app.clock.advanceMs(1);
    await app.runSchedule('purge-sessions');
    expect(await stored(app.tenant)).toBe(0);
  });
});

it('the desk receives each change that may end sessions of a tenant', async () => {
  const { user, person } = await signedIn(app, app.tenant);
  const hints = app.hints(sessionsTopic);
  const own = app.as();
  await own.listSessions({ user_id: user.id });
  await app.call('updateUser', { id: 'usr_none', role: 'viewer' });
  expect(hints).toEqual([]);
  await own.endSession({ user_id: user.id, session_id: person.session.id });
  await own.endSessions({ user_id: user.id });
  await own.updateUser({ id: user.id, role: 'viewer' });
  await own.deleteUser({ id: user.id });
  expect(hints).toEqual(Array.from({ length: 4 }, () => ({ tenant_id: app.tenant })));
});

const desk = { email: 'desk@example.org', name: 'Desk', role: 'viewer' } as const;

it('deleteUser removes the user and frees the address', async () => {
  const { id } = await app.as().createUser(desk);
  const reply = await app.as().deleteUser({ id });
  expect(reply).toEqual({ id, object: 'user', deleted: true });
  expect((await app.as().listUsers({})).data).toEqual([]);
  await expect(app.as().createUser(desk)).resolves.toMatchObject(desk);
});

it('ends the sessions and removes the identities of the user', async () => {
  const { user, token, claims } = await signedIn(app, 'ten_person');
  await app.as('ten_person').deleteUser({ id: user.id });
  expect(await findPerson(app, token)).toBeNull();
  for (const table of ['session', 'identity']) {
    const sql = `select from accounts.${table} where tenant_id = 'ten_person'`;
    expect(await app.sql(sql), table).toEqual([]);
  }
  const reply = await app.call('signIn', claims, { tenant: '' });
  expect(reply).toEqual(refused('unknown_person'));
});
