/** The idle end of a session, and the cache of people, on a held clock. */
import { accounts, type Person, sessionsTopic } from '@svc/contracts';
import { freePort } from '@svc/devnet';
import { expect, it, onTestFinished } from 'vitest';
import { deskUnderTest, hiddenFields, tokenOf } from './desk-under-test.ts';
import { openStream } from './live-client.ts';
import { answerLive } from './live-jobs.ts';
import { personOf } from './persons.ts';
import { createServices } from './services.ts';

const token = tokenOf('dispatcher');
const idleMs = 7_200_000;
const minuteMs = 60_000;

/** Accounts keeps the idle end of one session: uses move it, checks do not. */
async function deskWithIdleEnd() {
  const under = await deskUnderTest();
  onTestFinished(() => under.app.close());
  answerLive(under.services);
  let lastUseMs = under.clock.now().getTime();
  under.services.answers.set('accounts.findPerson', ({ input }) => {
    const { is_use } = accounts.actions.findPerson.input.parse(input);
    const nowMs = under.clock.now().getTime();
    if (nowMs >= lastUseMs + idleMs) return { ok: { person: null } };
    if (is_use !== false) lastUseMs = nowMs;
    return { ok: { person: personOf('dispatcher') } };
  });
  const readAgain = (path: string) =>
    under.app.inject({
      url: path,
      headers: { cookie: `__Host-session=${token}`, 'sec-fetch-dest': 'empty' },
    });
  return { ...under, readAgain };
}

it('a stream that is opened again and again does not hold its session', async () => {
  const { app, clock } = await deskWithIdleEnd();
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

it('nor does a board that its script reads again; a person who looks does', async () => {
  const { readAgain, get, clock } = await deskWithIdleEnd();
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

it('a form of one tenant leaves the people of others in the cache', async () => {
  const { app, get, post, services } = await deskUnderTest();
  onTestFinished(() => app.close());
  const lookUpsOf = (wanted: string) =>
    services.calls
      .filter(({ action }) => action === 'findPerson')
      .filter(({ input }) => accounts.actions.findPerson.input.parse(input).token === wanted)
      .length;
  const { body } = await get('/sessions', tokenOf('admin'));
  await get('/sessions', tokenOf('viewer'));
  await get('/sessions', token);
  await post('/sign-out', tokenOf('admin'), hiddenFields(body, '/sign-out'));
  const before = [lookUpsOf(token), lookUpsOf(tokenOf('viewer'))];
  await get('/sessions', token);
  await get('/sessions', tokenOf('viewer'));
  expect([lookUpsOf(token), lookUpsOf(tokenOf('viewer'))]).toEqual([
    before[0],
    (before[1] ?? 0) + 1,
  ]);
});

it('more than 64 people who are known may be looked up at once', async () => {
  const { app, get, clock, services, sessions } = await deskUnderTest({
    env: { SVC_DESK_ADDRESS_LIMIT: '1000' },
  });
  onTestFinished(() => app.close());
  const tokens = Array.from({ length: 70 }, (_, n) => `token-number-${n}`);
  for (const [n, each] of tokens.entries()) sessions.set(each, personOf('viewer', `ses_${n}`));
  for (const each of tokens) expect((await get('/sessions', each)).statusCode).toBe(200);
  clock.advanceMs(10_001);
  const waiting = Promise.withResolvers<void>();
  const people = new Map<string, Person>(sessions);
  let asked = 0;
  services.answers.set('accounts.findPerson', async ({ input }) => {
    asked += 1;
    if (asked === tokens.length) waiting.resolve();
    await waiting.promise;
    const found = people.get(accounts.actions.findPerson.input.parse(input).token);
    return { ok: { person: found ?? null } };
  });
  const answers = await Promise.all(tokens.map((each) => get('/sessions', each)));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
});

it('another replica hears at once of a session that ended', async () => {
  const services = createServices();
  const [first, second] = [await deskUnderTest({ services }), await deskUnderTest({ services })];
  onTestFinished(() => Promise.all([first.app.close(), second.app.close()]).then(() => undefined));
  expect((await second.get('/sessions', token)).statusCode).toBe(200);
  second.sessions.delete(token);
  // Cached, as nobody said anything.
  expect((await second.get('/sessions', token)).statusCode).toBe(200);
  services.broadcast(sessionsTopic, { tenant_id: 'ten_another' });
  expect((await second.get('/sessions', token)).statusCode).toBe(200);
  const { tenant } = first.sessions.get(token) ?? personOf('viewer');
  services.broadcast(sessionsTopic, 'no hint');
  services.broadcast(sessionsTopic, { tenant_id: tenant.id });
  expect((await second.get('/sessions', token)).statusCode).toBe(303);
});
