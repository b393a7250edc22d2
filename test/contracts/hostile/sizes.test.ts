/** Bodies as large as a route reads, filled with what costs most: refused soon and briefly. */
import { problemDocument } from '@svc/gateway/problem/problem';
import { describe, expect, it } from 'vitest';
import { type ActionRoute, actions, labelOf } from '../requests.ts';
import { bodySchema, type Schema, variantFor } from './schema.ts';
import { refusalOf } from './validation.ts';

/** On a busy machine; each takes some 20 ms on a quiet one. */
const validationMs = 3_000;
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

const routes = actions.filter(({ body }) => body === 'json');
const fieldsOf = (route: ActionRoute) => {
  const { properties = {} } = variantFor(bodySchema(route), route.example);
  return Object.keys(properties);
};

describe('a body as large as its route reads', () => {
  it.each(Object.entries(values))('filled with %s is refused soon and briefly', (_, fill) => {
    for (const route of routes) {
      for (const field of fieldsOf(route)) {
        const rest = JSON.stringify({ ...Object(route.example), [field]: '@' });
        const raw = rest.replace('"@"', () => fill(route.bodyBytesMax - rest.length));
        const began = performance.now();
        const problem = refusalOf(route, { raw });
        const place = `${labelOf(route)} ${field}`;
        if (!problem) throw new Error(`${place} was accepted`);
        expect(performance.now() - began, place).toBeLessThan(validationMs);
        const document = problemDocument(problem, { docsUrl: 'https://docs', requestId: 'req_' });
        expect(document.length, place).toBeLessThan(answerBytes);
      }
    }
  });

  it('is at least as large as the largest that its contract accepts', () => {
    const small = routes.filter((route) => largestOf(bodySchema(route)) > route.bodyBytesMax);
    expect(small.map(labelOf)).toEqual([]);
  });
});

/** Members that maps of the contracts may have, at most. */
const pairsMax = 200;
/** Bytes of a number, a date or a text that a pattern bounds. */
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
