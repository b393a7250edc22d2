import { refused } from '@svc/kit/testing/service-test';
import { describe, expect, it } from 'vitest';
import { accountsTest } from './app.ts';
import { claimsOf, findPerson, newPerson, signIn } from './people.ts';

const app = accountsTest();
const dayMs = 24 * 3_600_000;
const claims = (email: string) => claimsOf(email, 'https://id.example.org');
const fields = (tenant: string) =>
  ({ email: `${tenant}@example.org`, name: 'Ann', role: 'viewer' }) as const;

/** A tenant that has invited a person. */
async function invited(tenant: string, email = fields(tenant).email) {
  await app.as('').createTenant({ id: tenant, name: `Tenant ${tenant}` });
  const made = await app.as(tenant).inviteUser({ ...fields(tenant), email });
  return { ...made, email, claims: claims(email) };
}
const accept = (token: string, more: object) => app.call('acceptInvitation', { token, ...more });
const find = async (token: string) => (await app.as('').findInvitation({ token })).invitation;
const over = refused('invitation_over');
const stateOf = async (tenant: string, id: string) =>
  (await app.as(tenant).listSignInStates({ user_ids: [id] })).states[0];
const identitiesOf = (tenant: string) =>
  app.sql('select subject, user_id from accounts.identity where tenant_id = $1', [tenant]);

