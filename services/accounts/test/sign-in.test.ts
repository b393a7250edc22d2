import { until } from '@svc/devnet';
import { refused } from '@svc/kit/testing/service-test';
import { beforeAll, describe, expect, it } from 'vitest';
import { accountsTest, start } from './app.ts';
import { claimsOf, newPerson, signedIn, signIn } from './people.ts';

const app = accountsTest({ SVC_SESSION_LIFE_S: '3600' });
const unknown = refused('unknown_person', { detail: 'No user can sign in with this identity.' });
const attempt = (input: unknown) => app.call('signIn', input, { tenant: '' });
const subjectsOf = async (tenant: string) =>
  (await app.sql('select subject from accounts.identity where tenant_id = $1', [tenant])).map(
    ({ subject }) => subject,
  );

describe('the first signIn at a development provider', () => {
  it('binds the identity to the user with the verified address, and opens a session', async () => {
    const { user, claims } = await newPerson(app, 'ten_first');
    const { created_at: _, ...shown } = user;
    const { token, person } = await signIn(app, claims);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(person).toEqual({
      user: shown,
      tenant: { id: 'ten_first', name: 'Tenant ten_first', carrier: false },
      scopes: expect.arrayContaining(['jobs:write', 'jobs:read']),
      session: {
        id: expect.stringMatching(/^ses_\w{26}$/),
        browser: 'Firefox on Linux',
        created_at: start,
        last_seen_at: start,
        expires_at: '2026-11-02T09:00:00.000Z',
      },
    });
    expect(await subjectsOf('ten_first')).toEqual([claims.subject]);
  });

  it('binds one identity of each issuer', async () => {
    const { user, claims } = await signedIn(app, app.tenant);
    const other = { ...claims, issuer: 'http://localhost:9001', subject: 'abc' };
    expect((await signIn(app, other)).person.user.id).toBe(user.id);
    expect(await subjectsOf(app.tenant)).toHaveLength(2);
  });

  it('stores a hash of the token and nothing derived otherwise', async () => {
    const { token, person } = await signedIn(app, app.tenant);
    const [row] = await app.sql('select * from accounts.session where id = $1', [
      person.session.id,
    ]);
    expect(row.token_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(row)).not.toContain(token);
  });
});

describe('signIn with a known identity', () => {
  beforeAll(async () => {
    await newPerson(app, 'ten_neighbour');
  });

  it.each([
    ['no address', { email: undefined }],
    ['an address that is not verified', { email_verified: false }],
    ['the address of another user', { email: 'ten_neighbour@example.org' }],
  ])('returns its user for any claims about the address: %s', async (name, fault) => {
    const { user, claims } = await signedIn(app, `ten_known_${name.length}`);
    expect((await signIn(app, { ...claims, ...fault })).person.user.id).toBe(user.id);
  });
});

describe('signIn refused with unknown_person', () => {
  it('refuses a verified address without an accepted invitation', async () => {
    const { email } = await newPerson(app, app.tenant);
    expect(await attempt(claimsOf(email, 'https://id.example.org'))).toEqual(unknown);
    expect(await subjectsOf(app.tenant)).toEqual([]);
  });

  it.each([
    ['no user has the address', { email: 'ten_absent@example.org' }],
    ['there is no address', { email: undefined }],
    ['the address is not verified', { email_verified: false }],
    ['it is not said whether the address is verified', { email_verified: undefined }],
  ])('refuses the identity when %s', async (name, fault) => {
    const tenant = `ten_unknown_${name.length}`;
    const { claims } = await newPerson(app, tenant);
    expect(await attempt({ ...claims, ...fault })).toEqual(unknown);
    expect(await subjectsOf(tenant)).toEqual([]);
  });

  it('refuses a user who has another identity of this issuer', async () => {
    const { claims } = await signedIn(app, app.tenant);
    expect(await attempt({ ...claims, subject: 'another' })).toEqual(unknown);
    expect(await subjectsOf(app.tenant)).toEqual([claims.subject]);
  });

  it('refuses an address of users of two tenants', async () => {
    const { claims, email } = await newPerson(app, 'ten_both');
    await app.as('').createTenant({ id: 'ten_too', name: 'Too' });
    const second = { email: email.toUpperCase(), name: 'Desk', role: 'viewer' } as const;
    const { id } = await app.as('ten_too').createUser(second);
    expect(await attempt(claims)).toEqual(unknown);
    await app.as('ten_too').deleteUser({ id });
    expect(await attempt(claims)).toHaveProperty('ok');
  });

  it('refuses an identity that a concurrent change unbinds', async () => {
    const { user, claims } = await signedIn(app, app.tenant);
    const other = await app.running().owner.connect();
    await other.query('begin');
    await other.query('select from accounts.tenant_user where id = $1 for update', [user.id]);
    await other.query('delete from accounts.identity where user_id = $1', [user.id]);
    const reply = attempt({ ...claims, email_verified: false });
    const waiting = `select from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`;
    await until(async () => (await app.sql(waiting)).length > 0, {
      timeoutMs: 30_000,
      what: 'the sign-in to wait for the user',
    });
    await other.query('commit');
    other.release();
    expect(await reply).toEqual(unknown);
  });
});

it('binds once for twenty concurrent first sign-ins of one person', async () => {
  const { user, claims } = await newPerson(app, app.tenant);
  const made = await Promise.all(Array.from({ length: 20 }, () => signIn(app, claims)));
  expect(new Set(made.map(({ person }) => person.user.id))).toEqual(new Set([user.id]));
  expect(new Set(made.map(({ token }) => token)).size).toBe(20);
  expect(await subjectsOf(app.tenant)).toEqual([claims.subject]);
});

it('binds one of ten identities that claim the same address', async () => {
  const { claims } = await newPerson(app, app.tenant);
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, n) => attempt({ ...claims, subject: `subject ${n}` })),
  );
  expect(replies.filter((reply) => 'ok' in reply)).toHaveLength(1);
  expect(replies.filter((reply) => !('ok' in reply))).toEqual(Array(9).fill(unknown));
  expect(await subjectsOf(app.tenant)).toHaveLength(1);
});
