import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gatewayUnderTest, sandboxEnv, type UnderTest } from './gateway-under-test.ts';
import { codeIn, problemIn } from './requests.ts';

let gateway: UnderTest;
let port: number;

beforeAll(async () => {
  gateway = await gatewayUnderTest();
  await gateway.app.listen({ port: 0, host: '127.0.0.1' });
  port = portOf(gateway);
});
afterAll(() => gateway.app.close());

const portOf = ({ app }: UnderTest) => {
  const address: AddressInfo | string | null = app.server.address();
  if (typeof address !== 'object' || !address) throw new Error('the gateway does not listen');
  return address.port;
};

/** Sends bytes and reads until the gateway closes the connection. */
async function exchange(bytes: string, to = port, socket = connect(to, '127.0.0.1')) {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => undefined);
  socket.write(bytes);
  await once(socket, 'close');
  const [head = '', ...body] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  const [status = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { statusCode: Number(status.split(' ')[1]), headers, body: body.join('\r\n\r\n') };
}

const request = (line: string, ...headers: string[]) =>
  [line, 'host: localhost', 'connection: close', ...headers, '', ''].join('\r\n');

describe('broken HTTP', () => {
  it.each([
    ['no HTTP at all', 'nonsense\r\n\r\n'],
    ['another protocol', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['a bad header', 'GET /v1/health HTTP/1.1\r\nhost: x\r\nbad header: y\r\n\r\n'],
    ['two lengths', request('POST /v1/jobs HTTP/1.1', 'content-length: 1', 'content-length: 2')],
    [
      'length and chunks',
      request('POST /v1/jobs HTTP/1.1', 'content-length: 1', 'transfer-encoding: chunked'),
    ],
    ['a URL of 20 KiB', request(`GET /v1/jobs/${'x'.repeat(20_480)} HTTP/1.1`)],
    ['headers of 20 KiB', request('GET /v1/health HTTP/1.1', `x: ${'y'.repeat(20_480)}`)],
    ['a proxy request', request('CONNECT example.test:443 HTTP/1.1')],
  ])('is answered with a problem: %s', async (_name, bytes) => {
    const response = await exchange(bytes);
    expect(codeIn(response)).toBe('invalid_body');
    expect(response.headers.connection).toBe('close');
    expect(response.headers['strict-transport-security']).toBe('max-age=31536000');
  });

  it('without a host is answered with a problem', async () => {
    const response = await exchange('GET /v1/jobs HTTP/1.1\r\nconnection: close\r\n\r\n');
    expect(problemIn(response)).toMatchObject({ errors: [{ pointer: '/headers/host' }] });
  });

  it('in HTTP/1.0 needs no host', async () => {
    expect((await exchange('GET /v1/health HTTP/1.0\r\n\r\n')).statusCode).toBe(200);
  });

  it('with a body that is not chunked as announced is answered with a problem', async () => {
    const authorization = `authorization: Bearer ${await gateway.issuer.token()}`;
    const chunked = ['content-type: application/json', 'transfer-encoding: chunked'];
    const head = request('POST /v1/quotes HTTP/1.1', authorization, ...chunked);
    const response = await exchange(`${head}zz\r\nnonsense`);
    expect(response.statusCode).toBe(400);
    expect(codeIn(response)).toBe('invalid_body');
  });

  it('behind a request that is still being answered is answered after it', async () => {
    const held = Promise.withResolvers<void>();
    const broken = once(gateway.app.server, 'clientError');
    gateway.services.answers.set('jobs.list', async () => {
      await held.promise;
      return { ok: { done: true } };
    });
    const authorization = `authorization: Bearer ${await gateway.issuer.token()}`;
    const list = `GET /v1/jobs HTTP/1.1\r\nhost: x\r\n${authorization}\r\n\r\n`;
    const answered = exchange(`${list}nonsense\r\n\r\n`);
    await broken;
    held.resolve();
    expect((await answered).body).toMatch(/^{"done":true}HTTP\/1\.1 400 /);
    gateway.services.answers.delete('jobs.list');
  });

  it('with an unknown expectation is answered as if there were none', async () => {
    const response = await exchange(request('GET /v1/health HTTP/1.1', 'expect: wonders'));
    expect(response.statusCode).toBe(200);
  });

  it('that asks for an upgrade is answered without one', async () => {
    const upgrade = ['connection: upgrade', 'upgrade: websocket'];
    const response = await exchange(request('GET /v1/health HTTP/1.1', ...upgrade));
    expect(response.statusCode).toBe(200);
  });
});

describe('a header sent twice', () => {
  it.each([
    ['authorization', 'Bearer a', 'Bearer b'],
    ['Authorization', 'Bearer a', 'Bearer a'],
    ['x-api-key', 'a', 'b'],
    ['Idempotency-Key', 'a', 'b'],
    ['svc-sandbox-session', 'a', 'b'],
    ['content-type', 'application/json', 'text/plain'],
  ])('is refused: %s', async (name, first, second) => {
    const response = await exchange(
      request('GET /v1/jobs HTTP/1.1', `${name}: ${first}`, `${name.toUpperCase()}: ${second}`),
    );
    expect(problemIn(response)).toMatchObject({
      code: 'invalid_body',
      errors: [{ pointer: `/headers/${name.toLowerCase()}` }],
    });
  });

  it('does not matter when it is another', async () => {
    const twice = ['accept: a', 'accept: b'];
    expect((await exchange(request('GET /v1/health HTTP/1.1', ...twice))).statusCode).toBe(200);
  });
});

describe('a body', () => {
  it('that comes in chunks is read up to 64 KiB and no further', async () => {
    const authorization = `authorization: Bearer ${await gateway.issuer.token()}`;
    const chunked = ['content-type: application/json', 'transfer-encoding: chunked'];
    const head = request('POST /v1/quotes HTTP/1.1', authorization, ...chunked);
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
    const small = await exchange(`${head}${chunk('{"km":')}${chunk('1}')}0\r\n\r\n`);
    expect(small.statusCode).toBe(201);
    const large = await exchange(`${head}${chunk('x'.repeat(65_537))}`);
    expect(codeIn(large)).toBe('payload_too_large');
  });
});

describe('a client that half-closes after its request', () => {
  it('gets its answer', async () => {
    const authorization = `authorization: Bearer ${await gateway.issuer.token()}`;
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const held = Promise.withResolvers<void>();
    const received = Promise.withResolvers<void>();
    gateway.services.answers.set('jobs.list', async () => {
      received.resolve();
      await held.promise;
      return { ok: { done: true } };
    });
    const answered = exchange(request('GET /v1/jobs HTTP/1.1', authorization), port, socket);
    const seen = once(gateway.app.server, 'request');
    const [{ socket: server }] = await seen;
    socket.end();
    await Promise.all([received.promise, once(server, 'end')]);
    held.resolve();
    expect(await answered).toMatchObject({ statusCode: 200, body: '{"done":true}' });
    gateway.services.answers.delete('jobs.list');
  });
});

describe('a connection whose time is over', () => {
  let impatient: UnderTest;
  let quotes: string;
  beforeAll(async () => {
    impatient = await gatewayUnderTest();
    await impatient.app.listen({ port: 0, host: '127.0.0.1' });
    expect(impatient.app.server.requestTimeout).toBe(30_000);
    Object.assign(impatient.app.server, { requestTimeout: 50, headersTimeout: 50 });
    const authorization = `authorization: Bearer ${await impatient.issuer.token()}`;
    const length = ['content-type: application/json', 'content-length: 8'];
    quotes = request('POST /v1/quotes HTTP/1.1', authorization, ...length);
  });
  afterAll(() => impatient.app.close());

  it('is cut off at once where a body drips, not up to half a minute later', async () => {
    const response = await exchange(`${quotes}{`, portOf(impatient));
    expect(problemIn(response)).toMatchObject({ code: 'invalid_body' });
  });

  it('is not read on: the rest of a body that was refused is not handled', async () => {
    const socket = connect({ port: portOf(impatient), host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => undefined);
    socket.write(`${quotes}{`);
    await once(socket, 'data');
    socket.end('"km":1}');
    await once(socket, 'close');
    expect(impatient.services.callsOfUsers()).toEqual([]);
  });

  it('is closed without an answer where nothing was asked', async () => {
    expect(await exchange('', portOf(impatient))).toMatchObject({ statusCode: Number.NaN });
  });
});

describe('a client-supplied request id', () => {
  it('is not taken over', async () => {
    const response = await exchange(request('GET /v1/jobs HTTP/1.1', 'x-request-id: mine'));
    expect(problemIn(response).request_id).not.toBe('mine');
  });
});

describe('a sandbox session', () => {
  it('that is not ASCII is refused', async () => {
    const sandbox = await gatewayUnderTest({ env: sandboxEnv });
    await sandbox.app.listen({ port: 0, host: '127.0.0.1' });
    const key = `x-api-key: ${sandbox.config.SVC_SANDBOX_KEY}`;
    const line = 'GET /api/v1/jobs HTTP/1.1';
    const response = await exchange(
      request(line, key, 'svc-sandbox-session: \x80é'),
      portOf(sandbox),
    );
    expect(codeIn(response)).toBe('invalid_body');
    await sandbox.app.close();
  });
});

describe('a stopping gateway', () => {
  it('answers what has begun, and closes', async () => {
    const stopping = await gatewayUnderTest();
    await stopping.app.listen({ port: 0, host: '127.0.0.1' });
    const { promise, resolve } = Promise.withResolvers<void>();
    const received = Promise.withResolvers<void>();
    stopping.services.answers.set('jobs.list', async () => {
      received.resolve();
      await promise;
      return { ok: { done: true } };
    });
    const authorization = `authorization: Bearer ${await stopping.issuer.token()}`;
    const line = 'GET /v1/jobs HTTP/1.1';
    const answered = exchange(`${line}\r\nhost: x\r\n${authorization}\r\n\r\n`, portOf(stopping));
    await received.promise;
    const closed = stopping.app.close();
    resolve();
    expect(await answered).toMatchObject({ statusCode: 200, body: '{"done":true}' });
    await closed;
  });
});
