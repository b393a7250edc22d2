import { connect } from 'node:net';
import { accounts } from '@svc/contracts';
import { freePort, until } from '@svc/devnet';
import { describe, expect, it, onTestFinished } from 'vitest';
import { liveJob, vehiclePosition } from './desk-answers.ts';
import { openDesk, tokenOf } from './desk-under-test.ts';
import { pageOf } from './examples.ts';
import { answerLive, openStream } from './live.ts';
import { hiddenFields } from './markup.ts';
import { personOf } from './persons.ts';

const token = tokenOf('dispatcher');

async function desk() {
  const under = openDesk();
  const live = answerLive(under.services);
  const port = await freePort();
  const origin = await under.app.listen({ port, host: '127.0.0.1' });
  const open = (search = 'topics=jobs', as = token) => openStream(origin, search, as);
  const reads = () => under.services.calls.filter(({ action }) => action === 'listLive');
  const seeVehicle = (change: Partial<typeof vehiclePosition>) =>
    under.services.answer(
      'tracking.listVehiclePositions',
      pageOf([{ ...vehiclePosition, ...change }]),
    );
  return { ...under, ...live, port, open, reads, seeVehicle };
}

describe('the stream of live pages', () => {
  it('brings a job that changed to all who follow, with one read', async () => {
    const { open, change, reads } = await desk();
    const streams = [await open(), await open(), await open()];
    for (const { next } of streams) expect(await next()).toMatchObject({ event: 'reset' });
    const before = reads().length;
    change({ ...liveJob, status: 'assigned' });
    for (const { next } of streams) {
      expect(await next()).toMatchObject({ event: 'job', data: { status: 'assigned' } });
    }
    expect(reads().slice(before)).toMatchObject([
      { input: { ids: ['job_01'] }, meta: { tenant: 'ten_carrier', actor: 'desk' } },
    ]);
    expect(streams[0]?.response.headers.get('cache-control')).toBe('no-store');
  });

  it('goes on after the last message, or says that rows must be read again', async () => {
    const { open, change, get } = await desk();
    expect((await get('/desk', token)).body).toContain('<live-board last="">');
    const first = await open();
    const begun = await first.next();
    expect((await get('/desk', token)).body).toContain(`<live-board last="${begun?.id}">`);
    change({ ...liveJob, seal: 'SL-1' });
    const changed = await first.next();
    first.close();
    const second = await open(`topics=jobs&last=${begun?.id}`);
    expect(await second.next()).toEqual(changed);
    expect(await second.next()).toMatchObject({ event: 'ready', id: changed?.id });
    const foreign = await open('topics=jobs&last=abc-1');
    expect(await foreign.next()).toMatchObject({ event: 'reset', id: changed?.id });
  });

  it('brings a job whose messages changed, with their number and no text', async () => {
    const { open, change } = await desk();
    const { next } = await open();
    await next();
    const messages = { unread: 1, changed_at: '2026-11-02T08:00:00.000Z' };
    change({ ...liveJob, messages });
    expect(await next()).toMatchObject({ event: 'job', data: { messages } });
  });

  it('finds in its next full read what no hint named', async () => {
    const { open, change, clock, services } = await desk();
    const { next } = await open();
    await next();
    services.broadcast = () => undefined;
    change({ ...liveJob, status: 'cancelled' });
    clock.advanceMs(30_000);
    expect(await next()).toMatchObject({ event: 'job', data: { status: 'cancelled' } });
  });

  it('brings vehicles, open jobs and temperatures whole, and then what changed', async () => {
    const { open, seeVehicle } = await desk();
    const { next } = await open('topics=jobs,vehicles,temperatures');
    const begun = [await next(), await next(), await next(), await next()];
    const at = Date.parse(vehiclePosition.seen_at ?? '');
    const dataOf = (event: string) => begun.find((each) => each?.event === event)?.data;
    expect(dataOf('open_jobs')).toEqual([liveJob]);
    expect(dataOf('vehicles')).toEqual([['veh_1', 'CA 123-456', 0, -26.2041, 28.0473, at, 4.5]]);
    expect(dataOf('temperatures')).toEqual([['veh_1', 4.5]]);
    const later = '2026-11-02T08:00:10.000Z';
    const moved = { seen_at: later, last_position: { lat: -26.3, lng: 28 } };
    seeVehicle({ ...moved, measured_at: later, temperature_c: 11.8 });
    const changed = [await next(), await next()].map((each) => [each?.event, each?.data]);
    expect(changed.toSorted()).toEqual([
      ['positions', [[0, -26.3, 28, Date.parse(later), 11.8]]],
      ['temperatures', [['veh_1', 11.8]]],
    ]);
  });
});