describe('inviteUser', () => {
  it('adds the user, and stores a hash of the token', async () => {
    const { user, token, expires_at } = await invited('ten_ok');
    expect(user).toMatchObject(fields('ten_ok'));
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(expires_at).toBe('2026-11-09T08:00:00.000Z');
    expect((await app.as('ten_ok').listUsers({})).data).toEqual([user]);
    const rows = await app.sql("select * from accounts.invitation where tenant_id = 'ten_ok'");
    expect(rows).toMatchObject([{ token_hash: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('findInvitation', () => {
  it('returns who invites, whom and until when', async () => {
    const { user, token, expires_at } = await invited('ten_shown');
    const { id, email, role } = user;
    const tenant = { id: 'ten_shown', name: 'Tenant ten_shown' };
    expect(await find(token)).toEqual({ user: { id, email, role }, tenant, expires_at });
  });

  it.each(['', 'A'.repeat(43), '\u0000'])(
    'returns null for the unknown token %j',
    async (token) => {
      expect(await find(token)).toBeNull();
    },
  );
});

describe('acceptInvitation', () => {
  it('binds the identity and opens a session; the next sign-in needs none', async () => {
    const { user, token, claims: ann } = await invited(app.tenant);
    expect(await app.call('signIn', ann, { tenant: '' })).toEqual(refused('unknown_person'));
    const { person, token: session } = await app.as().acceptInvitation({ token, ...ann });
    expect(person).toMatchObject({ user: { id: user.id }, tenant: { id: app.tenant } });
    expect(await findPerson(app, session)).not.toBeNull();
    expect((await signIn(app, ann)).person.user.id).toBe(user.id);
    expect(await find(token)).toBeNull();
    expect(await stateOf(app.tenant, user.id)).toEqual({
      user_id: user.id,
      is_bound: true,
      invitation_expires_at: null,
    });
  });

  it('is neither blocked nor captured by a tenant that entered the address before', async () => {
    const email = 'wanted@example.org';
    const captor = await invited('ten_before', email);
    const own = await invited('ten_own', email);
    await app.as('ten_own').acceptInvitation({ token: own.token, ...own.claims });
    expect((await signIn(app, own.claims)).person.tenant.id).toBe('ten_own');
    expect(await identitiesOf('ten_before')).toEqual([]);
    expect(await accept(captor.token, own.claims)).toEqual(refused('identity_bound'));
    await app.as('ten_own').deleteUser({ id: own.user.id });
    expect(await accept(captor.token, own.claims)).toHaveProperty('ok');
  });

  it('is logged as a change by the user who accepts', async () => {
    const { user, token, claims: ann } = await invited(app.tenant);
    await app.call('acceptInvitation', { token, ...ann }, { actor: user.id });
    await app.relayed();
    const changes = async () => (await app.as().listChanges({})).data;
    await expect.poll(changes, { timeout: 30_000 }).toMatchObject([
      {
        ...{ action: 'accounts.acceptInvitation', person_id: user.id, object_id: user.id },
        ...{ before: { is_invited: true }, after: { is_invited: false } },
      },
    ]);
  });

  it('replaces the identity of a user who is invited again, and ends its sessions', async () => {
    const { user, token, claims: ann } = await invited(app.tenant);
    const before = await app.as().acceptInvitation({ token, ...ann });
    const renewed = await app.as().renewInvitation({ id: user.id });
    const subject = 'another account of Ann';
    expect(await accept(renewed.token, { ...ann, subject })).toHaveProperty('ok');
    expect(await identitiesOf(app.tenant)).toEqual([{ subject, user_id: user.id }]);
    expect(await findPerson(app, before.token)).toBeNull();
  });
});

describe('acceptInvitation refused', () => {
  it('refuses an invitation after seven days', async () => {
    const { token, claims: ann, user } = await invited(app.tenant);
    app.clock.advanceMs(7 * dayMs - 1);
    expect(await find(token)).not.toBeNull();
    app.clock.advanceMs(1);
    expect(await find(token)).toBeNull();
    expect(await accept(token, ann)).toEqual(over);
    const renewed = await app.as().renewInvitation({ id: user.id });
    expect(await accept(renewed.token, ann)).toHaveProperty('ok');
  });

  it.each([
    ['it was withdrawn', 'withdrawInvitation', {}],
    ['it was renewed', 'renewInvitation', {}],
    ['the user has another address', 'updateUser', { email: 'new@example.org' }],
    ['the user was removed', 'deleteUser', {}],
  ] as const)('refuses the identity when %s', async (_case, action, change) => {
    const tenant = `ten_${action}`;
    const { user, token, claims: ann } = await invited(tenant);
    expect(await app.call(action, { id: user.id, ...change }, { tenant })).toHaveProperty('ok');
    expect(await accept(token, ann)).toEqual(over);
    expect(await identitiesOf(tenant)).toEqual([]);
  });

  it('admits one of several concurrent acceptances', async () => {
    const { token, claims: ann } = await invited(app.tenant);
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, n) => accept(token, { ...ann, subject: `subject ${n}` })),
    );
    expect(replies.filter((reply) => 'ok' in reply)).toHaveLength(1);
    expect(replies.filter((reply) => !('ok' in reply))).toEqual(Array(9).fill(over));
    expect(await identitiesOf(app.tenant)).toHaveLength(1);
  });

  it('admits one of two concurrent invitations of one identity', async () => {
    const email = 'two@example.org';
    const both = [await invited('ten_one', email), await invited('ten_two', email)];
    const replies = await Promise.all(both.map((each) => accept(each.token, each.claims)));
    expect(replies.filter((reply) => 'ok' in reply)).toHaveLength(1);
    expect(replies).toContainEqual(refused('identity_bound'));
  });
});

describe('renewInvitation and withdrawInvitation', () => {
  const actions = ['renewInvitation', 'withdrawInvitation'] as const;

  it.each(actions)("%s refuses another tenant's user like an absent one", async (action) => {
    const { user, token } = await invited(`ten_foreign_${action}`);
    const absent = await app.call(action, { id: 'usr_none' });
    expect(absent).toEqual(refused('user_not_found'));
    expect(await app.call(action, { id: user.id })).toEqual(absent);
    expect(await find(token)).not.toBeNull();
  });

  it('invite a user added without, and change nothing when withdrawn twice', async () => {
    const { user } = await newPerson(app, app.tenant);
    const state = () => stateOf(app.tenant, user.id);
    expect(await state()).toMatchObject({ is_bound: false, invitation_expires_at: null });
    const { token, expires_at } = await app.as().renewInvitation({ id: user.id });
    expect(await state()).toMatchObject({ invitation_expires_at: expires_at });
    for (const _time of ['first', 'second']) {
      expect(await app.as().withdrawInvitation({ id: user.id })).toEqual({});
    }
    expect(await find(token)).toBeNull();
    expect((await app.as().listUsers({})).data).toEqual([user]);
  });
});

it('listSignInStates leaves out users of other tenants, and accepts an empty list', async () => {
  const { user } = await invited('ten_states');
  expect(await stateOf('ten_a', user.id)).toBeUndefined();
  expect(await app.as('ten_states').listSignInStates({ user_ids: [] })).toEqual({ states: [] });
});
