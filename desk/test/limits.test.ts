import { accounts, type Invitation } from '@svc/contracts';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { replicationTopic } from '../src/limits/budgets.ts';
import { openDesk, tokenOf } from './desk-under-test.ts';
import { hiddenFields, textOf } from './markup.ts';
import { createServices } from './services.ts';

interface Sent {
  url?: string;
  token?: string;
  from?: string;
  forwarded?: string;
}
const here = '192.0.2.7';
const elsewhere = '192.0.2.8';
const admin = tokenOf('admin');
/** The window, and the bucket that is partly inside: 60.25 s, in whole seconds. */
const freeAfter = '61';

/** A desk with these limits; `status` is of one request, `statuses` of several in turn. */
function limited(env: Record<string, string>) {
  const under = openDesk({ env });
  const send = ({ url = '/', token, from = here, forwarded }: Sent = {}) =>
    under.app.inject({
      ...{ url, remoteAddress: from },
      headers: {
        ...(token && { cookie: `__Host-session=${token}` }),
        ...(forwarded && { 'x-forwarded-for': forwarded }),
      },
    });
  const status = async (sent?: Sent) => (await send(sent)).statusCode;
  const statuses = async (all: readonly Sent[]) => {
    const found: number[] = [];
    for (const each of all) found.push(await status(each));
    return found;
  };
  const lookUps = (action: string) =>
    under.services.calls.filter((call) => call.action === action).length;
  return { ...under, sendFrom: send, status, statuses, lookUps };
}

const times = (count: number, sent: (n: number) => Sent): Sent[] =>
  Array.from({ length: count }, (_, n) => sent(n));

function expectRefused({ statusCode, headers, body }: LightMyRequestResponse, words: string) {
  expect([statusCode, headers['retry-after']]).toEqual([429, freeAfter]);
  expect(textOf(body)).toContain(words);
}

