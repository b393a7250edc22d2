import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Tracked } from '../src/pages/tracking/page.ts';
import { gatewayUnderTest, type UnderTest } from './gateway-under-test.ts';
import { codeIn } from './requests.ts';
import { tracked } from './tracked.ts';

let gateway: UnderTest;
let origin: string;
const path = '/t/a-token-of-22-letters-x/events';

beforeEach(async () => {
  gateway = await gatewayUnderTest({ env: { SVC_WATCH_POLL_MS: '10' } });
  answer({});
  origin = await gateway.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => gateway.app.close());

function answer(changes: Partial<Tracked>) {
  gateway.services.answers.set('tracking.trackByToken', () => ({ ok: tracked(changes) }));
}

interface Message {
  event: string;
  id: string;
  data: Record<string, string>;
}
/** Messages of a stream as they come; comments and `retry` left out. */
async function* messages(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Message> {
  if (!body) return;
  let text = '';
  for await (const chunk of body) {
    text += new TextDecoder().decode(chunk);
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const {
        event,
        id = '',
        data,
      } = Object.fromEntries(
        block.split('\n').map((line) => /^(\w*): ?(.*)$/.exec(line)?.slice(1) ?? ['', '']),
      );
      if (event) yield { event, id, data: JSON.parse(data ?? '{}') };
    }
  }
}
async function open(headers: Record<string, string> = {}) {
  const response = await fetch(origin + path, { headers });
  const stream = messages(response.body);
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
    expect(first).toMatchObject({ event: 'update', id: '00000003-0.25' });
    expect(first?.data).toMatchObject({ version: '00000003-0.25', status: 'in_transit' });
    expect(first?.data.html).toContain('<h1>On the way to the drop-off</h1>');
    answer({ version: '00000004-0', eta_minutes: 3 });
    expect(await next()).toMatchObject({ event: 'update', id: '00000004-0.3' });
    await response.body?.cancel().catch(() => undefined);
  });

  it('says so when a counted minute has passed', async () => {
    const { next } = await open();
    await next();
    answer({ eta_minutes: 24 });
    expect((await next())?.data.html).toContain('(in 24 min)');
  });

  it('ends with the job', async () => {
    const { next } = await open();
    await next();
    answer({ status: 'delivered', version: '9' });
    expect(await next()).toMatchObject({ event: 'update', data: { headline: 'Delivered' } });
    expect(await next()).toMatchObject({ event: 'end' });
    expect(await next()).toBeUndefined();
  });

  it('of a job that is over ends at once', async () => {
    answer({ status: 'cancelled' });
    const { next } = await open();
    expect(await next()).toMatchObject({ event: 'update' });
    expect(await next()).toMatchObject({ event: 'end' });
    expect(await next()).toBeUndefined();
  });

  it('does not repeat what a returning viewer has seen', async () => {
    const { next } = await open({ 'last-event-id': '00000003-0.25' });
    answer({ version: '00000004-0' });
    expect(await next()).toMatchObject({ id: '00000004-0.25' });
  });

  it('carries hostile text without breaking', async () => {
    const note = '</script><b>\n\nevent: end\ndata: {}\n\n';
    answer({ events: [{ at: '2026-11-02T06:00:00.000Z', type: 'booked', note, seal: null }] });
    const { next } = await open();
    const { event, data } = (await next()) ?? {};
    expect(event).toBe('update');
    expect(data?.html).toContain('&lt;/script&gt;&lt;b&gt;');
  });

  it('ends when the gateway stops', async () => {
    const { next } = await open();
    await next();
    await gateway.app.close();
    expect(await next()).toBeUndefined();
  });

  it('is shared: fifty viewers of a link cost as many looks as one, and there is no room for more', async () => {
    const streams = await Promise.all(Array.from({ length: 50 }, () => open()));
    expect(streams.every(({ response }) => response.status === 200)).toBe(true);
    const late = await open();
    expect(late.response.status).toBe(503);
    expect(late.response.headers.get('retry-after')).toBe('30');
    const before = gateway.services.calls.length;
    answer({ version: '5' });
    await Promise.all(streams.map(async ({ next }) => [await next(), await next()]));
    expect(gateway.services.calls.length - before).toBeLessThan(25);
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
