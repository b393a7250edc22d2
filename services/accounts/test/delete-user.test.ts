import { describe, expect, it } from 'vitest';
import { accountsApp } from './accounts.ts';
import { findPerson, signedIn } from './people.ts';

const app = accountsApp();
const desk = { email: 'desk@example.org', name: 'Desk', role: 'viewer' } as const;

describe('deleteUser', () => {
  it('removes the user and frees the address', async () => {
    const { id } = await app.as('ten_ok').createUser(desk);
    const reply = await app.as('ten_ok').deleteUser({ id });
    expect(reply).toEqual({ id, object: 'user', deleted: true });
    expect((await app.as('ten_ok').listUsers({})).data).toEqual([]);
    await expect(app.as('ten_ok').createUser(desk)).resolves.toMatchObject(desk);
  });
});

describe('deleteUser of a person who has signed in', () => {
  it('ends the sessions and removes the identities', async () => {
    const { user, token, claims } = await signedIn(app, 'ten_person');
    await app.as('ten_person').deleteUser({ id: user.id });
    expect(await findPerson(app, token)).toBeNull();
    for (const table of ['session', 'identity']) {
      const sql = `select from accounts.${table} where tenant_id = 'ten_person'`;
      expect(await app.rows(sql), table).toEqual([]);
    }
    const reply = await app.call('signIn', claims, { tenant: '' });
    expect(reply).toMatchObject({ refused: { code: 'unknown_person' } });
  });

  it('leaves those of others alone', async () => {
    const { user } = await signedIn(app, 'ten_gone');
    const { token } = await signedIn(app, 'ten_stays');
    await app.as('ten_gone').deleteUser({ id: user.id });
    expect(await findPerson(app, token)).not.toBeNull();
  });
});

describe('deleteUser refused: user_not_found', () => {
  it.each(['usr_none', '*'])('for %s', async (id) => {
    const reply = await app.call('deleteUser', { id });
    expect(reply).toMatchObject({ refused: { code: 'user_not_found' } });
  });

  it('exactly as for an absent one when the user is another tenant’s', async () => {
    const user = await app.as('ten_owner').createUser(desk);
    const absent = await app.call('deleteUser', { id: 'usr_none' });
    expect(await app.call('deleteUser', { id: user.id })).toEqual(absent);
    expect((await app.as('ten_owner').listUsers({})).data).toEqual([user]);
  });

  it('the second time', async () => {
    const { id } = await app.as('ten_again').createUser(desk);
    await app.as('ten_again').deleteUser({ id });
    const reply = await app.call('deleteUser', { id }, { tenant: 'ten_again' });
    expect(reply).toMatchObject({ refused: { code: 'user_not_found' } });
  });
});

describe('deleteUser with bad input', () => {
  it('is told that the id is missing', async () => {
    expect(await app.call('deleteUser', {})).toMatchObject({ invalid: [{ path: ['id'] }] });
  });
});

describe('deleteUser repeated', () => {
  it('replays the first answer', async () => {
    const { id } = await app.as('ten_a').createUser(desk);
    const { first, second } = await app.twice('deleteUser', { id });
    expect(first).toMatchObject({ ok: { deleted: true } });
    expect(second).toEqual({ ...first, replayed: true });
  });
});
