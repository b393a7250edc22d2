import { accounts, type Invitation } from '@svc/contracts';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { replicationTopic } from '../src/limits/budgets.ts';
import { deskUnderTest, hiddenFields, tokenOf } from './desk-under-test.ts';
import { personOf } from './persons.ts';
import { createServices, type Services } from './services.ts';

const start = (env: Record<string, string>, services?: Services) =>
  deskUnderTest({ env, ...(services && { services }) }).then((under) => {
    onTestFinished(() => under.app.close());
    return under;
  });

interface Sent {
  url?: string;
  token?: string;
  from?: string;
  forwarded?: string;
}

const sender =
  (app: FastifyInstance) =>
  ({ url = '/', token, from = '192.0.2.7', forwarded }: Sent = {}) =>
    app.inject({
      url,
      remoteAddress: from,
      headers: {
        ...(token && { cookie: `__Host-session=${token}` }),
        ...(forwarded && { 'x-forwarded-for': forwarded }),
      },
    });

const admin = tokenOf('admin');
/** The window, and the bucket that is partly inside: 60.25 s, in whole seconds. */
const freeAfter = '61';

describe('requests of a session', () => {
  const limited = () => start({ SVC_DESK_SESSION_LIMIT: '3' });

  it('pass up to the limit, and again after the seconds that the refusal names', async () => {
    const { get, clock } = await limited();
    // Every request counts: a page, a download's path, one that does not exist.
    for (const [path, status] of [
      ['/jobs', 200],
      ['/sessions', 200],
      ['/nowhere', 404],
    ] as const) {
      expect((await get(path, admin)).statusCode).toBe(status);
    }
    const refused = await get('/jobs', admin);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, freeAfter]);
    expect(refused.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(refused.headers['content-security-policy']).toContain("default-src 'none'");
    expect(refused.body).toContain('<h1>Too many requests</h1>');
    expect(refused.body).toContain(
      'More than 3 requests came from your session within a minute. Wait 61 seconds, then load the page again.',
    );
    expect(refused.headers['set-cookie']).toBeUndefined();
    clock.advanceMs(60_000);
    expect((await get('/jobs', admin)).headers['retry-after']).toBe('1');
    clock.advanceMs(1_000);
    for (let n = 0; n < 3; n += 1) expect((await get('/jobs', admin)).statusCode).toBe(200);
    expect((await get('/jobs', admin)).statusCode).toBe(429);
  });

  it('are not those of another session, or without one, from the same address', async () => {
    const { app, sessions } = await limited();
    const send = sender(app);
    sessions.set('token-second', personOf('admin', 'ses_second'));
    for (let n = 0; n < 4; n += 1) await send({ url: '/jobs', token: admin });
    expect((await send({ url: '/jobs', token: admin })).statusCode).toBe(429);
    expect((await send({ url: '/jobs', token: 'token-second' })).statusCode).toBe(200);
    expect((await send({ url: '/jobs' })).statusCode).toBe(303);
  });

  it('send no form above the limit, and say that nothing was sent', async () => {
    const { get, post, services } = await limited();
    const fields = hiddenFields((await get('/sessions', admin)).body, '/sessions/end');
    for (let n = 0; n < 2; n += 1) await get('/jobs', admin);
    services.calls.length = 0;
    const refused = await post('/sessions/end', admin, fields);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, freeAfter]);
    expect(refused.body).toContain('Nothing was sent. More than 3 requests');
    expect(refused.body).toContain('go back, and send the form again');
    expect(services.calls).toEqual([]);
  });

  it('open no stream above the limit, and say so in a line', async () => {
    const { get } = await limited();
    const token = tokenOf('dispatcher');
    for (let n = 0; n < 3; n += 1) await get('/desk', token);
    const refused = await get('/desk/live?topics=jobs', token);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, freeAfter]);
    expect(refused.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(refused.body).toMatch(/^Too many requests\. .*61 seconds.*\n$/);
  });

  it('do not count icon and scripts', async () => {
    const { get } = await limited();
    for (let n = 0; n < 10; n += 1) {
      expect((await get('/icon.svg', admin)).statusCode).toBe(200);
      expect((await get('/scripts/none.js', admin)).statusCode).toBe(404);
    }
    expect((await get('/jobs', admin)).statusCode).toBe(200);
  });
});

