import fc from 'fast-check';
import { expect, it } from 'vitest';
import { measureJson, usualBounds } from '../src/calls/json-bounds.ts';
import { isPlain, structureFault } from '../src/calls/json-structure.ts';

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
])('%s is not plain', (_what, text) => {
  expect(structureFault(text)).toBeDefined();
  expect(plain(text)).toBe(false);
});

it.each([
  ['braces and colons in text', '{"a":"{:[,","b":["]:}"]}'],
  ['spaces after colons', '{"a": 1,\n"b": [ { "c": "12:30" } ] }'],
  ['the same name in two objects', '{"a":{"b":1},"c":[{"b":1},{"b":2}]}'],
  ['32 levels', `{"a":${'['.repeat(31)}${']'.repeat(31)}}`],
])('%s is plain', (_what, text) => {
  expect(plain(text)).toBe(true);
});

it('nothing that is plain has a fault', () => {
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
