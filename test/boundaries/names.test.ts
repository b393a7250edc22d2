import { expect, test } from 'vitest';
import { type Files, runScript, temporaryCopy } from './copy.ts';

async function check(files: Files) {
  await using dir = await temporaryCopy(['scripts'], files);
  return await runScript('names', dir.path, ['2>&1', '1>/dev/null']);
}

test('names that are nouns of the field, in rooms, pass', async () => {
  const files = {
    'services/alpha/src/define.ts': 'export interface Tables {}',
    'services/beta/src/store/schema.ts': 'export interface Tables {}',
    'services/alpha/src/domain/booking.ts': 'export type Booking = string;',
    'services/alpha/src/reactions/on-arriving.ts': '',
    'services/alpha/src/reactions/on-job-cancelled.ts': '',
    'services/alpha/test/stock.ts': 'export type Booking = number;',
    'services/alpha/src/domain/booking.test.ts': 'process.env.SVC_SECRET;',
    'services/alpha/src/config.ts': 'export const SVC_SECRET = 1;',
    'services/alpha/src/migrations/0001-jobs.sql': 'select 1;',
    'services/alpha/src/migrations/0002-legs.sql': 'select 1;',
    'services/alpha/src/actions/list.ts': 'export const list = 1;',
    'packages/contracts/src/list.ts': 'export const list = 1;',
    'services/alpha/test/d.test.ts': "it('refuses a booking without sites', () => {});\n",
  };
  expect(await check(files)).toMatchObject({ code: 0 });
});

const aType = 'export type Result = string;';
const aValue = 'export const totalOf = 1;';
const settings = 'export const at = (c: { SVC_PUBLIC_URL: string }) => c;';
const table = "describe('a', () => {\n  it.each([\n    [1],\n  ])('is %s', () => {});\n});\n";

test.each<[string, Files, string[]]>([
  ['a loose file of a service', { 'services/alpha/src/mailbox.ts': '' }, [': a loose file']],
  ['a participle', { 'gateway/src/putting.ts': '' }, [': a file is named by a noun']],
  ['that of a test', { 'test/a/late-arriving.test.ts': '' }, [': a file is named by a noun']],
  ['one in the past', { 'gateway/src/cached.ts': '' }, [': a file is named by a noun']],
  ['an irregular one', { 'scripts/files-taken.mjs': '' }, [': a file is named by a noun']],
  ['a vague folder', { 'packages/kit/src/utils/a.ts': '' }, ['kit/src/utils: a folder is named']],
  ['a room of no service', { 'services/a/src/x/b.ts': '' }, [': a service has only the rooms']],
  [
    'a second exported type',
    { 'services/alpha/src/domain/a.ts': aType, 'gateway/src/b.ts': aType },
    ['Result: one exported type name', 'gateway/src/b.ts, services/alpha/src/domain/a.ts'],
  ],
  [
    'a second exported value in a service',
    { 'services/a/src/domain/a.ts': aValue, 'services/a/src/store/b.ts': aValue },
    ['totalOf: one exported value, one meaning: services/a/src/domain/a.ts, services/a/src/store/'],
  ],
  [
    'a second exported value beside a shared one',
    { 'packages/contracts/src/d.ts': aValue, 'services/a/src/domain/c.ts': aValue },
    [
      'totalOf: one exported value, one meaning: packages/contracts/src/d.ts, services/a/src/domain',
    ],
  ],
  [
    'a rule that knows a setting',
    { 'services/alpha/src/domain/urls.ts': settings },
    ['urls.ts: a rule knows no environment', '(SVC_PUBLIC_URL)'],
  ],
  ['a migration in code', { 'services/a/src/migrations/0001-a.ts': '' }, [': a migration is a']],
  [
    'a gap between migrations',
    { 'services/b/src/migrations/0001-a.sql': '', 'services/b/src/migrations/0003-b.sql': '' },
    ['b/src/migrations/0003-b.sql: a migration is a file 0002-'],
  ],
  [
    'two migrations with a number',
    { 'services/c/src/migrations/0001-a.sql': '', 'services/c/src/migrations/0001-b.sql': '' },
    ['c/src/migrations/0001-b.sql: a migration is a file 0002-'],
  ],
  ['a short title', { 'test/a.test.ts': "it('is told so', () => {});\n" }, [':1: a title is a']],
  ['that of a table', { 'test/b.test.ts': table }, [':2: a title is a sentence of 4 words']],
  [
    'one over lines',
    { 'test/c.test.ts': "it.each([1])(\n  'is %s',\n  f,\n);\n" },
    [':1: a title'],
  ],
])('a name that is none of the field is refused: %s', async (_what, files, named) => {
  const { code, output } = await check(files);
  expect({ code, problems: output.trim().split('\n').length }).toEqual({ code: 1, problems: 1 });
  for (const text of named) expect(output).toContain(text);
});