describe('requests without a session', () => {
  const limited = (env: Record<string, string> = {}) =>
    start({ SVC_DESK_ADDRESS_LIMIT: '3', ...env });

  it('have the limit of their address; sessions there and other addresses go on', async () => {
    const { app, clock } = await limited();
    const send = sender(app);
    for (let n = 0; n < 3; n += 1) expect((await send()).statusCode).toBe(303);
    const refused = await send();
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, freeAfter]);
    expect(refused.body).toContain('requests without a session came from your network');
    expect((await send({ token: admin })).statusCode).not.toBe(429);
    expect((await send({ from: '192.0.2.8' })).statusCode).toBe(303);
    clock.advanceMs(61_000);
    expect((await send()).statusCode).toBe(303);
  });

  it('of one IPv6 network count together', async () => {
    const send = sender((await limited()).app);
    for (let n = 1; n < 4; n += 1) await send({ from: `2001:db8::${n}` });
    expect((await send({ from: '2001:db8::99' })).statusCode).toBe(429);
    expect((await send({ from: '2001:db8:0:1::1' })).statusCode).toBe(303);
  });

  it.each([
    ['the peer where no proxy is trusted, whatever a header says', '0', 429],
    ['what the trusted proxy saw', '1', 303],
  ])('count %s', async (_name, SVC_TRUSTED_PROXIES, status) => {
    const send = sender((await limited({ SVC_TRUSTED_PROXIES })).app);
    for (let n = 1; n < 4; n += 1) await send({ forwarded: `203.0.113.${n}` });
    expect((await send({ forwarded: '203.0.113.4' })).statusCode).toBe(status);
  });

  it('cannot name another client before the entry of the trusted proxy', async () => {
    const send = sender((await limited({ SVC_TRUSTED_PROXIES: '1' })).app);
    for (let n = 1; n < 4; n += 1) await send({ forwarded: `203.0.113.${n}, 198.51.100.7` });
    expect((await send({ forwarded: '203.0.113.9, 198.51.100.7' })).statusCode).toBe(429);
  });
});

describe('what a page of another site embeds', () => {
  it.each(['image', 'iframe', 'empty'])(
    'as %s uses up no limit, and asks nothing',
    async (dest) => {
      const { app, services } = await start({ SVC_DESK_ADDRESS_LIMIT: '1' });
      const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': dest };
      for (const url of ['/', '/invitations/guess', '/sign-in/callback?code=1']) {
        const cookie = '__Host-session=made-up';
        const answer = await app.inject({ url, headers: { ...headers, cookie } });
        expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([403, undefined]);
      }
      expect(services.calls).toEqual([]);
      const followed = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' };
      expect((await app.inject({ url: '/', headers: followed })).statusCode).toBe(303);
    },
  );
});

describe('tokens of no session', () => {
  const lookUps = ({ calls }: Services) =>
    calls.filter(({ action }) => action === 'findPerson').length;

  it('are looked up as often as the limit says; sessions in use go on', async () => {
    const { app, clock, services } = await start({ SVC_DESK_ADDRESS_LIMIT: '3' });
    const send = sender(app);
    expect((await send({ url: '/jobs', token: admin })).statusCode).toBe(200);
    for (let n = 0; n < 3; n += 1) await send({ token: `made-up-${n}` });
    const before = lookUps(services);
    const refused = await send({ token: 'made-up-4' });
    expect(refused.statusCode).toBe(429);
    expect(refused.body).toContain('sessions that do not exist');
    expect(lookUps(services)).toBe(before);
    // The cached person is too old, and is asked for again: that costs the address nothing.
    clock.advanceMs(10_000);
    expect((await send({ url: '/jobs', token: admin })).statusCode).toBe(200);
    expect(lookUps(services)).toBe(before + 1);
    // One that this process has never seen waits, and keeps its cookie.
    const fresh = { url: '/jobs', token: tokenOf('viewer') };
    const waits = await send(fresh);
    expect([waits.statusCode, waits.headers['set-cookie']]).toEqual([429, undefined]);
    expect((await send({ ...fresh, from: '192.0.2.8' })).statusCode).toBe(200);
    clock.advanceMs(61_000);
    expect((await send(fresh)).statusCode).toBe(200);
  });

  it('count as without a session, once theirs has ended', async () => {
    const { app, clock, sessions, services } = await start({ SVC_DESK_ADDRESS_LIMIT: '2' });
    const send = sender(app);
    await send({ url: '/jobs', token: admin });
    sessions.delete(admin);
    clock.advanceMs(10_000);
    expect((await send({ url: '/jobs', token: admin })).statusCode).toBe(303);
    const before = lookUps(services);
    expect((await send({ url: '/jobs', token: admin })).statusCode).toBe(303);
    expect((await send({ url: '/jobs', token: admin })).statusCode).toBe(429);
    expect(lookUps(services)).toBe(before);
  });
});

