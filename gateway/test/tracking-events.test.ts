import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { messagesIn } from './event-messages.ts';
import { gatewayUnderTest, type UnderTest } from './gateway-under-test.ts';
import { codeIn } from './requests.ts';
import { type Tracked, tracked } from './tracking-record.ts';

let gateway: UnderTest;
let origin: string;
const path = '/t/a-token-of-22-letters-x/events';

beforeEach(async () => {
  const env = { SVC_WATCH_POLL_MS: '10', SVC_TRUSTED_PROXIES: '1' };
  gateway = await gatewayUnderTest({ env });
  answer({});
  origin = await gateway.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => gateway.app.close());

function answer(changes: Partial<Tracked>) {
  gateway.services.answers.set('tracking.trackByToken', () => ({ ok: tracked(changes) }));
}

const issue = () =>
  gateway.services.answers.set('custody.issuedCertificates', () => ({
    ok: { certificates: [{ id: 'POC-0123456789', type: 'proof_of_custody', verify_url: '' }] },
  }));

/** A viewer at another address. */
const from = (address: number) => ({ 'x-forwarded-for': `192.0.2.${address}` });
async function open(headers: Record<string, string> = {}) {
  const response = await fetch(origin + path, { headers });
  const stream = messagesIn(response.body);
  const next = async () => (await stream.next()).value;
  return { response, next };
}

describe('the event stream of a tracking page', () => {
  it('begins with how the job stands and goes on with what changes', async () => {
    const { response, next } = await open();
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-ratelimit-limit')).toBe('600');
    const first = await next();
    expect(first).toMatchObject({ event: 'update', id: '00000003-0.25.position' });
    expect(first?.data).toMatchObject({ version: '00000003-0.25.position', status: 'in_transit' });
    expect(first?.data.html).toContain('<h1>On the way to the drop-off</h1>');
    answer({ version: '00000004-0', eta_minutes: 3 });
    expect(await next()).toMatchObject({ event: 'update', id: '00000004-0.3.position' });
    await response.body?.cancel().catch(() => undefined);
  });

  it('says so when a reading is out of range, and when it gets late', async () => {
    const { next } = await open();
    await next();
    const since = '2026-11-02T07:55:00.000Z';
    answer({ out_of_range: { temperature_c: 9, at: since, since } });
    expect((await next())?.data).toMatchObject({
      news: 'On the way to the drop-off. Temperature out of range now',
    });
    answer({ sla_status: 'overdue', minutes_late: 1 });
    expect((await next())?.data).toMatchObject({ news: 'On the way to the drop-off. Late' });
    answer({ sla_status: 'overdue', minutes_late: 2 });
    expect((await next())?.data.html).toContain('Late by 2 min');
  });

  it('of a delivery goes on until its certificate is there', async () => {
    const { next } = await open();
    await next();
    answer({ status: 'delivered', version: '9', delivered_at: '2026-11-02T07:59:00.000Z' });
    expect((await next())?.data.html).toContain('The certificate is being issued.');
    issue();
    expect((await next())?.data.html).toContain('/verify/POC-0123456789');
    expect(await next()).toMatchObject({ event: 'end' });
    expect(await next()).toBeUndefined();
  });

  const quarterAgo = '2026-11-02T07:44:00.000Z';
  it.each([
    ['delivered without a certificate', { status: 'delivered', delivered_at: quarterAgo }],
    ['brought back', { status: 'exception', returned_at: quarterAgo }],
    ['cancelled', { status: 'cancelled' }],
  ] as const)('of a job that is %s ends at once', async (_, changes) => {
    answer(changes);
    const { next } = await open();
    expect(await next()).toMatchObject({ event: 'update' });
    expect(await next()).toMatchObject({ event: 'end' });
  });

  it('does not repeat what a returning viewer has seen', async () => {
    const { next } = await open({ 'last-event-id': '00000003-0.25.position' });
    answer({ version: '00000004-0' });
    expect(await next()).toMatchObject({ id: '00000004-0.25.position' });
  });

  it('has room for fifty viewers of a link', async () => {
    const streams = await Promise.all(Array.from({ length: 50 }, (_, i) => open(from(i % 3))));
    expect(streams.every(({ response }) => response.status === 200)).toBe(true);
    const late = await open(from(3));
    expect(late.response.status).toBe(503);
    expect(late.response.headers.get('retry-after')).toBe('30');
  });
});

describe('event streams of one address', () => {
  it('are twenty, however many links they are of', async () => {
    const links = Array.from({ length: 30 }, (_, i) => `/t/a-token-of-22-letters-${i}/events`);
    const responses = await Promise.all(
      links.map((link) => fetch(origin + link, { headers: from(1) })),
    );
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    expect(refused[0]?.headers.get('retry-after')).toBe('30');
    expect(await refused[0]?.json()).toMatchObject({ code: 'rate_limited' });
    expect((await open(from(2))).response.status).toBe(200);
  });

  it('leave room when they end, also when a viewer just half-closes', async () => {
    const port = Number(new URL(origin).port);
    const opened = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
        socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 192.0.2.1\r\n\r\n`);
        await once(socket, 'data');
        return socket;
      }),
    );
    expect((await open(from(1))).response.status).toBe(429);
    for (const socket of opened) socket.end();
    await expect.poll(async () => (await open(from(1))).response.status).toBe(200);
    for (const socket of opened) socket.destroy();
  });
});

describe('the event stream', () => {
  it('of an unknown link is a problem', async () => {
    gateway.services.answers.set('tracking.trackByToken', () => ({
      refused: { code: 'tracking_not_found', detail: 'No job behind this link.' },
    }));
    expect(codeIn(await gateway.app.inject({ url: path }))).toBe('tracking_not_found');
  });

  it('answers HEAD without a stream', async () => {
    const response = await gateway.app.inject({ method: 'HEAD', url: path });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/event-stream; charset=utf-8');
  });
});
