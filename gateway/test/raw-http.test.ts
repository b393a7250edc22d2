import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { gatewayUnderTest, type UnderTest } from './gateway-under-test.ts';
import { exchange, portOf, request } from './raw-exchange.ts';
import { codeIn, expectRateLimitHeaders, problemIn } from './requests.ts';

let gateway: UnderTest;
let port: number;
let authorization: string;
beforeAll(async () => {
  gateway = await gatewayUnderTest({ env: { SVC_ANONYMOUS_LIMIT: '1000' } });
  await gateway.app.listen({ port: 0, host: '127.0.0.1' });
  port = portOf(gateway);
  authorization = `authorization: Bearer ${await gateway.issuer.token()}`;
});
beforeEach(() => {
  gateway.services.calls.length = 0;
});
afterAll(() => gateway.app.close());

const send = (bytes: string | Buffer) => exchange(port, bytes);
const json = 'content-type: application/json';
const chunked = 'transfer-encoding: chunked';
const quote = '{"sku":"LAB-STD"}';
const length = `content-length: ${quote.length}`;
const post = (headers: string[], body = quote) => send(postOf(headers, body));

/** Names of requests that are answered otherwise than by a 4xx, or reach a service. */
async function notRefused(cases: readonly [name: string, bytes: string | Buffer][]) {
  const names: string[] = [];
  for (const [name, bytes] of cases) {
    const { status } = problemIn(await send(bytes));
    const isRefused = Number(status) >= 400 && Number(status) < 500;
    if (!isRefused || gateway.services.callsOfUsers().length > 0) names.push(name);
  }
  return names;
}
const postOf = (headers: readonly string[], body = quote) =>
  request('POST /v1/quotes HTTP/1.1', authorization, ...headers) + body;

/** Headers of a request for a quote. */
const badHeaders: [name: string, headers: string[]][] = [
  ['a length that is no number', [json, 'content-length: many']],
  ['a negative length', [json, 'content-length: -1']],
  ['a length in hexadecimal', [json, 'content-length: 0x11']],
  ['two lengths', [json, length, 'content-length: 1']],
  ['a length and chunks', [json, length, chunked]],
  ['chunks announced twice', [json, chunked, chunked]],
  ['chunks that are not the last coding', [json, 'transfer-encoding: chunked, gzip']],
  ['an unknown coding', [json, 'transfer-encoding: rot13']],
  ['a coding in disguise', [json, 'transfer-encoding: xchunked']],
  ['a folded header', [json, length, 'x-folded: a', ' b: c']],
  ['a blank in a header name', [json, length, 'bad name: a']],
  ['a blank before the colon', [json, `content-length : ${quote.length}`]],
  ['a header without a colon', [json, length, 'nonsense']],
  ['a header without a name', [json, length, ': nonsense']],
  ['a NUL in a header', [json, length, 'x-nul: a\0b']],
  ['a bare CR in a header', [json, length, 'x-cr: a\rb']],
  ['a key with a tab', [json, length, 'idempotency-key: a\tb']],
  ['a key that is not ASCII', [json, length, 'idempotency-key: clé']],
  ['a key of 256 characters', [json, length, `idempotency-key: ${'k'.repeat(256)}`]],
  ['an empty key', [json, length, 'idempotency-key:']],
  ['a header of 20 KiB', [json, length, `x-large: ${'x'.repeat(20_480)}`]],
  [
    '400 headers',
    [json, length, ...Array.from({ length: 400 }, (_, i) => `x-${i}: ${'y'.repeat(50)}`)],
  ],
];

/** Bodies in chunks. */
const badChunks: [name: string, body: string][] = [
  ['a size that is no number', 'zz\r\nnonsense\r\n0\r\n\r\n'],
  ['a size beyond all bounds', 'ffffffffffffffffff\r\n{}\r\n0\r\n\r\n'],
  ['a negative size', '-2\r\n{}\r\n0\r\n\r\n'],
  ['more than its size', `2\r\n${quote}\r\n0\r\n\r\n`],
  ['no line break after it', `11\r\n${quote}0\r\n\r\n`],
  ['an endless extension', `11;${'x'.repeat(20_480)}\r\n${quote}\r\n0\r\n\r\n`],
];

const badLines = [
  ...['BREW /v1/quotes HTTP/1.1', 'PROPFIND /v1/quotes HTTP/1.1', 'TRACE /v1/quotes HTTP/1.1'],
  ...['QUERY /v1/jobs HTTP/1.1', 'get /v1/health HTTP/1.1', 'CONNECT example.test:443 HTTP/1.1'],
  ...['PRI * HTTP/2.0', 'GET /v1/health HTTP/3', 'GET /v1/health HTTP/1.1.1', 'GET'],
  ...['GET /v1/health ICE/1.0', 'GET /v1/he alth HTTP/1.1', 'GET \\v1\\health HTTP/1.1'],
  ...['GET v1/health HTTP/1.1', 'GET * HTTP/1.1', 'GET // HTTP/1.1', 'GET /%00 HTTP/1.1'],
  ...['GET /v1/../v1/health HTTP/1.1', 'GET /v1/%2e%2e/v1/health HTTP/1.1', 'GET http:// HTTP/1.1'],
  ...['GET /V1/HEALTH HTTP/1.1', 'GET http://example.test/v1/nothing HTTP/1.1'],
  ...['GET /v1/jobs/%ff HTTP/1.1', `${'A'.repeat(10_000)} /v1/quotes HTTP/1.1`],
  ...[`GET /v1/${'x'.repeat(20_480)} HTTP/1.1`, `GET /v1/jobs?${'x'.repeat(20_480)} HTTP/1.1`],
];

