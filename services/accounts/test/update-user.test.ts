import { describe, expect, it } from 'vitest';
import { accountsApp } from './accounts.ts';

const app = accountsApp();
const desk = { email: 'desk@example.org', name: 'Desk', role: 'booker' } as const;
const conflict = { refused: { code: 'email_taken', detail: expect.any(String) } };

describe('updateUser', () => {
  it('changes what is named and keeps the rest', async () => {
    const user = await app.as('ten_ok').createUser(desk);
    const changed = await app.as('ten_ok').updateUser({ id: user.id, role: 'admin' });
    expect(changed).toEqual({ ...user, role: 'admin' });
    expect((await app.as('ten_ok').listUsers({})).data).toEqual([changed]);
  });

  it('lets a user change the letter case of their own address', async () => {
    const { id } = await app.as('ten_case').createUser(desk);
    const email = 'Desk@Example.org';
    expect(await app.as('ten_case').updateUser({ id, email })).toMatchObject({ email });
  });
});

describe('updateUser refused: user_not_found', () => {
  it.each(['usr_none', 'not an id'])('for %s', async (id) => {
    expect(await app.call('updateUser', { id, name: 'X' })).toMatchObject({
      refused: { code: 'user_not_found' },
    });
  });

  it('exactly as for an absent one when the user is another tenant’s', async () => {
    const user = await app.as('ten_owner').createUser(desk);
    const absent = await app.call('updateUser', { id: 'usr_none', name: 'X' });
    expect(await app.call('updateUser', { id: user.id, name: 'X' })).toEqual(absent);
    expect((await app.as('ten_owner').listUsers({})).data).toEqual([user]);
  });
});

describe('updateUser refused: email_taken', () => {
  it('when another user of the tenant has the address', async () => {
    await app.as('ten_taken').createUser(desk);
    const { id } = await app.as('ten_taken').createUser({ ...desk, email: 'b@example.org' });
    const change = { id, email: 'DESK@example.org' };
    expect(await app.call('updateUser', change, { tenant: 'ten_taken' })).toEqual(conflict);
  });

  it('to all but one of those who want it at the same time', async () => {
    const tenant = 'ten_race';
    const users = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        app.as(tenant).createUser({ ...desk, email: `${i}@example.org` }),
      ),
    );
    const replies = await Promise.all(
      users.map(({ id }) => app.call('updateUser', { id, email: desk.email }, { tenant })),
    );
    expect(replies.filter((reply) => 'ok' in reply)).toHaveLength(1);
    expect(replies.filter((reply) => !('ok' in reply))).toEqual(Array(7).fill(conflict));
  });
});

describe('updateUser with bad input', () => {
  it.each([{ email: 'desk' }, { name: '' }, { role: 'owner' }])('is told so: %o', async (fault) => {
    expect(await app.call('updateUser', { id: 'usr_1', ...fault })).toEqual({
      invalid: expect.anything(),
    });
  });
});

describe('updateUser repeated', () => {
  it('replays the first answer', async () => {
    const { id } = await app.as('ten_a').createUser(desk);
    const { first, second } = await app.twice('updateUser', { id, name: 'Front desk' });
    expect(second).toEqual({ ...first, replayed: true });
  });
});
