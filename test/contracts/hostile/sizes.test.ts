/** Bodies as large as an endpoint takes, filled with what costs most: refused, soon and briefly. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../journeys/http.ts';
import { makeTarget } from '../endpoints/index.ts';
import { problemIn } from '../problem.ts';
import {
  type ActionRoute,
  type Actor,
  actionsOf,
  bookJob,
  labelOf,
  lineTo,
  requestFor,
  signedBy,
  uniqueKey,
} from '../requests.ts';
import { type Stand, startStand } from '../stand.ts';
import { expectNothingStored } from '../stored-rows.ts';
import { bodySchema, type Schema, variantFor } from './schema.ts';

/** On a machine that does much else; each is answered within some 50 ms on a quiet one. */
const answerMs = 3_000;
/** 50 faults with their pointers. */
const answerBytes = 32_768;

const filled = (bytes: number, open: string, item: (index: number) => string, close: string) => {
  const items: string[] = [];
  for (let size = open.length + close.length, index = 0; ; index += 1) {
    const next = item(index);
    size += next.length + 1;
    if (size > bytes) return open + items.join() + close;
    items.push(next);
  }
};

/** Values of so many bytes; none of them is anything that a contract asks for. */
const values: Record<string, (bytes: number) => string> = {
  'many pairs': (bytes) => filled(bytes, '{', (index) => `"k${index}":1`, '}'),
  'many members that are texts': (bytes) => filled(bytes, '{', (index) => `"k${index}":""`, '}'),
  'many empty objects': (bytes) => filled(bytes, '[', () => '{}', ']'),
  'many numbers': (bytes) => filled(bytes, '[', () => '0', ']'),
  'many texts': (bytes) => filled(bytes, '[', () => '""', ']'),
  'a long text': (bytes) => `"${' '.repeat(bytes - 2)}"`,
  'deep arrays': (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
};

const live = actionsOf('live').filter(({ body }) => body === 'json' || body === 'signed');

describe('a body of hostile size', () => {
  let stand: Stand;
  let actor: Actor;
  beforeAll(async () => {
    stand = await startStand('live');
    actor = await stand.actor();
  });
  afterAll(() => stand.stop());

  describe.each(live.map((route) => [labelOf(route), route] as const))('to %s', (_, route) => {
    let target: string;
    beforeAll(async () => {
      target = await makeTarget(route.path, actor);
    });
    const send = async (raw: string, what = 'too much') => {
      const { key } = requestFor(route, actor);
      const signed = route.body === 'signed' && { headers: signedBy(actor, raw).headers };
      const began = performance.now();
      const answer = await actor.send(lineTo(route, target), {
        ...(key && { key }),
        raw,
        ...signed,
      });
      expectSoon(answer, { what, ms: performance.now() - began });
      return problemIn(answer);
    };

    it('is refused beyond the bound of its route', async () => {
      const raw = `{${' '.repeat(route.bodyBytesMax - 1)}}`;
      expect((await send(raw)).code).toBe('payload_too_large');
    });

    it('is refused for what fills it, and leaves nothing', async () => {
      const { body = route.example } = requestFor(route, actor);
      const given: Record<string, unknown> = { ...Object(body) };
      const { properties = {} } = variantFor(bodySchema(route), route.example);
      await expectNothingStored(stand.stage, async () => {
        for (const name of Object.keys(properties)) {
          for (const [what, value] of Object.entries(values)) {
            const rest = JSON.stringify({ ...given, [name]: '@' });
            const raw = rest.replace('"@"', () => value(route.bodyBytesMax - rest.length));
            if (!isAccepted(route, raw)) await send(raw, `${what} at ${name}`);
          }
        }
      });
    });
  });

  const json = live.filter(({ body }) => body === 'json');
  it.each(json.map((route) => [labelOf(route), route] as const))(
    'is larger than the largest that the contract of %s lets in',
    (_, route) => {
      expect(largestOf(bodySchema(route))).toBeLessThanOrEqual(route.bodyBytesMax);
    },
  );

  it('is refused on the sandbox, too', async () => {
    const sandbox = await startStand('sandbox');
    try {
      const caller = await sandbox.actor();
      const job = await bookJob(caller);
      for (const pairs of [5_000, 80_000]) {
        const members = Array.from({ length: pairs }, (_, index) => [`k${index}`, 1]);
        const body = { metadata: Object.fromEntries(members) };
        const began = performance.now();
        const line = `PATCH /jobs/${job.id}` as const;
        const answer = await caller.send(line, { key: uniqueKey(), body });
        expectSoon(answer, { what: `${pairs} pairs`, ms: performance.now() - began });
        expect(answer.status).toBe(pairs === 5_000 ? 400 : 413);
      }
    } finally {
      await sandbox.stop();
    }
  });
});

/** Nothing hostile to a contract that ignores members it does not know. */
function isAccepted({ body, contract, pathNames }: ActionRoute, raw: string): boolean {
  const ids = Object.fromEntries(pathNames.map((name) => [name, 'absent']));
  return body === 'json' && contract.input.safeParse({ ...JSON.parse(raw), ...ids }).success;
}

function expectSoon({ status, text }: Answer, { what, ms }: { what: string; ms: number }): void {
  expect(status, `${what}: ${text.slice(0, 500)}`).toBeGreaterThanOrEqual(400);
  expect(status, `${what}: ${text}`).toBeLessThan(500);
  expect(text.length, what).toBeLessThan(answerBytes);
  expect(ms, `${what}: ms until the answer`).toBeLessThan(answerMs);
}

/** Members that maps of the contracts may have, at most. */
const pairsMax = 200;
/** Of a number, a date or a text that a pattern bounds. */
const plainBytes = 70;

/** Bytes of the largest value of a schema in ASCII, about. */
function largestOf(schema: Schema): number {
  const { type, properties = {}, items, additionalProperties: rest, anyOf = [] } = schema;
  if (anyOf.length > 0) return Math.max(...anyOf.map(largestOf));
  if (type === 'array' && items) return (schema.maxItems ?? Infinity) * (largestOf(items) + 1);
  if (type === 'string') return (schema.maxLength ?? plainBytes) + 2;
  if (type !== 'object') return plainBytes;
  const own = Object.entries(properties).map(([name, each]) => name.length + 4 + largestOf(each));
  const isMap = typeof rest === 'object' && Object.keys(rest).length > 0;
  const pairs = isMap ? Math.min(pairsMax * (64 + 4 + largestOf(rest)), 40_000) : 0;
  return own.reduce((sum, each) => sum + each, pairs);
}