describe('several desks', () => {
  const broadcast = z.object({ admitted: z.array(z.tuple([z.string(), z.number()])) });

  it('keep one budget of a session, and name no token to each other', async () => {
    const bus = createServices();
    const heard: unknown[] = [];
    bus.subscribe(replicationTopic, (payload) => heard.push(payload));
    const countOf = (key: string) =>
      heard
        .flatMap((payload) => broadcast.parse(payload).admitted)
        .reduce((sum, [each, count]) => (each === key ? sum + count : sum), 0);
    const env = { SVC_DESK_SESSION_LIMIT: '4' };
    const [one, two] = [await start(env, bus), await start(env, bus)];
    for (let n = 0; n < 3; n += 1) await one.get('/jobs', admin);
    await expect.poll(() => countOf('session ses_admin')).toBe(3);
    expect((await two.get('/jobs', admin)).statusCode).toBe(200);
    expect((await two.get('/jobs', admin)).statusCode).toBe(429);
    expect(JSON.stringify(heard)).not.toContain(admin);
  });
});

describe('sign-ins that fail', () => {
  const invitation: Invitation = {
    user: { id: 'usr_ann', email: 'ann@demo.example', role: 'viewer' },
    tenant: { id: 'ten_demo', name: 'Demo' },
    expires_at: '2026-11-09T08:00:00.000Z',
  };
  const link = { url: '/invitations/the-token' };
  const guess = (n: number) => ({ url: `/invitations/guess-${n}` });
  async function limited() {
    const under = await start({ SVC_DESK_SIGN_IN_LIMIT: '3' });
    under.services.answers.set('accounts.findInvitation', ({ input }) => {
      const { token } = accounts.actions.findInvitation.input.parse(input);
      return { ok: { invitation: token === 'the-token' ? invitation : null } };
    });
    const guesses = () => under.services.calls.filter(({ action }) => action === 'findInvitation');
    return { ...under, send: sender(under.app), guesses };
  }

  it('are bounded by address, and sign nobody out', async () => {
    const { send, clock, guesses } = await limited();
    for (let n = 0; n < 3; n += 1) expect((await send(guess(n))).statusCode).toBe(410);
    for (let n = 3; n < 50; n += 1) {
      const refused = await send(guess(n));
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, freeAfter]);
      expect(refused.body).toContain('More than 3 sign-ins from your network failed');
    }
    expect(guesses()).toHaveLength(3);
    for (const token of [admin, tokenOf('viewer')]) {
      expect((await send({ url: '/jobs', token })).statusCode).toBe(200);
    }
    expect((await send({ ...link, from: '192.0.2.8' })).statusCode).toBe(200);
    expect((await send(link)).statusCode).toBe(429);
    clock.advanceMs(61_000);
    expect((await send(link)).statusCode).toBe(200);
  });

  it('through no fault of the address are not counted, nor are those that succeed', async () => {
    const { send, services } = await limited();
    for (let n = 0; n < 5; n += 1) {
      expect((await send(link)).statusCode).toBe(200);
    }
    services.answers.delete('accounts.findInvitation');
    for (let n = 0; n < 5; n += 1) expect((await send(guess(n))).statusCode).toBe(503);
  });
});
