import { describe, expect, it } from 'vitest';
import { actions, labelOf, queryOf } from '../requests.ts';
import { inputSchema, type Schema } from './schema.ts';
import { refusalOf } from './validation.ts';

/** Bad for any parameter: none is free text with control characters. */
const always = ['%00', 'a%00b', '%1b%5B31m', 'x'.repeat(10_240), '%ED%A0%80%00'];
/** Elsewhere the empty text is bad, too. */
const mayBeEmpty = ['period', 'cost_centre', 'type', 'reference'];

const numbers = '1e2 1.5 0x10 ten NaN Infinity +5 05 -1 %20%205'.split(' ');
const times = [
  ...['yesterday', 'May', '0', '%2B', '2026', '2026-1', '2026-13', '2026-02-30'],
  ...['2026-13-01T00:00:00Z', '2026-11-02T08:00:00', '2026-11-02T25:00:00Z'],
];
const noIds = ['a/b', '\u00e4', '..', '%F0%9F%9A%91', '-/-'];

/** Bad for a parameter of this schema. */
function badFor({ type, enum: choices, pattern = '', allOf = [], ...bounds }: Schema): string[] {
  const { minimum = 0, maximum = 0, maxLength = 64 } = bounds;
  if (type === 'boolean') return ['yes', '1', 'TRUE'];
  if (type === 'integer') return [...numbers, `${minimum - 1}`, `${maximum}0`, '9'.repeat(400)];
  if (choices) {
    const [first = '', second = ''] = choices.map(String);
    return ['', 'lost', `${first}%20`, first.toUpperCase(), `${first},${second}`];
  }
  const long = 'x'.repeat(maxLength + 1);
  if (/^\^\[\^/.test(pattern)) return [long];
  return /\\d/.test([pattern, ...allOf.map((each) => each.pattern)].join())
    ? times
    : [...noIds, long];
}

const reads = actions.filter(({ method }) => method === 'GET');
const parameters = reads.flatMap((route) =>
  Object.keys(route.query).map((name) => ({ name, route, pointer: `/query/${name}` })),
);

describe('a query', () => {
  it('with a bad value is refused by the name of its parameter', () => {
    const faults = parameters.flatMap(({ name, route, pointer }) => {
      const label = labelOf(route);
      const own = badFor(inputSchema(route).properties?.[name] ?? {});
      const empty = mayBeEmpty.includes(name) ? [] : [''];
      const isNamed = (value: string) => {
        const problem = refusalOf(route, { query: `${name}=${value}` });
        const pointers = problem?.errors?.map((each) => each.pointer);
        return problem?.code === 'invalid_body' && pointers?.includes(pointer);
      };
      const unnamed = [...always, ...empty, ...own].filter((value) => !isNamed(value));
      return unnamed.map((value) => `${label} ${name}=${value.slice(0, 40)}`);
    });
    expect(faults).toEqual([]);
  });

  it('with a parameter twice, or one that is not documented, is refused by its name', () => {
    for (const { name, route, pointer } of parameters) {
      expect(refusalOf(route, { query: `${name}=a&${name}=b&more=1` })?.errors).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ pointer, code: 'repeated' }),
          expect.objectContaining({ pointer: '/query/more', code: 'unknown_parameter' }),
        ]),
      );
    }
  });

  const list = reads.find(({ operationId }) => operationId === 'listJobs');
  it.each([
    ['two cursors', 'starting_after=a&ending_before=b', '/query/ending_before'],
    ['no name', '==', '/query/'],
    ['names of objects', 'constructor=x&__proto__=y', '/query/constructor'],
    ['a name in capitals', 'LIMIT=0', '/query/LIMIT'],
    ['a broken escape', '%zz=%zz', '/query/%zz'],
    ['two thousand pairs', 'a=b&'.repeat(2_000), '/query/a'],
    ['nothing', '', undefined],
    ['separators alone', '&&', undefined],
    ['the least', 'limit=1', undefined],
    ['the most', 'limit=100', undefined],
    ['one more than the most', 'limit=101', '/query/limit'],
  ])('of the list of jobs with %s has its fault named, where it has one', (_, query, pointer) => {
    if (!list) throw new Error('listJobs is not in the route table');
    expect(refusalOf(list, { query })?.errors?.[0]?.pointer).toBe(pointer);
  });
});

/** Decoded, as they reach an action. */
const ids = [
  ...['a/b', '../../etc', '..', '../jobs', '\\..\\', '%25', '\0', 'job\0_1', '\r\nset-cookie:x'],
  ...['\u{1f691}', '\u202e', '\ufeff', 'a b', ' ', '+', '*', "' or 1=1--", '{{7}}'],
  ...['<script>', '[]', '{}', 'job_'.repeat(2_500), 'A'.repeat(3_000), ''],
];

describe('an id in a path', () => {
  it('with other characters than letters, digits, _ and - is not found', () => {
    const faults = actions.flatMap((route) =>
      route.pathNames.flatMap((name) => {
        const raw = route.body === 'json' ? JSON.stringify(route.example) : '';
        const query = queryOf(route).slice(1);
        const isNotFound = (id: string) =>
          refusalOf(route, { raw, query, ids: { [name]: id } })?.code.endsWith('_not_found');
        const found = ids.filter((id) => !isNotFound(id));
        return found.map((id) => `${labelOf(route)} ${JSON.stringify(id.slice(0, 40))}`);
      }),
    );
    expect(faults).toEqual([]);
  });
});
