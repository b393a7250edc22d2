import { accounts, roleScopes } from '@svc/contracts';
import { until } from '@svc/devnet';
import { describe, expect, it } from 'vitest';
import { accountsApp } from './accounts.ts';
import { findPerson, signedIn } from './people.ts';

const app = accountsApp();
const strict = accountsApp({ SVC_SESSION_IDLE_S: '60', SVC_SESSION_LIFE_S: '150' });
const hourMs = 3_600_000;
const noToken = 'A'.repeat(43);
const roles = accounts.actions.createUser.input.shape.role.options;

describe('findPerson', () => {
  it.each(roles)('tells who has signed in and what the role permits: %s', async (role) => {
    const { user, token } = await signedIn(app, `ten_${role}`, { role, carrier: true });
    expect(await findPerson(app, token)).toMatchObject({
      user: { id: user.id, email: user.email, name: 'Desk', role },
      tenant: { id: `ten_${role}`, carrier: true },
      scopes: roleScopes[role],
    });
  });

  it('follows the name of user and tenant', async () => {
    const { user, token } = await signedIn(app, 'ten_names');
    await app.as('ten_names').updateUser({ id: user.id, name: 'Front desk' });
    await app.as('').createTenant({ id: 'ten_names', name: 'Renamed' });
    expect(await findPerson(app, token)).toMatchObject({
      user: { name: 'Front desk' },
      tenant: { name: 'Renamed' },
    });
  });

  it("permits nothing to a carrier's role in a tenant that is the carrier no more", async () => {
    const { token } = await signedIn(app, 'ten_former', { role: 'dispatcher', carrier: true });
    await app.as('').createTenant({ id: 'ten_former', name: 'Former', carrier: false });
    expect(await findPerson(app, token)).toMatchObject({ scopes: [] });
  });

  it('writes its use behind', async () => {
    const { token, person } = await signedIn(app, 'ten_use');
    app.clock.advanceMs(hourMs);
    await findPerson(app, token);
    const stored = async () => {
      app.wakeWorker('record-last-uses');
      const sql = 'select last_seen_at from accounts.session where id = $1';
      const [row] = await app.rows(sql, [person.session.id]);
      return row.last_seen_at.getTime() === app.clock.now().getTime();
    };
    await until(stored, { timeoutMs: 30_000, what: 'the use to be written' });
  });
});

describe('findPerson finds nobody', () => {
  it.each(['', noToken, 'ses_1', '\u0000'])('by a token that nobody has: %j', async (token) => {
    expect(await findPerson(app, token)).toBeNull();
  });

  it('by the hash itself', async () => {
    const { person } = await signedIn(app, 'ten_hash');
    const sql = 'select token_hash from accounts.session where id = $1';
    const [row] = await app.rows(sql, [person.session.id]);
    expect(await findPerson(app, row.token_hash)).toBeNull();
  });

  it('after the idle end, to the millisecond', async () => {
    const { token } = await signedIn(app, 'ten_idle');
    app.clock.advanceMs(2 * hourMs - 1);
    expect(await findPerson(app, token)).not.toBeNull();
    app.clock.advanceMs(2 * hourMs - 1);
    expect(await findPerson(app, token)).not.toBeNull();
    app.clock.advanceMs(2 * hourMs);
    expect(await findPerson(app, token)).toBeNull();
    expect(await findPerson(app, token)).toBeNull();
  });

  it('after the absolute end, to the millisecond, however much it was used', async () => {
    const { token } = await signedIn(app, 'ten_life');
    for (let hours = 1; hours < 12; hours += 1) {
      app.clock.advanceMs(hourMs);
      expect(await findPerson(app, token)).not.toBeNull();
    }
    app.clock.advanceMs(hourMs - 1);
    expect(await findPerson(app, token)).not.toBeNull();
    app.clock.advanceMs(1);
    expect(await findPerson(app, token)).toBeNull();
  });

  it('after the ends that the settings say', async () => {
    const [idle, used] = [await signedIn(strict, 'ten_a'), await signedIn(strict, 'ten_b')];
    strict.clock.advanceMs(59_999);
    expect(await findPerson(strict, used.token)).not.toBeNull();
    strict.clock.advanceMs(1);
    expect(await findPerson(strict, idle.token)).toBeNull();
    strict.clock.advanceMs(50_000);
    expect(await findPerson(strict, used.token)).not.toBeNull();
    strict.clock.advanceMs(40_000);
    expect(await findPerson(strict, used.token)).toBeNull();
  });
});

describe('findPerson with bad input', () => {
  it('is told so', async () => {
    const reply = await app.call('findPerson', { token: 'x'.repeat(201) });
    expect(reply).toEqual({ invalid: expect.anything() });
  });
});
