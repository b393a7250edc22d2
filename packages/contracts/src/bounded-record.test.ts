import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { boundedRecord, isBounded } from './bounded-record.ts';
import * as contracts from './index.ts';

it('an array that is too long is not looked into', () => {
  let checked = 0;
  const item = z.string().refine(() => {
    checked += 1;
    return true;
  });
  const few = z.object({ few: z.array(item).min(1).max(3) });
  const { error } = few.safeParse({ few: Array(100_000).fill('a') });
  expect(error?.issues).toMatchObject([{ code: 'too_big', path: ['few'] }]);
  expect(checked).toBe(0);
});

describe('a bounded map', () => {
  const few = boundedRecord([z.string().max(2), z.string()], { max: 2, what: 'pairs' });
  it.each([
    ['as many as it may have', { a: '', b: '' }, []],
    ['one too many, whatever they are', { a: 1, b: 2, long: 3 }, ['at most 2 pairs']],
    ['a bad name', { long: '' }, [expect.any(String)]],
    ['null', null, [expect.any(String)]],
    ['an array', [], [expect.any(String)]],
  ])('refuses and accepts what zod does: %s', (_, value, messages) => {
    const { error } = few.safeParse(value);
    expect((error?.issues ?? []).map(({ message }) => message)).toEqual(messages);
  });

  it('is described like any other, with its default', () => {
    const plain = z.record(z.string().max(2), z.string()).default({});
    const described = z.toJSONSchema(z.object({ few: few.prefault({}) }), { io: 'input' });
    expect(described).toEqual(z.toJSONSchema(z.object({ few: plain }), { io: 'input' }));
  });
});

const isOpen = (schema: z.core.$ZodType): boolean =>
  (schema instanceof z.core.$ZodArray && !hasMaximum(schema)) ||
  (schema instanceof z.core.$ZodRecord && !isBounded(schema));

/** Before any check of the array's own: those that come first are looked at before its elements. */
function hasMaximum({ _zod }: z.core.$ZodArray): boolean {
  const names = (_zod.def.checks ?? []).map((check) => check._zod.def.check);
  const own = names.indexOf('custom');
  return names.slice(0, own < 0 ? names.length : own).includes('max_length');
}

/** Arrays and maps of a schema that are not bounded, by their place. */
function unbounded(schema: z.core.$ZodType, path: string): string[] {
  const { def } = schema._zod;
  const inner = Object.entries(def).flatMap(([name, value]) => schemasIn(value, `${path}.${name}`));
  const own = isOpen(schema) ? [path] : [];
  return [...own, ...inner.flatMap(([at, each]) => unbounded(each, at))];
}

/** A definition holds schemas, lists of them (union, tuple) and maps of them (shape). */
function schemasIn(value: unknown, path: string): [string, z.core.$ZodType][] {
  if (value instanceof z.core.$ZodType) return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]): [string, z.core.$ZodType][] =>
    each instanceof z.core.$ZodType ? [[`${path}.${name}`, each]] : [],
  );
}

const inputs = Object.values(contracts).flatMap((exported) => {
  if (typeof exported !== 'object' || !('actions' in exported)) return [];
  return Object.entries(exported.actions).map(
    ([name, { input }]) => [`${exported.name}.${name}`, input] as const,
  );
});

it.each([...inputs, ['telemetry', contracts.telemetryRequest] as const])(
  '%s takes no array and no map without bounds',
  (_, input) => {
    expect(unbounded(input, 'input')).toEqual([]);
  },
);

it('an array without bounds is found, wherever it hides', () => {
  const hidden = z.object({
    a: z.union([z.string(), z.object({ b: z.array(z.int()) }).nullish()]),
  });
  expect(unbounded(hidden, 'input')).toHaveLength(1);
  expect(inputs.length).toBeGreaterThan(80);
});
