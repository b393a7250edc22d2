import { describe, expect, it } from 'vitest';
import { accountsApp } from './accounts.ts';

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
