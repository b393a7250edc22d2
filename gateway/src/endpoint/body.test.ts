import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBody } from './body.ts';

const parsed = (text: string) => parseBody(Buffer.from(text));

describe('a body is taken', () => {
  it.each([
    ['', {}],
    ['{}', {}],
    [' {"a": [1, {"b": null}], "c": "x"} ', { a: [1, { b: null }], c: 'x' }],
    ['\uFEFF{"a":1}', { a: 1 }],
    ['{"a":{"x":1},"b":{"x":1}}', { a: { x: 1 }, b: { x: 1 } }],
    ['{"a":"{\\"a\\":1,\\"a\\":2}"}', { a: '{"a":1,"a":2}' }],
    ['{"constructor":"x","prototype":"y"}', { constructor: 'x', prototype: 'y' }],
    [`{"a":${'['.repeat(31)}${']'.repeat(31)}}`, expect.anything()],
  ])('with the text %j', (text, value) => {
    expect(parsed(text)).toEqual({ value });
  });

  it('as an empty object when it is missing', () => {
    expect(parseBody(undefined)).toEqual({ value: {} });
  });

  it('with any text that JSON.stringify writes', () => {
    const honest = fc.dictionary(
      fc.string().filter((name) => !['__proto__', 'constructor', 'prototype'].includes(name)),
      fc.jsonValue({ maxDepth: 4 }),
    );
    fc.assert(
      fc.property(honest, (value) => {
        const text = JSON.stringify(value);
        fc.pre(!text.includes('"__proto__"'));
        expect(parsed(text)).toEqual({ value: JSON.parse(text) });
      }),
    );
  });
});

const refusal = (text: string | Buffer) => {
  const outcome = parseBody(Buffer.from(text));
  if (!('problem' in outcome)) throw new Error('the body was taken');
  const [first] = outcome.problem.errors ?? [];
  return [outcome.problem.code, first?.code, first?.pointer];
};

describe('a body is refused', () => {
  it.each([
    ...['{', '{"a":1,}', "{'a':1}", 'nope', '{"a":NaN}', '{}{}', '\uFEFF', '\uFEFF\uFEFF{}'],
    ...['{"a":1 /* b */}', '{"a":"b\nc"}', '{}\0', 'a=b&c=1', ' \n\t ', '<!DOCTYPE a><a>&b;</a>'],
  ])('that is not JSON: %j', (text) => {
    expect(refusal(text)).toEqual(['invalid_json', undefined, undefined]);
  });

  it.each(['[]', '"text"', '7', 'null', 'true'])('that is not an object: %s', (text) => {
    expect(refusal(text)).toEqual(['invalid_body', 'invalid_type', '']);
  });

  it.each([
    ['{"a":1,"a":1}', '/a'],
    ['{"a":1,"\\u0061":2}', '/a'],
    ['{"b":[{},{"c/d":1,"e":2,"c/d":3}]}', '/b/1/c~1d'],
    ['{"":1,"":2}', '/'],
  ])('that names a member twice: %s', (text, pointer) => {
    expect(refusal(text)).toEqual(['invalid_body', 'duplicate_name', pointer]);
  });

  it.each([
    ['{"__proto__":{"x":1}}', '/__proto__'],
    ['{"a":{"\\u005f_proto__":1}}', '/a/__proto__'],
    ['{"constructor":{"prototype":{"x":1}}}', '/constructor/prototype'],
  ])('that reaches into prototypes: %s', (text, pointer) => {
    expect(refusal(text)).toEqual(['invalid_body', 'forbidden_name', pointer]);
  });

  it('that is nested deeper than 32 levels', () => {
    expect(refusal(`{"a":${'['.repeat(32)}${']'.repeat(32)}}`).slice(0, 2)).toEqual([
      'invalid_body',
      'too_deep',
    ]);
  });

  it.each([10_000, 500_000])('that is nested %i deep, without harm', (depth) => {
    expect(refusal(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`)[1]).toBe('too_deep');
    // Counted before it is parsed: that it is no JSON either is not looked at.
    expect(refusal('{"a":'.repeat(depth / 5))[1]).toBe('too_deep');
    expect(refusal('{"a":'.repeat(32))[0]).toBe('invalid_json');
  });

  it.each([
    ['a broken sequence', [0xc3, 0x28]],
    ['bytes that never occur', [0xff]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['an overlong slash', [0xc0, 0xaf]],
  ])('that is not UTF-8: %s', (_, bad) => {
    const bytes = Buffer.concat([Buffer.from('{"a":"'), Buffer.from(bad), Buffer.from('"}')]);
    expect(refusal(bytes)).toEqual(['invalid_body', 'invalid_encoding', '']);
  });

  it('that is UTF-16 and not UTF-8', () => {
    const bytes = Buffer.from([0xff, 0xfe, 0x7b, 0, 0x7d, 0]);
    expect(refusal(bytes)).toEqual(['invalid_body', 'invalid_encoding', '']);
  });

  it('and its pointer stays short', () => {
    const name = 'n'.repeat(100_000);
    expect(refusal(`{"${name}":1,"${name}":2}`)[2]).toBe(`/${'n'.repeat(64)}`);
  });
});
