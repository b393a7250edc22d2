import { expect, test } from 'vitest';
import { type Files, runScript, temporaryCopy } from './copy.ts';

async function check(files: Files) {
  await using dir = await temporaryCopy(['scripts'], files);
  const errors = await runScript('names', dir.path, ['2>&1', '1>/dev/null']);
  return { ...errors, output: errors.code === 0 ? '' : errors.output };
}

test('names that are nouns of the field, in rooms, pass', async () => {
  const files = {
    'services/alpha/src/main.ts': 'export interface Tables {}',
    'services/beta/src/store/schema.ts': 'export interface Tables {}',
    'services/alpha/src/domain/booking.ts': 'export type Booking = string;',
    'services/alpha/src/reactions/on-arriving.ts': '',
    'services/alpha/src/reactions/on-job-cancelled.ts': '',
    'services/alpha/test/stock.ts': 'export type Booking = number;',
    'services/alpha/src/domain/booking.test.ts': 'process.env.SVC_SECRET;',
    'services/alpha/src/config.ts': 'export const SVC_SECRET = 1;',
    'services/alpha/src/migrations/0001-jobs.sql': 'select 1;',
    'services/alpha/src/migrations/0002-legs.sql': 'select 1;',
  };
  expect(await check(files)).toEqual({ code: 0, output: '' });
});

test('a loose file of a service is named', async () => {
  const { code, output } = await check({ 'services/alpha/src/mailbox.ts': '' });
  expect(output).toContain('services/alpha/src/mailbox.ts: a loose file');
  expect(code).toBe(1);
});

test('a file that is named by a participle is named', async () => {
  const { output } = await check({
    'gateway/src/putting.ts': '',
    'test/journeys/late-arriving.test.ts': '',
    'gateway/src/cached.ts': '',
    'scripts/files-taken.mjs': '',
  });
  expect(output).toContain('gateway/src/putting.ts: a file is named by a noun');
  expect(output).toContain('test/journeys/late-arriving.test.ts: a file is named by a noun');
  expect(output).toContain('gateway/src/cached.ts: a file is named by a noun');
  expect(output).toContain('scripts/files-taken.mjs: a file is named by a noun');
});

test('a vague folder, and a room that no service has, are named', async () => {
  const { code, output } = await check({
    'packages/kit/src/utils/a.ts': '',
    'services/alpha/src/extras/b.ts': '',
  });
  expect(output).toContain('packages/kit/src/utils: a folder is named after what it holds');
  expect(output).toContain('services/alpha/src/extras: a service has only the rooms');
  expect(code).toBe(1);
});

test('a second exported type of the same name is named, with both places', async () => {
  const { output } = await check({
    'services/alpha/src/domain/a.ts': 'export interface Result {}',
    'gateway/src/b.ts': 'export type Result = string;',
  });
  expect(output).toContain('Result: one exported type name, one meaning');
  expect(output).toContain('gateway/src/b.ts, services/alpha/src/domain/a.ts');
});

test('a second exported value of the same name is named, in a service or beside a shared one', async () => {
  const { output } = await check({
    'services/alpha/src/domain/a.ts': 'export const totalOf = 1;',
    'services/alpha/src/store/b.ts': 'export async function totalOf() {}',
    'services/beta/src/domain/c.ts': 'export const totalOf = 1;\nexport const job = 1;',
    'packages/contracts/src/d.ts': 'export const job = 1;\nexport const list = 1;',
    'services/beta/src/actions/e.ts': 'export const list = 1;',
  });
  expect(output).toContain(
    'totalOf: one exported value, one meaning: services/alpha/src/domain/a.ts, services/alpha/src/store/b.ts\n',
  );
  expect(output).toContain(
    'job: one exported value, one meaning: packages/contracts/src/d.ts, services/beta/src/domain/c.ts\n',
  );
  expect(output).not.toContain('list:');
});

test('a rule that knows a setting is named', async () => {
  const { output } = await check({
    'services/alpha/src/domain/urls.ts': 'export const at = (c: { SVC_PUBLIC_URL: string }) => c;',
  });
  expect(output).toContain('services/alpha/src/domain/urls.ts: a rule knows no environment');
  expect(output).toContain('(SVC_PUBLIC_URL)');
});

test('a migration that is no SQL, or out of order, is named', async () => {
  const { output } = await check({
    'services/alpha/src/migrations/0001-jobs.ts': '',
    'services/beta/src/migrations/0001-jobs.sql': '',
    'services/beta/src/migrations/0003-legs.sql': '',
    'services/gamma/src/migrations/0001-jobs.sql': '',
    'services/gamma/src/migrations/0001-legs.sql': '',
  });
  expect(output.match(/: a migration is a file/g)).toHaveLength(3);
  expect(output).toContain('beta/src/migrations/0003-legs.sql: a migration is a file 0002-');
  expect(output).toContain('gamma/src/migrations/0001-legs.sql: a migration is a file 0002-');
});

test('a test whose title is shorter than a sentence is named, also that of a table', async () => {
  const { output } = await check({
    'services/alpha/test/a.test.ts': "it('is told so', () => {});\n",
    'services/alpha/test/b.test.ts':
      "describe('a', () => {\n  it.each([\n    [1],\n  ])('is %s', () => {});\n});\n",
    'services/alpha/test/c.test.ts': "it.each([1])(\n  'refuses %s',\n  () => {},\n);\n",
    'services/alpha/test/d.test.ts': "it('refuses a booking without sites', () => {});\n",
  });
  expect(output).toContain('services/alpha/test/a.test.ts:1: a title is a sentence of 4 words');
  expect(output).toContain('services/alpha/test/b.test.ts:2: a title is a sentence of 4 words');
  expect(output).toContain('services/alpha/test/c.test.ts:1: a title is a sentence of 4 words');
  expect(output).not.toContain('services/alpha/test/d.test.ts');
});
