import { bookingRequest, milestoneRequest } from '@svc/contracts';
import { structureFault } from '@svc/text/json-structure';
import { hintFor } from '@svc/text/nearest-name';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { issueText } from '../src/calls/issue-text.ts';
import { readJsonObject } from '../src/json/json.ts';
import { isPlain, measureJson, usualBounds } from '../src/json/json-bounds.ts';
import { unknownFields } from '../src/json/json-unknown-fields.ts';

const bounds = { names: 3, values: 5 };
const levels = (count: number) => `${'['.repeat(count)}${']'.repeat(count)}`;

describe('the text of JSON', () => {
  it.each([
    ['three names', '{"a":1,"b":{"c":2}}', 3],
    ['no names, five values', '[1,2,3,4,5]', 0],
    ['what stands in strings', '["::::","\\":,{[","\\\\",","]', 0],
    ['32 levels', levels(32), 0],
    ['brackets side by side', '[[],[],[],[]]', 0],
    ['a string that does not end', '{"a":"b,:,:,:,', 1],
    ['a string that ends in an escape', '{"a":"\\', 1],
  ])('is within bounds with %s', (_, text, names) => {
    expect(measureJson(Buffer.from(text), bounds)).toEqual({ names });
  });

  it.each([
    ['four names', '{"a":1,"b":{"c":2,"d":3}}', 'too_many_names'],
    ['six values', '[1,2,3,4,5,6]', 'too_many_values'],
    ['33 levels', levels(33), 'too_deep'],
    ['33 levels that are not closed', '{"a":'.repeat(33), 'too_many_names'],
    ['33 arrays that are not closed', '['.repeat(33), 'too_deep'],
  ])('is beyond them with %s', (_, text, exceeded) => {
    expect(measureJson(Buffer.from(text), bounds)).toMatchObject({ exceeded });
  });

  it('has as many names as the value has members', () => {
    const many = { names: 1e6, values: 1e6 };
    const members = (value: unknown): number =>
      typeof value === 'object' && value !== null
        ? Object.values(value).reduce<number>((sum, each) => sum + members(each), 0) +
          (Array.isArray(value) ? 0 : Object.keys(value).length)
        : 0;
    fc.assert(
      fc.property(fc.json(), fc.nat(4), (text, indent) => {
        const spaced = JSON.stringify(JSON.parse(text), null, indent);
        expect(measureJson(Buffer.from(spaced), many)).toEqual({
          names: members(JSON.parse(text)),
        });
      }),
    );
  });

  it('is never parsed beyond its bounds', () => {
    const hostile = {
      'five million levels': levels(5_000_000),
      'as many objects': '{"a":'.repeat(2_000_000),
      'a million names': `{${Array.from({ length: 700_000 }, (_, i) => `"k${i}":1`).join()}}`,
      'a million arrays': `[${'[],'.repeat(3_000_000)}[]]`,
    };
    for (const [what, text] of Object.entries(hostile)) {
      const bytes = Buffer.from(text);
      const read = () =>
        expect(readJsonObject(bytes), what).toMatchObject({
          issue: { code: expect.stringMatching(/^too_/) },
        });
      const refusalMs = Math.min(cpuMsOf(read), cpuMsOf(read), cpuMsOf(read));
      expect(refusalMs, `${what}: ms of CPU`).toBeLessThan(cpuMsOf(() => parse(text)) / 5);
    }
  });
});

function cpuMsOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1_000;
}

