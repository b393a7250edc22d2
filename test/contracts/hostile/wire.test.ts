import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLimitHeaders, problemIn } from '../problem.ts';
import type { Actor } from '../requests.ts';
import { type Stand, startStand } from '../stand.ts';
import { expectNothingStored } from '../stored-rows.ts';
import { bytesOf, exchange, hangUp } from '../wire.ts';

const json = 'content-type: application/json';
const chunked = 'transfer-encoding: chunked';
const quote = '{"sku":"LAB-STD"}';
const length = (of: string) => `content-length: ${Buffer.byteLength(of)}`;

describe('a request that no client sends', () => {
  let stand: Stand;
  let actor: Actor;
  beforeAll(async () => {
    stand = await startStand('live');
    actor = await stand.actor();
  });
  afterAll(() => stand.stop());

  const send = (...parts: (string | Buffer)[]) => exchange(stand.stage.publicUrl, parts);
  /** Status line, headers and body of all answers, until the gateway hangs up. */
  const sendAll = async (bytes: string): Promise<string> => {
    const { text } = await exchange(stand.stage.publicUrl, [bytes], { closed: true });
    return text;
  };
  const credential = () => `authorization: ${String(actor.credential.authorization)}`;
  /** Asks for a quote, which would be stored, with these headers on top. */
  const post = (headers: string[], body = quote) =>
    send(bytesOf('POST /v1/quotes', { headers: [credential(), ...headers] }), body);

  const refuses = async (work: () => ReturnType<typeof send>) => {
    await expectNothingStored(stand.stage, async () => {
      const answer = await work();
      expect(answer.status).toBeLessThan(500);
      expect(problemIn(answer).status).toBeGreaterThanOrEqual(400);
    });
  };

  it.each([
    ['content-type', [json, json]],
    ['content-type, differing', [json, 'content-type: text/plain']],
    ['authorization', ['authorization: Bearer x', json]],
    ['x-api-key', ['x-api-key: a', 'x-api-key: b', json]],
    ['idempotency-key', ['idempotency-key: a', 'Idempotency-Key: b', json]],
    ['svc-sandbox-session', ['svc-sandbox-session: a', 'SVC-Sandbox-Session: a', json]],
    ['content-length, differing', [json, 'content-length: 1']],
  ])('has %s twice', (_, headers) => refuses(() => post([...headers, length(quote)])));

  it.each([
    ['a length that is no number', [json, 'content-length: many']],
    ['a negative length', [json, 'content-length: -1']],
    ['a length in hexadecimal', [json, 'content-length: 0x11']],
    ['a length and chunks', [json, length(quote), chunked]],
    ['chunks announced twice', [json, chunked, chunked]],
    ['chunks that are not the last coding', [json, 'transfer-encoding: chunked, gzip']],
    ['an unknown coding', [json, 'transfer-encoding: rot13']],
    ['a coding in disguise', [json, 'transfer-encoding: xchunked']],
    ['a folded header', [json, length(quote), 'x-folded: a', ' b: c']],
    ['a blank in a header name', [json, length(quote), 'bad name: a']],
    ['a blank before the colon', [json, `content-length : ${quote.length}`]],
    ['a header without a colon', [json, length(quote), 'nonsense']],
    ['a header without a name', [json, length(quote), ': nonsense']],
    ['a NUL in a header', [json, length(quote), 'x-nul: a\0b']],
    ['a bare CR in a header', [json, length(quote), 'x-cr: a\rb']],
    ['a key with a tab', [json, length(quote), 'idempotency-key: a\tb']],
    ['a key that is not ASCII', [json, length(quote), 'idempotency-key: clé']],
    ['a key of 256 characters', [json, length(quote), `idempotency-key: ${'k'.repeat(256)}`]],
    ['an empty key', [json, length(quote), 'idempotency-key:']],
    ['a header of 20 KiB', [json, length(quote), `x-large: ${'x'.repeat(20_480)}`]],
    [
      'four hundred headers of 60 bytes',
      [json, length(quote), ...Array.from({ length: 400 }, (__, i) => `x-${i}: ${'y'.repeat(50)}`)],
    ],
  ])('has %s', (_, headers) => refuses(() => post(headers)));

  it.each([
    ['a size that is no number', 'zz\r\nnonsense\r\n0\r\n\r\n'],
    ['a size beyond all bounds', 'ffffffffffffffffff\r\n{}\r\n0\r\n\r\n'],
    ['a negative size', '-2\r\n{}\r\n0\r\n\r\n'],
    ['more than its size', `2\r\n${quote}\r\n0\r\n\r\n`],
    ['no line break after it', `11\r\n${quote}0\r\n\r\n`],
    ['an endless extension', `11;${'x'.repeat(20_480)}\r\n${quote}\r\n0\r\n\r\n`],
  ])('has a chunk with %s', (_, body) => refuses(() => post([json, chunked], body)));

  it('is understood in one chunk per byte', async () => {
    const bytes = [...quote].map((char) => `1\r\n${char}\r\n`).join('');
    expect((await post([json, chunked], `${bytes}0\r\n\r\n`)).status).toBe(201);
  });

  it.each([
    ['BREW /v1/quotes HTTP/1.1'],
    ['PROPFIND /v1/quotes HTTP/1.1'],
    ['TRACE /v1/quotes HTTP/1.1'],
    ['QUERY /v1/jobs HTTP/1.1'],
    ['get /v1/health HTTP/1.1'],
    [`${'A'.repeat(10_000)} /v1/quotes HTTP/1.1`],
    ['CONNECT example.test:443 HTTP/1.1'],
    ['PRI * HTTP/2.0'],
    ['GET /v1/health HTTP/3'],
    ['GET /v1/health HTTP/1.1.1'],
    ['GET /v1/health ICE/1.0'],
    ['GET /v1/he alth HTTP/1.1'],
    ['GET'],
    ['GET \\v1\\health HTTP/1.1'],
    ['GET v1/health HTTP/1.1'],
    ['GET * HTTP/1.1'],
    ['GET // HTTP/1.1'],
    ['GET /%00 HTTP/1.1'],
    ['GET /v1/../v1/health HTTP/1.1'],
    ['GET /v1/%2e%2e/v1/health HTTP/1.1'],
    ['GET /V1/HEALTH HTTP/1.1'],
    ['GET http://example.test/v1/nothing HTTP/1.1'],
    ['GET http:// HTTP/1.1'],
    ['GET /v1/jobs/%ff HTTP/1.1'],
    [`GET /v1/${'x'.repeat(20_480)} HTTP/1.1`],
    [`GET /v1/jobs?${'x'.repeat(20_480)} HTTP/1.1`],
  ])('begins with %s', (line) =>
    refuses(() => send(`${line}\r\nhost: localhost\r\nconnection: close\r\n\r\n`)),
  );

  // Node reads these as RFC 9112 section 3 allows; they cannot be taken for anything else.
  it.each([
    ['GET  /v1/health HTTP/1.1'],
    ['GET /v1/health  HTTP/1.1'],
    ['GET /v1/health'],
    ['GET /v1/health HTTP/2.0'],
    ['\r\nGET /v1/health HTTP/1.1'],
  ])('begins with %j, and is read all the same', async (line) => {
    const answer = await send(`${line}\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
    expect(answer.status).toBe(200);
  });

  it.each([
    ['nothing but line breaks and nonsense', '\r\n\r\n\r\nnonsense\r\n\r\n'],
    ['a TLS handshake', Buffer.from('160301020001000001fc0303', 'hex')],
    ['a Redis command', '*1\r\n$4\r\nPING\r\n'],
    ['an HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['random bytes', Buffer.from(Array.from({ length: 4_096 }, (_, i) => (i * 7_919) % 256))],
    ['a path of raw UTF-8', Buffer.from('GET /v1/jobs/🚑 HTTP/1.1\r\nhost: x\r\n\r\n')],
  ])('is %s', (_, bytes) => refuses(() => send(bytes)));

  it('names no host, or no host twice', async () => {
    await refuses(() => send('GET /v1/health HTTP/1.1\r\nconnection: close\r\n\r\n'));
  });

  it('is HTTP/1.0', async () => {
    const answer = await send(bytesOf('GET /v1/health', { protocol: 'HTTP/1.0' }));
    expect(answer.status).toBe(200);
    expectLimitHeaders(answer.headers);
    await refuses(() =>
      send(bytesOf('POST /v1/quotes', { protocol: 'HTTP/1.0', headers: [json] })),
    );
  });

  it('asks for another protocol, which is not spoken here', async () => {
    for (const upgrade of ['websocket', 'h2c', 'TLS/1.0']) {
      const headers = [`upgrade: ${upgrade}`, 'connection: upgrade, close', 'http2-settings: x'];
      const answer = await send(bytesOf('GET /v1/health', { headers }));
      expect([200, 400]).toContain(answer.status);
    }
  });

  it('expects something that nobody knows', async () => {
    expect((await post(['expect: a-miracle', json, length(quote)])).status).toBe(201);
    expect((await post(['expect: 100-continue', json, length(quote)])).status).toBe(100);
  });

  it('is followed by garbage, which is answered last', async () => {
    const good = 'GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n';
    const statuses = (await sendAll(`${good}garbage\r\n\r\n`)).match(/HTTP\/1\.1 \d+/g);
    // The first status line has been read off.
    expect(statuses).toEqual(['HTTP/1.1 400']);
  });

  it('hides another one behind its length, which is answered by itself', async () => {
    const hidden = 'DELETE /v1/users/usr_x HTTP/1.1\r\nhost: x\r\n\r\n';
    const visible = `POST /v1/quotes HTTP/1.1\r\nhost: x\r\n${json}\r\ncontent-length: 2\r\n\r\n{}`;
    const text = await sendAll(`${visible}${hidden}garbage\r\n\r\n`);
    expect(text.match(/"status":\d+/g)).toEqual(['"status":401', '"status":401', '"status":400']);
  });

  it('breaks off in its body, and ties nothing up', async () => {
    await expectNothingStored(stand.stage, async () => {
      const headers = [credential(), json, 'content-length: 99'];
      const head = bytesOf('POST /v1/quotes', { headers });
      for (let n = 0; n < 50; n += 1) await hangUp(stand.stage.publicUrl, [head, '{"sku":']);
      expect((await actor.send('GET /health')).status).toBe(200);
    });
  });
});
