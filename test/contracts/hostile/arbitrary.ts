/**
 * Values that fit a JSON Schema, and such values gone wrong.
 *
 * No library for zod 4 and fast-check 4 is there yet (zod-fast-check knows zod 3 only).
 */
import fc from 'fast-check';
import type { Schema } from './schema.ts';

/** Values that exist here, by the name of a member: drawn more often than others. */
export type Known = Readonly<Record<string, readonly unknown[]>>;

export function fitting(schema: Schema, known: Known = {}): fc.Arbitrary<unknown> {
  const { type, oneOf, anyOf = oneOf, allOf, enum: choices, const: only } = schema;
  if (only !== undefined) return fc.constant(only);
  if (choices) return fc.constantFrom(...choices);
  if (anyOf) return fc.oneof(...anyOf.map((each) => fitting(each, known)));
  if (allOf) return fitting(Object.assign({}, schema, { allOf: undefined }, ...allOf), known);
  switch (type) {
    case 'object':
      return objects(schema, known);
    case 'array':
      return fc.array(fitting(schema.items ?? {}, known), bounds(schema.minItems, schema.maxItems));
    case 'string':
      return texts(schema);
    case 'number':
    case 'integer':
      return numbers(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue();
  }
}

const bounds = (min = 0, max = 12) => ({ minLength: min, maxLength: Math.min(max, min + 12) });

function objects(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  const { properties, required = [], additionalProperties: rest, propertyNames } = schema;
  if (!properties && typeof rest === 'object') {
    const names = texts(propertyNames ?? {});
    return fc.dictionary(names, fitting(rest, known), { maxKeys: 8 });
  }
  const members = Object.entries(properties ?? {}).map(([name, each]) => {
    const values = known[name];
    const any = fitting(each, known);
    return [
      name,
      values ? fc.oneof({ arbitrary: fc.constantFrom(...values), weight: 4 }, any) : any,
    ] as const;
  });
  return fc.record(Object.fromEntries(members), { requiredKeys: required, noNullPrototype: true });
}

const days = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

function texts({ format, pattern, minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<string> {
  if (format === 'email') return fc.emailAddress();
  if (format === 'date') return days;
  if (format === 'date-time') {
    const [min, max] = [new Date('2020-01-01T00:00:00Z'), new Date('2030-01-01T00:00:00Z')];
    return fc.date({ min, max, noInvalidDate: true }).map((date) => date.toISOString());
  }
  const within = (text: string) => text.length >= minLength && text.length <= maxLength;
  if (pattern) return fc.stringMatching(new RegExp(pattern), { size: 'small' }).filter(within);
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 40) });
}

function numbers({ type, minimum, maximum, multipleOf = 1 }: Schema): fc.Arbitrary<number> {
  const [min, max] = [Math.max(minimum ?? -1e6, -1e9), Math.min(maximum ?? 1e6, 1e9)];
  if (type === 'number' && multipleOf === 1) return fc.double({ min, max, noNaN: true });
  const steps = Math.round(1 / multipleOf);
  const whole = fc.integer({ min: Math.ceil(min * steps), max: Math.floor(max * steps) });
  return whole.map((step) => step / steps);
}

const nasty = fc.constantFrom<unknown>(
  ...['', ' ', '\0', 'a\0b', '\ud800', '\u202e', '\ufeff', '🚑'.repeat(50), 'x'.repeat(3_000)],
  ...[0, -1, 0.1, 1e21, 1e308, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 2_000.0001],
  ...[null, true, false, [], {}, [[]], [null], { a: 1 }, { length: 1 }, { toString: 'x' }],
  ...['null', 'NaN', '-0', '2026-11-02T08:00:00Z', 'Africa/Johannesburg', '__proto__', '%00'],
);
const leaf = fc.oneof(nasty, fc.jsonValue({ maxDepth: 3 }));

type Step = { at: number; how: number; leaf: unknown };

/** A fitting value after one to three accidents. */
export const broken = (whole: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      whole,
      fc.array(fc.record({ at: fc.nat(), how: fc.nat({ max: 5 }), leaf }), {
        minLength: 1,
        maxLength: 3,
      }),
    )
    .map(([value, steps]) => steps.reduce(accident, value));

function accident(value: unknown, { at, how, leaf: other }: Step): unknown {
  const places = placesOf(value);
  const place = places[at % places.length] ?? [];
  return changedAt(value, place, (old) => {
    switch (how) {
      case 0:
        return undefined;
      case 1:
        return [old];
      case 2:
        return { [JSON.stringify(other).slice(0, 20)]: old };
      case 3:
        return typeof old === 'string' ? Number(old.length) : JSON.stringify(old);
      default:
        return other;
    }
  });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const placesOf = (value: unknown): string[][] =>
  isObject(value)
    ? Object.entries(value).flatMap(([name, inner]) => [
        [name],
        ...placesOf(inner).map((rest) => [name, ...rest]),
      ])
    : [];

function changedAt(value: unknown, place: string[], change: (old: unknown) => unknown): unknown {
  const [first, ...rest] = place;
  if (first === undefined) return change(value);
  if (Array.isArray(value)) {
    return value.map((item, i) => (`${i}` === first ? changedAt(item, rest, change) : item));
  }
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, inner]) => [
    name,
    name === first ? changedAt(inner, rest, change) : inner,
  ]);
  return Object.fromEntries(members);
}