/** No requests at all. */
const badBytes: [name: string, bytes: string | Buffer][] = [
  ['line breaks and nonsense', '\r\n\r\n\r\nnonsense\r\n\r\n'],
  ['a TLS handshake', Buffer.from('160301020001000001fc0303', 'hex')],
  ['a Redis command', '*1\r\n$4\r\nPING\r\n'],
  ['an HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['random bytes', Buffer.from(Array.from({ length: 4_096 }, (_, i) => (i * 7_919) % 256))],
  ['a path of raw UTF-8', Buffer.from('GET /v1/jobs/🚑 HTTP/1.1\r\nhost: x\r\n\r\n')],
  ['HTTP/1.0 without a length', `POST /v1/quotes HTTP/1.0\r\n${json}\r\n\r\n`],
];

describe('a request is refused, and reaches no service,', () => {
  it('with bad headers, chunks or a bad request line', async () => {
    const headers = badHeaders.map(([name, each]) => [name, postOf(each)] as [string, string]);
    expect(await notRefused(headers)).toEqual([]);
    const chunks = badChunks.map(
      ([name, body]) => [name, postOf([json, chunked], body)] as [string, string],
    );
    expect(await notRefused(chunks)).toEqual([]);
    const lines = badLines.map((line) => [line.slice(0, 60), request(line)] as [string, string]);
    expect(await notRefused(lines)).toEqual([]);
  });

  it('that is none, or of another protocol', async () => {
    expect(await notRefused(badBytes)).toEqual([]);
  });

  it('that names no host', async () => {
    const response = await send('GET /v1/jobs HTTP/1.1\r\nconnection: close\r\n\r\n');
    expect(problemIn(response)).toMatchObject({ errors: [{ pointer: '/headers/host' }] });
  });

  it.each([
    ['authorization', 'Bearer a', 'Bearer b'],
    ['Authorization', 'Bearer a', 'Bearer a'],
    ['x-api-key', 'a', 'b'],
    ['Idempotency-Key', 'a', 'b'],
    ['svc-sandbox-session', 'a', 'b'],
    ['content-type', 'application/json', 'application/json'],
    ['content-type', 'application/json', 'text/plain'],
  ])('that has %s twice', async (name, first, second) => {
    const twice = [`${name}: ${first}`, `${name.toUpperCase()}: ${second}`];
    const response = await send(request('GET /v1/jobs HTTP/1.1', ...twice));
    expect(problemIn(response)).toMatchObject({
      code: 'invalid_body',
      errors: [{ pointer: `/headers/${name.toLowerCase()}` }],
    });
  });
});

describe('a request is read', () => {
  // Node reads the first five as RFC 9112 section 3 allows; they cannot be taken for anything else.
  it.each([
    ['GET  /v1/health HTTP/1.1'],
    ['GET /v1/health  HTTP/1.1'],
    ['GET /v1/health'],
    ['GET /v1/health HTTP/2.0'],
    ['\r\nGET /v1/health HTTP/1.1'],
    ['GET /v1/health HTTP/1.0'],
  ])('that begins with %j', async (line) => {
    const response = await send(request(line));
    expect(response.statusCode).toBe(200);
    expectRateLimitHeaders(response);
  });

  it.each([
    ['another header twice', ['accept: a', 'accept: b']],
    ['an unknown expectation', ['expect: wonders']],
    ['an upgrade to WebSocket', ['connection: upgrade', 'upgrade: websocket']],
    ['an upgrade to HTTP/2', ['connection: upgrade', 'upgrade: h2c', 'http2-settings: x']],
  ])('that asks for %s', async (_, headers) => {
    expect((await send(request('GET /v1/health HTTP/1.1', ...headers))).statusCode).toBe(200);
  });

  it('in one chunk per byte, up to the bound of its body and no further', async () => {
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
    const small = await post([json, chunked], `${[...quote].map(chunk).join('')}0\r\n\r\n`);
    expect(small.statusCode).toBe(201);
    const large = await post([json, chunked], chunk('x'.repeat(65_537)));
    expect(codeIn(large)).toBe('payload_too_large');
  });
});

describe('on one connection', () => {
  it('garbage after a request is refused after its response', async () => {
    const good = 'GET /openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n';
    const { statusCode, body } = await send(`${good}garbage\r\n\r\n`);
    expect([statusCode, body.match(/HTTP\/1\.1 \d+/g)]).toEqual([200, ['HTTP/1.1 400']]);
  });

  it('a request behind the length of another one is authorized by itself', async () => {
    const hidden = 'DELETE /v1/users/usr_x HTTP/1.1\r\nhost: localhost\r\n\r\n';
    const visible = `POST /v1/quotes HTTP/1.1\r\nhost: localhost\r\n${json}\r\ncontent-length: 2\r\n\r\n{}`;
    const { body } = await send(`${visible}${hidden}garbage\r\n\r\n`);
    expect(body.match(/"status":\d+/g)).toEqual(['"status":401', '"status":401', '"status":400']);
  });

  it('a body that breaks off reaches no service, and blocks nothing', async () => {
    const head = request('POST /v1/quotes HTTP/1.1', authorization, json, 'content-length: 99');
    const sockets = Array.from({ length: 50 }, () => connect(port, '127.0.0.1'));
    for (const socket of sockets) {
      socket.on('error', () => undefined);
      socket.write(`${head}{"sku":`, () => socket.resetAndDestroy());
    }
    expect((await send(request('GET /v1/health HTTP/1.1'))).statusCode).toBe(200);
    expect(gateway.services.callsOfUsers()).toEqual([]);
  });
});