describe('requests of a person', () => {
  const ofPerson = () => limited({ SVC_DESK_SESSION_LIMIT: '3' });

  it('pass up to the limit, and again after the seconds that the refusal names', async () => {
    const { get, clock, statuses } = ofPerson();
    const jobs = { url: '/jobs', token: admin };
    // Every request counts: a page, a download's path, one that does not exist.
    const sent = [jobs, { ...jobs, url: '/sessions' }, { ...jobs, url: '/nowhere' }];
    expect(await statuses(sent)).toEqual([200, 200, 404]);
    const refused = await get('/jobs', admin);
    expectRefused(
      refused,
      'Too many requests More than 3 requests came from your sessions within a minute. Wait 61 seconds, then load the page again.',
    );
    expect(refused.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(refused.headers['content-security-policy']).toContain("default-src 'none'");
    expect(refused.headers['set-cookie']).toBeUndefined();
    clock.advanceMs(60_000);
    expect((await get('/jobs', admin)).headers['retry-after']).toBe('1');
    clock.advanceMs(1_000);
    expect(await statuses(times(4, () => jobs))).toEqual([200, 200, 200, 429]);
  });

  it('send no form and open no stream above the limit, and say so', async () => {
    const { get, post, services } = ofPerson();
    const token = tokenOf('dispatcher');
    const fields = hiddenFields((await get('/sessions', token)).body, '/sessions/end');
    for (let n = 0; n < 2; n += 1) await get('/desk', token);
    services.calls.length = 0;
    const refused = await post('/sessions/end', token, fields);
    expectRefused(refused, 'Nothing was sent. More than 3 requests');
    expect(refused.body).toContain('go back, and send the form again');
    const stream = await get('/desk/live?topics=jobs', token);
    expectRefused(stream, 'Too many requests.');
    expect(stream.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(stream.body).toMatch(/^Too many requests\. .*61 seconds.*\n$/);
    expect(services.calls).toEqual([]);
    // Another person's, or those without a session, from the same address go on.
    expect((await get('/jobs', tokenOf('booker'))).statusCode).toBe(200);
    expect((await get('/jobs')).statusCode).toBe(303);
  });

  it('do not count icon and scripts', async () => {
    const { statuses, status } = ofPerson();
    for (const [url, found] of [
      ['/icon.svg', 200],
      ['/scripts/none.js', 404],
    ] as const) {
      const all = await statuses(times(10, () => ({ url, token: admin })));
      expect(new Set(all)).toEqual(new Set([found]));
    }
    expect(await status({ url: '/jobs', token: admin })).toBe(200);
  });

  it('have one budget at several desks, which name no token to each other', async () => {
    const broadcast = z.object({ admitted: z.array(z.tuple([z.string(), z.number()])) });
    const bus = createServices();
    const heard: unknown[] = [];
    bus.subscribe(replicationTopic, (payload) => heard.push(payload));
    const countOf = (key: string) =>
      heard
        .flatMap((payload) => broadcast.parse(payload).admitted)
        .reduce((sum, [each, count]) => (each === key ? sum + count : sum), 0);
    const desk = () => openDesk({ env: { SVC_DESK_SESSION_LIMIT: '4' }, services: bus });
    const [one, two] = [desk(), desk()];
    for (let n = 0; n < 3; n += 1) await one.get('/jobs', admin);
    await expect.poll(() => countOf('person usr_admin')).toBe(3);
    expect((await two.get('/jobs', admin)).statusCode).toBe(200);
    expect((await two.get('/jobs', admin)).statusCode).toBe(429);
    expect(JSON.stringify(heard)).not.toContain(admin);
  });
});

describe('requests without a session', () => {
  const ofAddress = (env: Record<string, string> = {}) =>
    limited({ SVC_DESK_ADDRESS_LIMIT: '3', ...env });

  it('have the limit of their address; sessions there and other addresses go on', async () => {
    const { sendFrom, status, statuses, clock } = ofAddress();
    expect(await statuses(times(3, () => ({})))).toEqual([303, 303, 303]);
    expectRefused(await sendFrom(), 'requests without a session came from your network');
    expect(await status({ token: admin })).not.toBe(429);
    expect(await status({ from: elsewhere })).toBe(303);
    clock.advanceMs(61_000);
    expect(await status()).toBe(303);
  });

  it.each([
    ['the peer where no proxy is trusted, whatever a header says', '0', '', 429],
    ['the address that the trusted proxy saw', '1', '', 303],
    ['none that a client names before the entry of the proxy', '1', ', 198.51.100.7', 429],
  ])('are counted by %s', async (_name, SVC_TRUSTED_PROXIES, proxy, status) => {
    const { statuses } = ofAddress({ SVC_TRUSTED_PROXIES });
    const sent = times(4, (n) => ({ forwarded: `203.0.113.${n + 1}${proxy}` }));
    expect(await statuses(sent)).toEqual([303, 303, 303, status]);
  });
});

describe('what a page of another site has a browser fetch', () => {
  const foreign = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' };
  it('uses up no limit, and asks nothing', async () => {
    const urls = ['/', '/invitations/guess', '/sign-in/callback?code=1'];
    const embedded = ['image', 'iframe', 'empty'].flatMap((dest) =>
      urls.map((url) => [url, { ...foreign, 'sec-fetch-dest': dest }] as const),
    );
    const { app, services } = limited({ SVC_DESK_ADDRESS_LIMIT: '1' });
    for (const [url, headers] of [
      ...embedded,
      ['/', { 'sec-fetch-site': 'none', 'sec-purpose': 'prefetch' }] as const,
      ['/jobs', { ...foreign, 'sec-purpose': 'prefetch;prerender' }] as const,
      // Nobody clicked.
      ['/invitations/guess', foreign] as const,
    ]) {
      const cookie = '__Host-session=made-up';
      const answer = await app.inject({ url, headers: { ...headers, cookie } });
      expect([url, answer.statusCode, answer.headers['set-cookie']]).toEqual([url, 403, undefined]);
    }
    expect(services.calls).toEqual([]);
    expect((await app.inject({ url: '/', headers: foreign })).statusCode).toBe(303);
  });

  it('is looked up where it is an invitation that was clicked in web mail', async () => {
    const { app, lookUps } = limited({});
    await app.inject({ url: '/invitations/i', headers: { ...foreign, 'sec-fetch-user': '?1' } });
    expect(lookUps('findInvitation')).toBe(1);
  });
});

describe('tokens of no session', () => {
  it('are looked up as often as the limit says; sessions in use go on', async () => {
    const { clock, lookUps, sendFrom, status, statuses } = limited({
      SVC_DESK_ADDRESS_LIMIT: '3',
    });
    const known = { url: '/jobs', token: admin };
    expect(await status(known)).toBe(200);
    await statuses(times(3, (n) => ({ token: `made-up-${n}` })));
    const before = lookUps('findPerson');
    expectRefused(await sendFrom({ token: 'made-up-4' }), 'sessions that do not exist');
    expect(lookUps('findPerson')).toBe(before);
    // The cached person is too old, and is asked for again: that costs the address nothing.
    clock.advanceMs(10_000);
    expect(await status(known)).toBe(200);
    expect(lookUps('findPerson')).toBe(before + 1);
    // One that this process has never seen waits, and keeps its cookie.
    const fresh = { url: '/jobs', token: tokenOf('viewer') };
    expect(await sendFrom(fresh)).toMatchObject({ statusCode: 429, cookies: [] });
    expect(await status({ ...fresh, from: elsewhere })).toBe(200);
    clock.advanceMs(61_000);
    expect(await status(fresh)).toBe(200);
  });

  it('count as without a session, once theirs has ended', async () => {
    const { clock, sessions, lookUps, status, statuses } = limited({ SVC_DESK_ADDRESS_LIMIT: '2' });
    const ended = { url: '/jobs', token: admin };
    await status(ended);
    sessions.delete(admin);
    clock.advanceMs(10_000);
    expect(await status(ended)).toBe(303);
    const before = lookUps('findPerson');
    expect(await statuses([ended, ended])).toEqual([303, 429]);
    expect(lookUps('findPerson')).toBe(before);
  });
});

describe('sign-ins that fail', () => {
  const link = { url: '/invitations/the-token' };
  const guess = (n: number) => ({ url: `/invitations/guess-${n}` });
  const found: Invitation = {
    user: { id: 'usr_ann', email: 'ann@demo.example', role: 'viewer' },
    tenant: { id: 'ten_demo', name: 'Demo' },
    expires_at: '2026-11-09T08:00:00.000Z',
  };

  it('are bounded by address where that is at fault, and leave sessions and successes alone', async () => {
    const under = limited({ SVC_DESK_SIGN_IN_LIMIT: '3' });
    const { sendFrom, status, statuses, clock, lookUps, services } = under;
    const all = (code: number) => Array.from({ length: 5 }, () => code);
    services.answers.delete('accounts.findInvitation');
    expect(await statuses(times(5, guess))).toEqual(all(503));
    services.answers.set('accounts.findInvitation', ({ input }) => {
      const { token } = accounts.actions.findInvitation.input.parse(input);
      return { ok: { invitation: token === 'the-token' ? found : null } };
    });
    expect(await statuses(times(5, () => link))).toEqual(all(200));
    expect(await statuses(times(3, guess))).toEqual([410, 410, 410]);
    const asked = lookUps('findInvitation');
    for (let n = 3; n < 50; n += 1) {
      expectRefused(await sendFrom(guess(n)), 'More than 3 sign-ins from your network failed');
    }
    expect(lookUps('findInvitation')).toBe(asked);
    for (const token of [admin, tokenOf('viewer')]) {
      expect(await status({ url: '/jobs', token })).toBe(200);
    }
    expect(await status({ ...link, from: elsewhere })).toBe(200);
    expect(await status(link)).toBe(429);
    clock.advanceMs(61_000);
    expect(await status(link)).toBe(200);
  });
});
