import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTarget } from '../endpoints/index.ts';
import { problemIn } from '../problem.ts';
import { type Actor, actionsOf, labelOf, lineTo, requestFor, signedBy } from '../requests.ts';
import { type Stand, startStand } from '../stand.ts';
import { expectNothingStored } from '../stored-rows.ts';

type Bytes = string | Uint8Array<ArrayBuffer>;

const bytes = (...parts: (string | number[])[]): Bytes =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part))));
const deep = (open: string, close: string, depth: number) =>
  open.repeat(depth) + close.repeat(depth);

/** Bodies, the expected error code, and the pointer to the fault. */
const bodies: [name: string, body: Bytes, code: string, pointer?: string][] = [
  ['2 MiB of blanks', ' '.repeat(2 * 1_048_576), 'payload_too_large'],
  ['2 MiB of text', JSON.stringify({ a: 'x'.repeat(2 * 1_048_576) }), 'payload_too_large'],
  ['10 MiB of text', JSON.stringify({ a: 'x'.repeat(10 * 1_048_576) }), 'payload_too_large'],
  ['arrays 10 000 deep', `{"a":${deep('[', ']', 10_000)}}`, 'invalid_body'],
  ['objects 10 000 deep', `${deep('{"a":', '}', 10_000).replace('}', '0}')}`, 'invalid_body'],
  ['arrays 30 000 deep', `{"a":${deep('[', ']', 30_000)}}`, 'invalid_body'],
  ['a name twice', '{"reason":"a","reason":"b"}', 'invalid_body', '/reason'],
  [
    'a name twice, once in disguise',
    '{"reason":"a","re\\u0061son":"b"}',
    'invalid_body',
    '/reason',
  ],
  ['__proto__', '{"__proto__":{"tenant":"x"}}', 'invalid_body', '/__proto__'],
  ['__proto__ in disguise', '{"a":{"\\u005f_proto__":1}}', 'invalid_body', '/a/__proto__'],
  [
    'constructor.prototype',
    '{"constructor":{"prototype":{}}}',
    'invalid_body',
    '/constructor/prototype',
  ],
  ['an array', '[]', 'invalid_body', ''],
  ['an array of a good body', '[{"sku":"LAB-STD"}]', 'invalid_body', ''],
  ['null', 'null', 'invalid_body', ''],
  ['a number', '42', 'invalid_body', ''],
  ['a text', '"sku"', 'invalid_body', ''],
  ['true', 'true', 'invalid_body', ''],
  ['blanks', '  \n\t ', 'invalid_json'],
  ['a byte order mark and no more', bytes([0xef, 0xbb, 0xbf]), 'invalid_json'],
  ['two byte order marks', bytes([0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf], '{}'), 'invalid_json'],
  ['half an object', '{"sku":"LAB-STD"', 'invalid_json'],
  ['two objects', '{}{}', 'invalid_json'],
  ['a comment', '{"sku":"LAB-STD" /* a */}', 'invalid_json'],
  ['a trailing comma', '{"sku":"LAB-STD",}', 'invalid_json'],
  ['single quotes', "{'sku':'LAB-STD'}", 'invalid_json'],
  ['a raw line break in a text', '{"sku":"a\nb"}', 'invalid_json'],
  ['a NUL after it', '{}\0', 'invalid_json'],
  ['UTF-16', bytes([0xff, 0xfe], [0x7b, 0, 0x7d, 0]), 'invalid_body', ''],
  ['bytes that are not UTF-8', bytes('{"reason":"', [0xff, 0xc0, 0xaf], '"}'), 'invalid_body', ''],
  ['a surrogate in UTF-8', bytes('{"reason":"', [0xed, 0xa0, 0x80], '"}'), 'invalid_body', ''],
  ['an overlong slash', bytes('{"reason":"', [0xc0, 0xaf], '"}'), 'invalid_body', ''],
  ['a form', 'sku=LAB-STD&km=1', 'invalid_json'],
  [
    'XML with an entity',
    '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    'invalid_json',
  ],
];

const mediaTypes = [
  ...['text/plain', 'text/json', 'application/xml', 'application/x-www-form-urlencoded'],
  ...['multipart/form-data; boundary=x', 'application/merge-patch+json', 'application/jsonp'],
  ...['application/octet-stream', '*/*', 'json', 'application/json, text/html', ' ', ';'],
];

describe('a bad body', () => {
  let stand: Stand;
  let actor: Actor;
  beforeAll(async () => {
    stand = await startStand('live');
    actor = await stand.actor();
  });
  afterAll(() => stand.stop());

  const routes = actionsOf('live').filter(({ body }) => body === 'json' || body === 'signed');
  describe.each(routes.map((route) => [labelOf(route), route] as const))('at %s', (_, route) => {
    let target: string;
    beforeAll(async () => {
      target = await makeTarget(route.path, actor);
    });
    const send = async (raw: Bytes, headers: Record<string, string> = {}) => {
      const { key } = requestFor(route, actor);
      const signed = route.body === 'signed' ? signedBy(actor, raw).headers : {};
      const all = { ...signed, ...headers };
      return actor.send(lineTo(route, target), { ...(key && { key }), raw, headers: all });
    };

    const goodBody = () => {
      const { body = route.example } = requestFor(route, actor);
      return JSON.stringify(body);
    };

    it('is refused for what it is, and leaves nothing', async () => {
      await expectNothingStored(stand.stage, async () => {
        for (const [name, body, code, pointer] of bodies) {
          const problem = problemIn(await send(body));
          expect(problem.code, name).toBe(code);
          const [first] = problem.errors ?? [];
          if (pointer !== undefined) expect(first?.pointer, name).toBe(pointer);
        }
      });
    });

    it('is refused when it is compressed or of another media type', async () => {
      const good = goodBody();
      await expectNothingStored(stand.stage, async () => {
        const zipped = await send(new Uint8Array(gzipSync(good)), { 'content-encoding': 'gzip' });
        expect(problemIn(zipped).code).toMatch(/^(invalid_body|unsupported_media_type)$/);
        for (const type of mediaTypes) {
          const problem = problemIn(await send(good, { 'content-type': type }));
          expect(problem.code, type).toMatch(/^unsupported_media_type$/);
        }
      });
    });

    it('is not what a byte order mark makes of a good one', async () => {
      const answer = await send(bytes([0xef, 0xbb, 0xbf], goodBody()));
      expect(answer.status, answer.text).toBe(route.status);
    });
  });
});
