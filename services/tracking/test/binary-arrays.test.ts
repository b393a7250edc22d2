import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { array } from '../src/store/binary-arrays.ts';
import { type App, startTracking } from './app.ts';

let app: App;
beforeAll(async () => {
  app = await startTracking();
});
afterAll(() => app.stop());

const read = async (cells: ReturnType<typeof array>) => {
  const { rows } = await sql<{ told: string }>`select (${cells})::text as told`.execute(
    app.service('tracking').runtime.readDb,
  );
  return rows[0]?.told;
};

const time = (text: string) => new Date(text);

it.each([
  ['nothing', array('int4', []), '{}'],
  ['nothing known', array('date', [null, null]), '{NULL,NULL}'],
  ['integers', array('int4', [-2147483648, null, 2147483647]), '{-2147483648,NULL,2147483647}'],
  [
    'the largest integers',
    array('int8', [-1, 4294967296, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]),
    '{-1,4294967296,9007199254740991,-9007199254740991}',
  ],
  ['fractions', array('float4', [0, 63.7, 300, 1 / 3]), '{0,63.7,300,0.33333334}'],
  ['yes and no', array('bool', [true, false, null]), '{t,f,NULL}'],
  [
    'days before and after 2000',
    array('date', ['1970-01-01', '2024-02-29', '9999-12-31']),
    '{1970-01-01,2024-02-29,9999-12-31}',
  ],
  [
    'text that would need quotes',
    array('text', ['', 'a"\\,{é😀', 'NULL']),
    '{"","a\\"\\\\,{é😀","NULL"}',
  ],
  [
    'moments',
    array('timestamptz', [time('1999-12-31T23:59:59.999Z'), time('2026-11-02T08:00:00.001Z')]),
    '{"1999-12-31 23:59:59.999+00","2026-11-02 08:00:00.001+00"}',
  ],
])('Postgres reads %s as they are', async (_what, cells, expected) => {
  expect(await read(cells)).toBe(expected);
});
