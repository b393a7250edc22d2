import { describe, expect, it } from 'vitest';
import { accountsApp } from './accounts.ts';
import { claimsOf, findPerson, newPerson, signedIn } from './people.ts';

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

describe('updateUser of a person who has signed in', () => {
  const attempt = (claims: unknown) => app.call('signIn', claims, { tenant: '' });
  const unknown = { refused: { code: 'unknown_person' } };

  it.each([
    ['the same role', { role: 'booker' as const }],
    ['another name', { name: 'Front desk' }],
    ['another letter case of the address', { email: 'TEN_STAYS@example.org' }],
  ])('keeps the session: %s', async (_case, change) => {
    const { user, token } = await signedIn(app, 'ten_stays');
    await app.as('ten_stays').updateUser({ id: user.id, ...change });
    expect(await findPerson(app, token)).toMatchObject({ user: change });
    await app.as('ten_stays').deleteUser({ id: user.id });
  });

  it('ends the sessions with another role, and keeps the identity', async () => {
    const { user, token, claims } = await signedIn(app, 'ten_role');
    const { token: other } = await signedIn(app, 'ten_role_other');
    await app.as('ten_role').updateUser({ id: user.id, role: 'admin' });
    expect(await findPerson(app, token)).toBeNull();
    expect(await findPerson(app, other)).not.toBeNull();
    const again = await attempt({ ...claims, email_verified: false });
    expect(again).toMatchObject({ ok: { person: { user: { role: 'admin' } } } });
  });

  it('ends sessions and identities with another address', async () => {
    const { user, token, claims } = await signedIn(app, 'ten_address');
    const email = 'successor@example.org';
    await app.as('ten_address').updateUser({ id: user.id, email });
    expect(await findPerson(app, token)).toBeNull();
    expect(await attempt(claims)).toMatchObject(unknown);
    expect(await attempt(claimsOf(email))).toMatchObject({ ok: { person: { user: { email } } } });
  });

  it('ends nothing when it is refused', async () => {
    const { user, token, email } = await signedIn(app, 'ten_refused');
    const { email: taken } = await app
      .as('ten_refused')
      .createUser({ ...desk, email: `other-${email}` });
    const change = { id: user.id, email: taken };
    expect(await app.call('updateUser', change, { tenant: 'ten_refused' })).toEqual(conflict);
    expect(await findPerson(app, token)).not.toBeNull();
  });
});

describe('updateUser refused: carrier_only', () => {
  const carrierOnly = { refused: { code: 'carrier_only', path: ['role'] } };

  it.each(['dispatcher', 'desk_lead'] as const)('a %s of another tenant', async (role) => {
    const { user } = await newPerson(app, `ten_customer_${role}`);
    const change = { id: user.id, role };
    const as = { tenant: `ten_customer_${role}` };
    expect(await app.call('updateUser', change, as)).toMatchObject(carrierOnly);
    expect((await app.as(as.tenant).listUsers({})).data).toEqual([user]);
  });

  it.each(['dispatcher', 'desk_lead'] as const)('not a %s of the carrier', async (role) => {
    const tenant = `ten_carrier_${role}`;
    const { user } = await newPerson(app, tenant, { carrier: true });
    expect(await app.as(tenant).updateUser({ id: user.id, role })).toMatchObject({ role });
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
