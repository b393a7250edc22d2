/** Receivers that do not do what they should. */
import { once } from 'node:events';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { newTenant } from '@svc/kit/testing/service-test';
import { beforeEach, describe, expect, it } from 'vitest';
import { start, wanting, webhooksTest } from './app.ts';
import { answering, type Behaviour, receiverTest, startReceiver } from './receiver.ts';
import { certificatesFor } from './tls.ts';

/**
 * Deadline of `hasty`, for receivers that hang; `app` has the default of 10 s, so that no response
 * is late.
 */
const hastyDeadlineMs = 600;
const hasty = webhooksTest({ env: { SVC_WEBHOOK_DEADLINE_MS: String(hastyDeadlineMs) } });
const receiver = receiverTest();
const app = webhooksTest();
beforeEach(() => {
  receiver.received.length = 0;
  app.clock.set(start);
});

/** The log entry after the first attempt at this address. */
async function attempted(url: string, by = app) {
  const tenant = newTenant();
  const { id } = await by.as(tenant).create(wanting(url));
  await by.as(tenant).test({ id });
  const [entry] = await by.logged(tenant, id, ([first]) => first?.attempt === 1);
  return entry;
}

const repeated = { status: 'pending', next_attempt_at: '2026-11-02T08:00:05.000Z' };

const hang: Behaviour = () => undefined;
const drip: Behaviour = (response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write('.'), 50);
  response.on('close', () => clearInterval(timer));
};
const reset: Behaviour = (_, { socket }) => socket.resetAndDestroy();
const breakOff: Behaviour = (response, { socket }) => {
  response.writeHead(200, { 'content-length': 100 });
  response.write('half');
  setImmediate(() => socket.destroy());
};

describe('an attempt', () => {
  it.each<[string, Behaviour, object]>([
    ['answers 500', answering(500, {}, 'oh no'), { response_code: 500, response_excerpt: 'oh no' }],
    ['says 429', answering(429), { response_code: 429 }],
    ['says 304', answering(304), { response_code: 304 }],
    ['drips a byte at a time', drip, { response_code: 200, failure: 'timeout' }],
    ['resets the connection', reset, { response_code: null, failure: 'connection_failed' }],
    ['breaks off its answer', breakOff, { response_code: 200, failure: 'connection_failed' }],
  ])('is retried when the receiver %s', async (_what, behaviour, expected) => {
    receiver.behave(behaviour);
    const entry = await attempted(receiver.url);
    expect(entry).toMatchObject({ ...repeated, failure: null, ...expected });
  });

  it('is retried when the receiver does not respond by the deadline', async () => {
    receiver.behave(hang);
    const entry = await attempted(receiver.url, hasty);
    expect(entry).toMatchObject({ ...repeated, response_code: null, failure: 'timeout' });
    expect(entry?.duration_ms).toBeGreaterThanOrEqual(hastyDeadlineMs - 5);
    expect(entry?.duration_ms, 'less than the default deadline').toBeLessThan(10_000);
  });

  it.each([301, 302, 303, 307, 308])('does not follow a redirect: %i', async (status) => {
    receiver.behave((response, { path }) => {
      if (path === '/hook') response.writeHead(status, { location: '/elsewhere' }).end();
      else response.writeHead(200).end();
    });
    const redirected = { status: 'pending', response_code: status };
    expect(await attempted(receiver.url)).toMatchObject(redirected);
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
  });

  it('fails immediately when nothing listens', async () => {
    const closed = await startReceiver();
    await closed.stop();
    const nobody = { response_code: null, failure: 'connection_failed' };
    expect(await attempted(closed.url)).toMatchObject(nobody);
  });
});

describe('a response', () => {
  it('is stored up to 16 KB', async () => {
    receiver.behave(answering(200, {}, 'é'.repeat(20_000)));
    const entry = await attempted(receiver.url);
    expect(entry).toMatchObject({ status: 'succeeded', failure: null });
    expect(Buffer.byteLength(entry?.response_excerpt ?? '')).toBeLessThanOrEqual(16_384);
    expect(entry?.response_excerpt?.length).toBeGreaterThan(5_000);
  });

  it('is stored as text, whatever its bytes', async () => {
    receiver.behave((response) => response.end(Buffer.from([0, 0xff, 0xfe, 0x41])));
    const entry = await attempted(receiver.url);
    expect(entry?.response_excerpt).toBe('\ufffd\ufffd\ufffdA');
  });

  it('of 100 MB is cut off and fills no memory', async () => {
    const wanted = 100 * 1024 * 1024;
    const chunk = Buffer.alloc(64 * 1024, 'x');
    let sent = 0;
    let cutOff = false;
    receiver.behave((response) => {
      const pour = () => {
        while (sent < wanted && !response.destroyed) {
          sent += chunk.length;
          if (!response.write(chunk)) return;
        }
        response.end();
      };
      response.on('drain', pour).on('close', () => {
        cutOff = true;
      });
      pour();
    });
    const before = process.memoryUsage().rss;
    expect(await attempted(receiver.url)).toMatchObject({
      status: 'succeeded',
      response_code: 200,
      response_excerpt: 'x'.repeat(16_384),
    });
    expect(cutOff).toBe(true);
    expect(sent).toBeLessThan(20 * 1024 * 1024);
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
  });
});

it.each<[string, (socket: Socket) => void, string]>([
  [
    'closes after the status line',
    (socket) => socket.end('HTTP/1.1 200 OK\r\n'),
    'connection_failed',
  ],
  ['talks nonsense', (socket) => socket.end('SSH-2.0-OpenSSH\r\n'), 'invalid_response'],
  [
    'has endless headers',
    (socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}`),
    'invalid_response',
  ],
])(
  'a server that does not speak HTTP fails the attempt when it %s',
  async (_what, speak, failure) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => speak(socket));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await attempted(`http://127.0.0.1:${port}/`)).toMatchObject({
      status: 'pending',
      response_code: null,
      failure,
    });
    server.close();
  },
);

it('a receiver with an untrusted certificate is sent nothing', async () => {
  const { cert, key } = certificatesFor('localhost');
  let requests = 0;
  const server = createSecureServer({ cert, key }, (_, response) => {
    requests += 1;
    response.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await attempted(`https://localhost:${port}/`)).toMatchObject({
    status: 'pending',
    response_code: null,
    failure: 'tls_failed',
  });
  expect(requests).toBe(0);
  server.close();
});
