/** The idle end of a session, and the cache of people, on a held clock. */
import { accounts, sessionsTopic } from '@svc/contracts';
import { freePort } from '@svc/devnet';
import { describe, expect, it } from 'vitest';
import { openDesk, start, tokenOf, type UnderTest } from './desk-under-test.ts';
import { answerLive, openStream } from './live.ts';
import { personOf } from './persons.ts';
import { createServices } from './services.ts';

const token = tokenOf('dispatcher');
const admin = tokenOf('admin');
const idleMs = 7_200_000;
const minuteMs = 60_000;
const parse = (input: unknown) => accounts.actions.findPerson.input.parse(input);
const lookUpsOf = ({ services }: UnderTest, wanted: string) =>
  services.calls.filter(
    ({ action, input }) => action === 'findPerson' && parse(input).token === wanted,
  ).length;
const signOut = ({ send }: UnderTest) => send({ page: '/sessions', action: '/sign-out' });

/** Accounts keeps the idle end of one session: uses move it, checks do not. */
function deskWithIdleEnd() {
  const under = openDesk();
  const { services, clock, app } = under;
  answerLive(services);
  let lastUseMs = clock.now().getTime();
  services.answers.set('accounts.findPerson', ({ input }) => {
    const nowMs = clock.now().getTime();
    if (nowMs >= lastUseMs + idleMs) return { ok: { person: null } };
    if (parse(input).is_use !== false) lastUseMs = nowMs;
    return { ok: { person: personOf('dispatcher') } };
  });
  const headers = { cookie: `__Host-session=${token}`, 'sec-fetch-dest': 'empty' };
  const readAgain = (url: string) => app.inject({ url, headers });
  return { ...under, readAgain };
}

describe('a session', () => {
  it('ends although a stream is opened again and again', async () => {
    const { app, clock } = deskWithIdleEnd();
    const origin = await app.listen({ port: await freePort(), host: '127.0.0.1' });
    const statuses: number[] = [];
    for (let n = 0; n <= 9; n += 1) {
      const { response, close } = await openStream(origin, 'topics=jobs', token);
      statuses.push(response.status);
      close();
      clock.advanceMs(15 * minuteMs);
    }
    expect(statuses).toEqual([...Array.from({ length: 8 }, () => 200), 401, 401]);
  });

  it('ends although a script reads the board again; a person who looks keeps it', async () => {
    const { readAgain, get, clock } = deskWithIdleEnd();
    const readFor = async (minutes: number) => {
      let status = 0;
      for (let n = 0; n < minutes; n += 1) {
        clock.advanceMs(minuteMs);
        ({ statusCode: status } = await readAgain('/desk'));
      }
      return status;
    };
    expect(await readFor(100)).toBe(200);
    // Right after a look of the script: its cached answer is no use.
    expect((await get('/desk', token)).statusCode).toBe(200);
    expect(await readFor(100)).toBe(200);
    expect(await readFor(21)).toBe(303);
  });

  it('that another replica ended is over here immediately', async () => {
    const services = createServices();
    const [first, second] = [openDesk({ services }), openDesk({ services })];
    const status = async () => (await second.get('/sessions', token)).statusCode;
    const { tenant } = personOf('dispatcher');
    services.answers.set('accounts.findPerson', ({ input }) => ({
      ok: { person: first.sessions.get(parse(input).token) ?? null },
    }));
    expect(await status()).toBe(200);
    first.sessions.delete(token);
    // Cached, as no hint said anything.
    expect(await status()).toBe(200);
    for (const hint of [{ tenant_id: 'ten_another' }, 'no hint']) {
      services.broadcast(sessionsTopic, hint);
      expect(await status()).toBe(200);
    }
    services.broadcast(sessionsTopic, { tenant_id: tenant.id });
    expect(await status()).toBe(303);
  });
});

describe('a person', () => {
  it('is looked up again after ten seconds, and not before', async () => {
    const under = openDesk();
    const { get, sessions, clock } = under;
    await get('/', admin);
    clock.advanceMs(9_999);
    await get('/', admin);
    expect(lookUpsOf(under, admin)).toBe(1);
    sessions.delete(admin);
    clock.advanceMs(1);
    expect((await get('/', admin)).statusCode).toBe(303);
    expect(lookUpsOf(under, admin)).toBe(2);
  });

  it('is forgotten at the sign-out, with the cookie', async () => {
    const under = openDesk();
    const { get, services, sessions } = under;
    services.answers.set('accounts.endSession', () => {
      sessions.delete(admin);
      return { ok: {} };
    });
    const { answer } = await signOut(under);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/signed-out']);
    const after = await get('/signed-out', admin);
    expect(after.headers['set-cookie']).toMatch(/^__Host-session=;/);
    expect((await get('/', admin)).statusCode).toBe(303);
  });

  it('is looked up beside 69 others who are known', async () => {
    const { get, clock, services, sessions } = openDesk({
      env: { SVC_DESK_ADDRESS_LIMIT: '1000' },
    });
    const tokens = Array.from({ length: 70 }, (_, n) => `token-number-${n}`);
    for (const [n, each] of tokens.entries()) {
      const { user, tenant, ...person } = personOf('viewer', `ses_${n}`);
      const own = { user: { ...user, id: `usr_${n}` }, tenant: { ...tenant, id: `ten_${n % 4}` } };
      sessions.set(each, { ...person, ...own });
    }
    for (const each of tokens) expect((await get('/sessions', each)).statusCode).toBe(200);
    clock.advanceMs(10_001);
    const waiting = Promise.withResolvers<void>();
    let asked = 0;
    services.answers.set('accounts.findPerson', async ({ input }) => {
      asked += 1;
      if (asked === tokens.length) waiting.resolve();
      await waiting.promise;
      return { ok: { person: sessions.get(parse(input).token) ?? null } };
    });
    const answers = await Promise.all(tokens.map((each) => get('/sessions', each)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  });

  it('is named in no line of the log, nor is what is asked for', async () => {
    const { get, lines } = openDesk();
    await get('/jobs?status=booked&starting_after=job_secret', admin);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      ...{ route: 'GET /jobs', tenant: 'ten_demo', status: 200 },
    });
    for (const secret of [admin, 'Person admin', 'admin@', 'usr_admin', 'job_secret', start]) {
      expect(lines.join('')).not.toContain(secret);
    }
  });
});