describe('no stream is opened', () => {
  it.each<[string, string, string, number, string?]>([
    ['without a session', 'topics=jobs', '', 401],
    ['for the role of another tenant', 'topics=jobs', tokenOf('admin'), 403],
    ['about something else', 'topics=jobs,people', token, 400],
    ['about nothing at all', 'topics=', token, 400],
    ['for a page of another site', 'topics=jobs', token, 403, 'cross-site'],
  ])('%s, which has the status of a page', async (_, search, as, status, site = '') => {
    const { app, reads } = await desk();
    const headers = { cookie: `__Host-session=${as}`, ...(site && { 'sec-fetch-site': site }) };
    const answer = await app.inject({ url: `/desk/live?${search}`, headers });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(reads()).toEqual([]);
  });

  it('beyond 24 of a person, in whatever sessions', async () => {
    const { open, sessions } = await desk();
    const second = 'token-second';
    sessions.set(second, personOf('dispatcher', 'ses_second'));
    for (let n = 0; n < 24; n += 1) {
      const { response } = await open('topics=jobs', n % 2 === 0 ? token : second);
      expect(response.status).toBe(200);
    }
    const { response } = await open('topics=jobs', second);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '10']);
  });
});

describe('an open stream', () => {
  it('ends with its session, and others go on', async () => {
    const { open, change, sessions, get, post } = await desk();
    sessions.set('token-other', personOf('dispatcher', 'ses_other'));
    const [own, other] = [await open(), await open('topics=jobs', 'token-other')];
    for (const { next } of [own, other]) await next();
    const { body } = await get('/sessions', token);
    sessions.delete(token);
    // The form of a session that is known for some seconds yet; its command asks about all streams.
    await post('/sign-out', token, hiddenFields(body, '/sign-out'));
    expect(await own.next()).toMatchObject({ event: 'end' });
    expect(await own.next()).toBeUndefined();
    change({ ...liveJob, seal: 'SL-2' });
    expect(await other.next()).toMatchObject({ event: 'job' });
  });

  it('ends where the role lost the scope; a check is no use of the session', async () => {
    const { open, sessions, services, send } = await desk();
    const { next } = await open();
    await next();
    const calls = [...services.calls];
    sessions.set(token, { ...personOf('dispatcher'), scopes: [] });
    await send({ page: '/sessions', action: '/sign-out', role: 'desk_lead' });
    expect(await next()).toMatchObject({ event: 'end' });
    const { input } = accounts.actions.findPerson;
    const checks = [...calls, ...services.calls].filter(({ action }) => action === 'findPerson');
    expect(checks.map((call) => input.parse(call.input).is_use)).toContain(false);
  });

  it('is dropped where its client never reads, and ends when the process stops', async () => {
    const { app, port, change, open } = await desk();
    const { next } = await open();
    await next();
    const socket = connect(port, '127.0.0.1').pause();
    onTestFinished(() => {
      socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.write(
      `GET /desk/live?topics=jobs HTTP/1.1\r\nhost: x\r\ncookie: __Host-session=${token}\r\n\r\n`,
    );
    const connections = () =>
      new Promise<number>((done) => app.server.getConnections((_, count) => done(count)));
    const accepted = async () => (await connections()) === 2;
    await until(accepted, { timeoutMs: 20_000, everyMs: 1, what: 'the connection' });
    const tenant = { id: 'ten_demo', name: 'x'.repeat(500_000) };
    let round = 0;
    const isDropped = async () => {
      round += 1;
      change({ ...liveJob, tenant, seal: `SL-${round}` });
      await next();
      return (await connections()) === 1;
    };
    await until(isDropped, { timeoutMs: 60_000, everyMs: 1, what: 'the stream to be dropped' });
    expect(round).toBeLessThan(100);
    await app.close();
    expect(await next()).toBeUndefined();
  });
});
