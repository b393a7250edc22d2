import { carrierRoles, roleScopes } from '@svc/contracts';
import { idsByPage, newTenant, refused } from '@svc/kit/testing/service-test';
import { describe, expect, it } from 'vitest';
import { accountsTest, start } from './app.ts';
import { claimsOf, findPerson, newPerson, signedIn } from './people.ts';

const app = accountsTest();
const desk = { email: 'Desk@Example.org', name: 'Desk', role: 'booker' } as const;
const conflict = refused('email_taken');

it('createUser adds a user and keeps the address as it was written', async () => {
  const user = await app.as().createUser(desk);
  expect(user).toEqual({ ...desk, id: expect.stringMatching(/^usr_\w{26}$/), created_at: start });
  expect((await app.as().listUsers({})).data).toEqual([user]);
});

it('refuses an address of another user in any letter case, and does not repeat it', async () => {
  await app.as().createUser(desk);
  for (const email of [desk.email, 'desk@example.org', 'DESK@EXAMPLE.ORG']) {
    const reply = await app.call('createUser', { ...desk, email });
    expect(reply).toEqual(conflict);
    expect(JSON.stringify(reply).toLowerCase()).not.toContain('desk');
  }
  await expect(app.as(newTenant()).createUser(desk)).resolves.toMatchObject(desk);
});

it('adds one of twenty concurrent users with the same address', async () => {
  const tenant = app.tenant;
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => app.call('createUser', desk, { tenant })),
  );
  expect(replies.filter((reply) => 'ok' in reply)).toHaveLength(1);
  expect(replies.filter((reply) => !('ok' in reply))).toEqual(Array(19).fill(conflict));
});

const carrierOnly = refused('carrier_only', { path: ['role'] });

it.each(carrierRoles)('the role %s is given to users of the carrier alone', async (role) => {
  const [carrier, customer] = [`ten_carrier_${role}`, `ten_customer_${role}`];
  const { user: own } = await newPerson(app, carrier, { carrier: true });
  expect(await app.as(carrier).createUser({ ...desk, role })).toMatchObject({ role });
  expect(await app.as(carrier).updateUser({ id: own.id, role })).toMatchObject({ role });
  const { user } = await newPerson(app, customer);
  const change = { id: user.id, role };
  expect(await app.call('updateUser', change, { tenant: customer })).toEqual(carrierOnly);
  for (const tenant of [customer, 'ten_never_created']) {
    expect(await app.call('createUser', { ...desk, role }, { tenant })).toEqual(carrierOnly);
  }
  expect((await app.as(customer).listUsers({})).data).toEqual([user]);
});

const booker = { email: 'desk@example.org', name: 'Desk', role: 'booker' } as const;

describe('updateUser', () => {
  it('changes the sent fields and keeps the rest', async () => {
    const user = await app.as().createUser(booker);
    const changed = await app.as().updateUser({ id: user.id, role: 'admin' });
    expect(changed).toEqual({ ...user, role: 'admin' });
    expect((await app.as().listUsers({})).data).toEqual([changed]);
  });

  it('lets a user change the letter case of their own address', async () => {
    const { id } = await app.as().createUser(booker);
    const email = 'Desk@Example.org';
    expect(await app.as().updateUser({ id, email })).toMatchObject({ email });
  });
});

describe('updateUser of a signed-in person', () => {
  const attempt = (claims: unknown) => app.call('signIn', claims, { tenant: '' });
  const unknown = refused('unknown_person');

  it.each([
    ['the same role', { role: 'booker' as const }],
    ['another name', { name: 'Front desk' }],
    ['another letter case of the address', { email: 'TEN_STAYS@example.org' }],
  ])('keeps the session when it changes %s', async (_case, change) => {
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
    const { user, token, claims } = await signedIn(app, app.tenant);
    const email = 'successor@example.org';
    await app.as().updateUser({ id: user.id, email });
    expect(await findPerson(app, token)).toBeNull();
    expect(await attempt(claims)).toMatchObject(unknown);
    expect(await attempt(claimsOf(email))).toMatchObject({ ok: { person: { user: { email } } } });
  });

  it('ends nothing when it is refused', async () => {
    const { user, token, email } = await signedIn(app, app.tenant);
    const { email: taken } = await app.as().createUser({ ...booker, email: `other-${email}` });
    const change = { id: user.id, email: taken };
    expect(await app.call('updateUser', change)).toEqual(conflict);
    expect(await findPerson(app, token)).not.toBeNull();
  });
});

