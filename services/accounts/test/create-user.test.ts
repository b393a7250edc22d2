import { describe, expect, it } from 'vitest';
import { accountsApp, start } from './accounts.ts';

const app = accountsApp();
const desk = { email: 'Desk@Example.org', name: 'Desk', role: 'booker' } as const;
const conflict = { refused: { code: 'email_taken', detail: expect.any(String) } };

describe('createUser', () => {
  it('adds a user and keeps the address as it was written', async () => {
    const user = await app.as('ten_ok').createUser(desk);
    expect(user).toEqual({ ...desk, id: expect.stringMatching(/^usr_\w{26}$/), created_at: start });
    expect((await app.as('ten_ok').listUsers({})).data).toEqual([user]);
  });

  it('takes the same address once per tenant', async () => {
    await app.as('ten_one').createUser(desk);
    await expect(app.as('ten_two').createUser(desk)).resolves.toMatchObject(desk);
  });
});

describe('createUser refused: email_taken', () => {
  it.each(['Desk@Example.org', 'desk@example.org', 'DESK@EXAMPLE.ORG'])(
    'when another user has it, in whatever letter case: %s',
    async (email) => {
      const tenant = `ten_taken_${email.charCodeAt(0)}_${email.charCodeAt(1)}`;
      await app.as(tenant).createUser(desk);
      expect(await app.call('createUser', { ...desk, email }, { tenant })).toEqual(conflict);
    },
  );

  it('does not repeat the address', async () => {
    await app.as('ten_quiet').createUser(desk);
    const reply = await app.call('createUser', desk, { tenant: 'ten_quiet' });
    expect(JSON.stringify(reply).toLowerCase()).not.toContain('desk');
  });

  it('to all but one of twenty at the same time', async () => {
    const tenant = 'ten_race';
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => app.call('createUser', desk, { tenant })),
    );
    expect(replies.filter((reply) => 'ok' in reply)).toHaveLength(1);
    expect(replies.filter((reply) => !('ok' in reply))).toEqual(Array(19).fill(conflict));
  });
});

describe('createUser refused: carrier_only', () => {
  const carrierOnly = { refused: { code: 'carrier_only', path: ['role'] } };

  it.each(['dispatcher', 'desk_lead'])('a %s of another tenant', async (role) => {
    await app.as('').createTenant({ id: 'ten_customer', name: 'Customer' });
    const wanted = { ...desk, role };
    for (const tenant of ['ten_customer', 'ten_never_created']) {
      expect(await app.call('createUser', wanted, { tenant })).toMatchObject(carrierOnly);
    }
    expect((await app.as('ten_customer').listUsers({})).total).toBe(0);
  });

  it.each(['dispatcher', 'desk_lead', 'admin'] as const)(
    'not a %s of the carrier',
    async (role) => {
      const id = `ten_carrier_${role}`;
      await app.as('').createTenant({ id, name: 'Carrier', carrier: true });
      expect(await app.as(id).createUser({ ...desk, role })).toMatchObject({ role });
    },
  );
});

describe('createUser with bad input', () => {
  it.each([
    ['no address', { email: 'desk' }],
    ['an endless address', { email: `${'d'.repeat(250)}@example.org` }],
    ['no name', { name: '' }],
    ['an unknown role', { role: 'owner' }],
  ])('is told so: %s', async (_case, fault) => {
    expect(await app.call('createUser', { ...desk, ...fault })).toEqual({
      invalid: expect.anything(),
    });
  });
});

describe('createUser repeated', () => {
  it('replays the first answer and adds no second user', async () => {
    const { first, second } = await app.twice('createUser', desk, 'ten_twice');
    expect(second).toEqual({ ...first, replayed: true });
    expect((await app.as('ten_twice').listUsers({})).total).toBe(1);
  });
});
