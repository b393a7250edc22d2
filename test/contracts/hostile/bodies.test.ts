import { gzipSync } from 'node:zlib';
import { isRaw, sizeText } from '@svc/gateway/endpoint/bodies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSend } from '../../journeys/http.ts';
import { sharedTarget } from '../endpoints/index.ts';
import { oneOfEach } from '../kinds.ts';
import { problemIn } from '../problem.ts';
import {
  type ActionRoute,
  type Actor,
  actionsOf,
  labelOf,
  lineTo,
  localsOf,
  requestFor,
  rootLine,
  signedBy,
} from '../requests.ts';
import { type Stand, startStand } from '../stand.ts';
import { expectNothingStored } from '../stored-rows.ts';

type Bytes = string | Uint8Array<ArrayBuffer>;

const bytes = (...parts: (string | number[])[]): Bytes =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part))));
const bom = [0xef, 0xbb, 0xbf];

/** One of each fault that `gateway/src/endpoint/body.test.ts` has: code of the refusal, and pointer. */
const bodies: [body: Bytes, code: string, pointer?: string][] = [
  [JSON.stringify({ a: 'x'.repeat(10 * 1_048_576) }), 'payload_too_large'],
  [`{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, 'invalid_body'],
  ['{"reason":"a","re\\u0061son":"b"}', 'invalid_body', '/reason'],
  ['{"a":{"\\u005f_proto__":1}}', 'invalid_body', '/a/__proto__'],
  ['[{"sku":"LAB-STD"}]', 'invalid_body', ''],
  [bytes('{"reason":"', [0xc0, 0xaf], '"}'), 'invalid_body', ''],
  ['{"sku":"LAB-STD",}', 'invalid_json'],
  ['  \n\t ', 'invalid_json'],
];

const mediaTypes = [
  ...['text/plain', 'text/json', 'application/xml', 'application/x-www-form-urlencoded'],
  ...['multipart/form-data; boundary=x', 'application/merge-patch+json', 'application/jsonp'],
  ...['application/octet-stream', '*/*', 'json', 'application/json, text/html', ' ', ';'],
];

const live = actionsOf('live');
const formOf = ({ body, bodyBytesMax }: ActionRoute) => `${body} of ${sizeText(bodyBytesMax)}`;
const parsed = oneOfEach(
  live.filter(({ body }) => body === 'json' || isRaw(body)),
  formOf,
);

describe('the live API', () => {
  let stand: Stand;
  let actor: Actor;
  beforeAll(async () => {
    stand = await startStand('live');
    actor = await stand.actor();
    for (const [, route] of parsed) await sharedTarget(route.path, actor);
  });
  afterAll(() => stand.stop());

  const send = async (route: ActionRoute, raw: Bytes, headers: Record<string, string> = {}) => {
    const { key } = requestFor(route, actor);
    const signed = route.body === 'signed' ? signedBy(actor, raw).headers : {};
    const line = lineTo(route, await sharedTarget(route.path, actor));
    return actor.send(line, { ...(key && { key }), raw, headers: { ...signed, ...headers } });
  };
  const goodBody = (route: ActionRoute): Record<string, unknown> => {
    const { body = route.example, raw } = requestFor(route, actor);
    return typeof raw === 'string' ? JSON.parse(raw) : Object(body);
  };

  it.each(parsed)(
    'refuses a hostile body (%s) for what it is, and stores nothing',
    async (_, route) => {
      await expectNothingStored(stand.stage, async () => {
        for (const [body, code, pointer] of bodies) {
          const name = String(body).slice(0, 40);
          const problem = problemIn(await send(route, body));
          expect(problem.code, name).toBe(code);
          if (pointer !== undefined) expect(problem.errors?.[0]?.pointer, name).toBe(pointer);
        }
      });
    },
  );

  it.each(parsed)(
    'reads a body (%s) up to its bound, a byte order mark included',
    async (_, route) => {
      const good = JSON.stringify(goodBody(route));
      const padded = good.padEnd(route.bodyBytesMax - bom.length);
      const answer = await send(route, bytes(bom, padded));
      expect(answer.status, answer.text).toBe(route.status);
      expect(problemIn(await send(route, bytes(bom, `${padded} `))).code).toBe('payload_too_large');
    },
  );

  it.each(parsed)(
    'refuses a good body (%s) compressed or of another media type',
    async (_, route) => {
      const good = JSON.stringify(goodBody(route));
      await expectNothingStored(stand.stage, async () => {
        const zipped = new Uint8Array(gzipSync(good));
        const coded = await send(route, zipped, { 'content-encoding': 'gzip' });
        expect(problemIn(coded).code).toBe('unsupported_media_type');
        expect(coded.headers.get('accept-encoding')).toBe('identity');
        const headers = [
          { 'content-encoding': 'br' },
          ...mediaTypes.map((type) => ({ 'content-type': type })),
        ];
        for (const each of headers) {
          const { code } = problemIn(await send(route, good, each));
          expect(code, JSON.stringify(each)).toBe('unsupported_media_type');
        }
      });
    },
  );

  /** A copy with one more member in the object at this place. */
  const withMember = (value: unknown, [first, ...rest]: readonly string[]): unknown => {
    if (first === undefined) return { ...Object(value), nonsense: 1 };
    if (Array.isArray(value)) return value.map((each) => withMember(each, rest));
    return { ...Object(value), [first]: withMember(Object(value)[first], rest) };
  };

  it.each([
    ['createQuote', []],
    ['ingestTelemetry', []],
    ['pushManifest', ['specimens', '0']],
    ['feedStock', ['items', '0']],
  ])('refuses an undocumented field of %s by its pointer', async (operation, inner) => {
    const route = live.find(({ operationId }) => operationId === operation);
    if (!route) throw new Error(`${operation} is not in the route table`);
    for (const place of [[], inner]) {
      const raw = JSON.stringify(withMember(goodBody(route), place));
      const { code, detail, errors } = problemIn(await send(route, raw));
      expect([code, detail]).toEqual(['invalid_body', expect.stringContaining('nonsense')]);
      const pointer = `/${[...place, 'nonsense'].join('/')}`;
      expect(errors).toContainEqual(expect.objectContaining({ pointer, code: 'unknown_field' }));
    }
  });

  it('opens a page whatever parameters its link has gained', async () => {
    const sendToPage = createSend(stand.stage.publicUrl);
    const pages = localsOf('live').filter(
      ({ root, method, mediaType }) =>
        root && method === 'GET' && mediaType !== 'text/event-stream',
    );
    for (const route of pages) {
      const line = rootLine(route, 'live');
      const [plain, gained] = [await sendToPage(line), await sendToPage(`${line}?utm_source=x`)];
      expect(gained.status, labelOf(route)).toBe(plain.status);
    }
  });
});
