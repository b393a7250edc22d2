import { once } from 'node:events';
import { connect } from 'node:net';
import { createMetrics } from '@svc/kit/metrics';
import { beforeEach, describe, expect, it } from 'vitest';
import { openDesk, tokenOf } from './desk-under-test.ts';
import { pageOf } from './examples.ts';
import { personOf } from './persons.ts';

const metrics = () => createMetrics({ defaults: false });
let gate: PromiseWithResolvers<void>;
beforeEach(() => {
  gate = Promise.withResolvers();
});

/** A viewer of another tenant. */
const rival = 'token-rival';

/** A desk whose list of jobs waits for the gate. */
function desk(inFlightMax: number) {
  const measured = metrics();
  const env = { SVC_IN_FLIGHT_MAX: String(inFlightMax) };
  const under = openDesk({ env, metrics: measured });
  under.services.answers.set('jobs.list', async () => {
    await gate.promise;
    return { ok: pageOf([]) };
  });
  under.sessions.set(rival, {
    ...personOf('viewer'),
    user: { ...personOf('viewer').user, id: 'usr_rival' },
    tenant: { id: 'ten_rival', name: 'Rival', carrier: false },
  });
  const waiting = () => under.services.asked('list').length;
  return { ...under, metrics: measured, waiting };
}

describe('requests in flight', () => {
  it('of one person are bounded by a quarter, and free their slots', async () => {
    const { get, waiting } = desk(8);
    const [one, two] = [get('/jobs', tokenOf('admin')), get('/jobs', tokenOf('admin'))];
    await expect.poll(waiting).toBe(2);
    const refused = await get('/jobs', tokenOf('admin'));
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '10']);
    expect(refused.body).toContain('<h1>Too much at once</h1>');
    expect((await get('/sessions', tokenOf('viewer'))).statusCode).toBe(200);
    gate.resolve();
    expect([(await one).statusCode, (await two).statusCode]).toEqual([200, 200]);
    expect((await get('/jobs', tokenOf('admin'))).statusCode).toBe(200);
  });

  it('of all are bounded; what is static is answered', async () => {
    const { get, waiting, metrics } = desk(1);
    // A quarter more is kept for those with hardly anything in flight.
    const sent = [get('/jobs', tokenOf('admin')), get('/jobs', rival)];
    await expect.poll(waiting).toBe(2);
    expect((await get('/jobs', tokenOf('booker'))).statusCode).toBe(503);
    expect((await get('/sign-in')).statusCode).toBe(503);
    expect((await get('/icon.svg')).statusCode).toBe(200);
    expect(await metrics.scrape()).toContain('svc_http_requests_in_flight 2');
    gate.resolve();
    await Promise.all(sent);
    await expect.poll(() => metrics.scrape()).toContain('svc_http_requests_in_flight 0');
    expect((await get('/jobs', tokenOf('booker'))).statusCode).toBe(200);
  });

  it('that are shed send no form', async () => {
    const { get, post, waiting, services } = desk(1);
    const sent = [get('/jobs', tokenOf('admin')), get('/jobs', rival)];
    await expect.poll(waiting).toBe(2);
    const refused = await post('/sessions/end', tokenOf('booker'), {});
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '10']);
    expect(refused.body).toContain('Nothing was sent. ');
    expect(services.asked('endSessions')).toEqual([]);
    gate.resolve();
    await Promise.all(sent);
  });
});

it('a person who leaves before the answer leaves one line', async () => {
  const { app, lines, services, waiting } = desk(8);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const left = connect(Object(app.server.address()).port, '127.0.0.1');
  const seen = once(app.server, 'request');
  left.write(`GET /jobs HTTP/1.1\r\nhost: x\r\ncookie: __Host-session=${tokenOf('admin')}\r\n\r\n`);
  const [{ socket }] = await seen;
  await expect.poll(waiting).toBe(1);
  left.resetAndDestroy();
  await new Promise<void>((resolve) => socket.once('close', () => resolve()));
  gate.resolve();
  const logged = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
  await expect.poll(logged).not.toEqual([]);
  await app.close();
  expect(logged()).toMatchObject([{ route: 'GET /jobs', status: 200, aborted: true }]);
  expect(services.asked('list')).toHaveLength(1);
});

describe('a refusal', () => {
  it('is counted by its code, and logged without address and token', async () => {
    const measured = metrics();
    const env = {
      SVC_DESK_SESSION_LIMIT: '1',
      SVC_DESK_ADDRESS_LIMIT: '1',
      SVC_TRUSTED_PROXIES: '1',
    };
    const { app, lines } = openDesk({ env, metrics: measured });
    const forwarded = { 'x-forwarded-for': '203.0.113.9' };
    const cookies = [`__Host-session=${tokenOf('admin')}`, '__Host-session=made-up', ''];
    for (const cookie of [...cookies, ...cookies]) {
      await app.inject({
        url: '/jobs',
        headers: { ...forwarded, cookie },
        remoteAddress: '192.0.2.7',
      });
    }
    expect(await measured.scrape()).toContain('svc_http_problems_total{code="rate_limited"} 4');
    const text = lines.join('');
    expect(text).toMatch(
      /"tenant":"ten_demo","route":"GET \/jobs","status":429,"code":"rate_limited"/,
    );
    for (const secret of ['203.0.113.9', '192.0.2.7', tokenOf('admin'), 'made-up']) {
      expect(text).not.toContain(secret);
    }
  });
});