/** The floor to compare with: what the refusal saves. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const secret = 'hunter2-hunter2';
const zoned = z.iso.datetime({ offset: true });
const variants = z.discriminatedUnion('type', [z.object({ type: z.literal('a') })]);

it.each([
  [z.string(), undefined, 'Required.'],
  [z.enum(['a', 'b']), undefined, 'Required.'],
  [z.string(), 7, 'Expected a string, got a number.'],
  [z.int(), '7', 'Expected a number, got a string.'],
  [z.int(), 1.5, 'Expected an int, got a number.'],
  [z.array(z.string()), {}, 'Expected an array, got an object.'],
  [z.object({}), null, 'Expected an object, got null.'],
  [z.string().min(1), '', 'Is empty.'],
  [z.string().min(20), secret, 'At least 20 characters.'],
  [z.string().max(1), secret, 'At most 1 character.'],
  [z.number().min(0), -1, 'At least 0.'],
  [z.number().max(100), 101, 'At most 100.'],
  [z.number().multipleOf(5), 7, 'A multiple of 5.'],
  [z.array(z.string()).min(1), [], 'At least 1 item.'],
  [zoned, '2026-11-01', 'A moment with its zone, e.g. 2026-11-01T00:00:00Z.'],
  [z.iso.date(), secret, 'A day, e.g. 2026-11-01.'],
  [z.email(), secret, 'An e-mail address.'],
  [z.string().regex(/^[a-z]$/), secret, 'Does not match /^[a-z]$/.'],
  [z.enum(['a', 'b']), secret, 'One of: a, b.'],
  [z.string().refine(() => false, { error: 'its own words' }), secret, 'its own words'],
  [variants, { type: secret }, 'One of: a.'],
  [variants, {}, 'Required. One of: a.'],
  [z.record(z.string().max(3), z.string()), { [secret]: 'x' }, 'At most 3 characters.'],
])('an issue says how to correct the input without quoting it: %#', (schema, value, text) => {
  const { error } = schema.safeParse(value, { error: issueText });
  const messages = error?.issues.map(({ message }) => message) ?? [];
  expect(messages).toEqual([text]);
  expect(messages.join()).not.toContain(secret);
});

function plain(text: string): boolean {
  const measured = measureJson(Buffer.from(text), usualBounds);
  return 'names' in measured && isPlain(text, JSON.parse(text), measured.names);
}

it.each([
  ['a name that is given twice', '{"a":1,"a":2}'],
  ['the same, deep inside', '{"a":[{"b":{"c":":","c":null}}]}'],
  ['a name that is written in two ways', '{"a":1,"\\u0061":2}'],
  ['the same, with a space before one colon', '{"a" :1,"a":2}'],
  ['the same, beside text that looks like a name', '{"a" :":","a":2}'],
  ['a name that reaches into prototypes', '{"__proto__":{}}'],
  ['the same, escaped', '{"\\u005f_proto__":{}}'],
  ['a constructor’s prototype', '{"constructor":{"prototype":{}}}'],
])('the value %s is not plain', (_what, text) => {
  expect(structureFault(text)).toBeDefined();
  expect(plain(text)).toBe(false);
});

it('braces, blanks, names of two objects and 32 levels are plain', () => {
  const texts = [
    '{"a":"{:[,","b":["]:}"]}',
    '{"a": 1,\n"b": [ { "c": "12:30" } ] }',
    '{"a":{"b":1},"c":[{"b":1},{"b":2}]}',
    `{"a":${levels(31)}}`,
  ];
  expect(texts.filter(plain)).toEqual(texts);
});

it('a plain value of any shape has no fault', () => {
  const names = fc.constantFrom('"a"', '"b"', '"\\u0061"', '"__proto__"', '"prototype"');
  const { object: text } = fc.letrec<{ value: string; object: string }>((tie) => ({
    value: fc.oneof(
      fc.json(),
      tie('object'),
      fc.array(tie('object'), { maxLength: 3 }).map((all) => `[${all.join(',')}]`),
    ),
    object: fc
      .array(fc.tuple(names, fc.constantFrom(':', ' :', ': '), tie('value')), { maxLength: 4 })
      .map((all) => `{${all.map(([name, colon, value]) => name + colon + value).join(',')}}`),
  }));
  fc.assert(
    fc.property(text, (json) => {
      if (plain(json)) expect(structureFault(json)).toBeUndefined();
    }),
    { numRuns: 2_000 },
  );
});

const booking = unknownFields(bookingRequest);
const found = (find: ReturnType<typeof unknownFields>, value: unknown) =>
  find(value).map(({ path, message }) => [path.join('/'), message]);

describe('unknown fields', () => {
  it('are named with the nearest known name', () => {
    expect(found(booking, { sku: 'LAB-STD', prioritty: 'stat', costCentre: 'X' })).toEqual([
      ['prioritty', 'Unknown field. Did you mean priority?'],
      ['costCentre', 'Unknown field. Did you mean cost_centre?'],
    ]);
  });

  it('are found in members and items, and not where a schema is open', () => {
    expect(found(booking, { requirements: { otpp: true }, metadata: { of: 'mine' } })).toEqual([
      ['requirements/otpp', 'Unknown field. Did you mean otp?'],
    ]);
    const list = unknownFields(z.object({ of: z.array(z.object({ a: z.string() })).optional() }));
    expect(found(list, { of: [{ a: '' }, { b: '' }] })).toEqual([
      ['of/1/b', 'Unknown field. Known here: a.'],
    ]);
  });

  it('of a union are those of the member that is meant', () => {
    const milestone = unknownFields(milestoneRequest, ['id', 'courier_id']);
    const faults = found(milestone, { type: 'depart', seal: 'SL-1', courier_id: 'drv_1' });
    expect(faults.map(([name]) => name)).toEqual(['seal', 'courier_id']);
    expect(milestone({ type: 'nothing', seal: 'SL-1' })).toEqual([]);
  });

  it('are at most 50 per request', () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`x${i}`, i]));
    expect(booking(many)).toHaveLength(50);
  });

  it.each([
    ['that lacks its end', 'pickup_site', 'Did you mean pickup_site_id?'],
    ['in another case', 'Pickup-Site-Id', 'Did you mean pickup_site_id?'],
    ['of a hundred thousand letters', 'x'.repeat(100_000), 'Known here: pickup_site_id, km.'],
    ['without a name', '', 'Known here: pickup_site_id, km.'],
  ])('an unknown field %s has a hint', (_, sent, hint) => {
    expect(hintFor(sent, ['pickup_site_id', 'km'])).toBe(hint);
  });
});
