import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gatewayUnderTest, type UnderTest } from './gateway-under-test.ts';
import { exchange, portOf, request } from './raw-exchange.ts';
import { problemIn } from './requests.ts';

let gateway: UnderTest;
let authorization: string;
/** Resolves with the first call of the list; the list is answered when `release` is called. */
let received: Promise<void>;
let release: () => void;
async function start(options: Parameters<typeof gatewayUnderTest>[0] = {}) {
  gateway = await gatewayUnderTest(options);
  await gateway.app.listen({ port: 0, host: '127.0.0.1' });
  authorization = `authorization: Bearer ${await gateway.issuer.token()}`;
  const held = Promise.withResolvers<void>();
  const called = Promise.withResolvers<void>();
  received = called.promise;
  release = held.resolve;
  gateway.services.answers.set('jobs.list', async () => {
    called.resolve();
    await held.promise;
    return { ok: { done: true } };
  });
}
beforeEach(() => start());
afterEach(() => gateway.app.close());

const listJobs = () => request('GET /v1/jobs HTTP/1.1', authorization);

it('a malformed request is refused after the response to the one before it', async () => {
  const broken = once(gateway.app.server, 'clientError');
  const list = `GET /v1/jobs HTTP/1.1\r\nhost: x\r\n${authorization}\r\n\r\n`;
  const answered = exchange(portOf(gateway), `${list}nonsense\r\n\r\n`);
  await broken;
  release();
  expect((await answered).body).toMatch(/^{"done":true}HTTP\/1\.1 400 /);
});

it('a client that half-closes after its request gets its response', async () => {
  const socket = connect({ port: portOf(gateway), host: '127.0.0.1', allowHalfOpen: true });
  const seen = once(gateway.app.server, 'request');
  const answered = exchange(portOf(gateway), listJobs(), socket);
  const [{ socket: server }] = await seen;
  socket.end();
  await Promise.all([received, once(server, 'end')]);
  release();
  expect(await answered).toMatchObject({ statusCode: 200, body: '{"done":true}' });
});

it('a stopping gateway answers what has begun, and closes', async () => {
  const answered = exchange(portOf(gateway), listJobs());
  await received;
  const closed = gateway.app.close();
  release();
  expect(await answered).toMatchObject({ statusCode: 200, body: '{"done":true}' });
  await closed;
});

describe('a connection whose time is over', () => {
  let quotes: string;
  beforeEach(() => {
    expect(gateway.app.server.requestTimeout).toBe(30_000);
    Object.assign(gateway.app.server, { requestTimeout: 50, headersTimeout: 50 });
    const length = ['content-type: application/json', 'content-length: 8'];
    quotes = request('POST /v1/quotes HTTP/1.1', authorization, ...length);
  });

  it('is closed with a problem where a body drips', async () => {
    const response = await exchange(portOf(gateway), `${quotes}{`);
    expect(problemIn(response)).toMatchObject({ code: 'invalid_body' });
  });

  it('is not read on: the rest of a body that was refused is not handled', async () => {
    const socket = connect({ port: portOf(gateway), host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => undefined);
    socket.write(`${quotes}{`);
    await once(socket, 'data');
    socket.end('"km":1}');
    await once(socket, 'close');
    expect(gateway.services.callsOfUsers()).toEqual([]);
  });

  it('is closed without a response where nothing was requested', async () => {
    expect(await exchange(portOf(gateway), '')).toMatchObject({ statusCode: Number.NaN });
  });
});