it('gives an address to one of several concurrent users', async () => {
  const tenant = app.tenant;
  const users = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      app.as(tenant).createUser({ ...booker, email: `${i}@example.org` }),
    ),
  );
  const replies = await Promise.all(
    users.map(({ id }) => app.call('updateUser', { id, email: booker.email }, { tenant })),
  );
  expect(replies.filter((reply) => 'ok' in reply)).toHaveLength(1);
  expect(replies.filter((reply) => !('ok' in reply))).toEqual(Array(7).fill(conflict));
});

const viewer = { email: 'desk@example.org', name: 'Desk', role: 'viewer' } as const;
const admin = { ...viewer, email: 'admin@example.org', role: 'admin' } as const;
const notHeld = refused('scope_not_held', { path: ['role'] });
const usersAlone = { held_scopes: ['admin:users'] };

async function stage(tenant: string) {
  await app.as('').createTenant({ id: tenant, name: tenant, carrier: true });
  const user = await app.as(tenant).createUser(viewer);
  const head = await app.as(tenant).createUser(admin);
  return { user, head, as: { tenant } };
}

describe('who holds admin:users alone', () => {
  it('may not give a role to a new or known user', async () => {
    const { user, as } = await stage(app.tenant);
    for (const command of ['createUser', 'inviteUser'] as const) {
      const wanted = { ...viewer, ...usersAlone, email: 'new@example.org' };
      expect(await app.call(command, wanted, as)).toMatchObject(notHeld);
    }
    const raised = { id: user.id, role: 'admin', ...usersAlone };
    expect(await app.call('updateUser', raised, as)).toMatchObject(notHeld);
  });

  it.each([
    ['updateUser', { role: 'viewer' }],
    ['updateUser', { email: 'mine@example.org' }],
    ['deleteUser', {}],
    ['renewInvitation', {}],
    ['withdrawInvitation', {}],
  ] as const)('may not replace an administrator by %s %o', async (command, change) => {
    const { head, as } = await stage(`ten_take_${command}_${Object.keys(change).join()}`);
    const taken = { id: head.id, ...change, ...usersAlone };
    expect(await app.call(command, taken, as)).toMatchObject(notHeld);
    expect((await app.as(as.tenant).listUsers({})).data).toContainEqual(head);
  });
});

describe('who holds the scopes of a role', () => {
  it.each([
    ['admin', 'auditor'],
    ['admin', 'admin'],
    ['desk_lead', 'dispatcher'],
    ['desk_lead', 'quality'],
  ] as const)('may give the role %s: %s', async (giver, role) => {
    const { as } = await stage(`ten_${giver}_${role}`);
    const wanted = { ...viewer, role, email: 'new@example.org', held_scopes: roleScopes[giver] };
    expect(await app.call('createUser', wanted, as)).toMatchObject({ ok: { role } });
  });

  it.each([
    ['admin', 'desk_lead'],
    ['desk_lead', 'admin'],
    ['dispatcher', 'quality'],
    ['desk_lead', 'viewer'],
  ] as const)('may not give the role %s: %s', async (giver, role) => {
    const { as } = await stage(`ten_not_${giver}_${role}`);
    const wanted = { ...viewer, role, email: 'new@example.org', held_scopes: roleScopes[giver] };
    expect(await app.call('inviteUser', wanted, as)).toMatchObject(notHeld);
  });
});

const add = (tenant: string, email: string) =>
  app.as(tenant).createUser({ email, name: 'Desk', role: 'booker' });

it('listUsers returns the users in the order in which they were added, page by page', async () => {
  const users = app.as();
  const first = await add(app.tenant, 'z@example.org');
  app.clock.advanceMs(1000);
  const second = await add(app.tenant, 'a@example.org');
  expect(await users.listUsers({})).toMatchObject({ total: 2, data: [first, second] });
  expect(await idsByPage((page) => users.listUsers(page), 1)).toEqual([[first.id], [second.id]]);
});
