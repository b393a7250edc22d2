import { expect, test } from 'vitest';
import { type Files, runScript, temporaryCopy } from './copy.ts';

const lines = (count: number) => '// line\n'.repeat(count);

async function check(files: Files) {
  await using dir = await temporaryCopy(['scripts'], files);
  const errors = await runScript('sizes', dir.path, ['2>&1', '1>/dev/null']);
  return { ...errors, output: errors.code === 0 ? '' : errors.output };
}

test('passes small files in named folders', async () => {
  const small = {
    'services/alpha/src/domain/job.ts': lines(60),
    'services/alpha/src/domain/leg.ts': lines(60),
    'packages/kit/src/a.ts': lines(300),
  };
  expect(await check(small)).toEqual({ code: 0, output: '' });
});

test('names a file that is too long, a vague folder and an unknown room', async () => {
  const { code, output } = await check({
    'gateway/src/long.ts': lines(301),
    'packages/kit/src/utils/a.ts': lines(1),
    'services/alpha/src/extras/b.ts': lines(1),
  });
  expect(output).toContain('gateway/src/long.ts: 301 lines');
  expect(output).toContain('packages/kit/src/utils: a folder is named after what it holds');
  expect(output).toContain('services/alpha/src/extras: a service has only the rooms');
  expect(code).toBe(1);
});

test('names files that are long too often', async () => {
  const few = { 'a.ts': lines(201), 'b.ts': lines(201) };
  const many = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`c${n}.ts`, lines(1)]));
  const { output } = await check({ ...few, ...many });
  expect(output).toContain('one file in ten has 201 lines or more');
});

test('names a median that is too long', async () => {
  const { output } = await check({ 'a.ts': lines(91), 'b.ts': lines(91), 'c.ts': lines(1) });
  expect(output).toContain('the median file has 91 lines');
});

test('names crumbs once there are 60 of them; tests and entries of processes are none', async () => {
  const crumbs = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, n) => [`packages/kit/src/c${n}.ts`, lines(15)]),
    );
  const others = {
    'services/alpha/src/main.ts': lines(4),
    'services/alpha/src/domain/job.test.ts': lines(4),
    'services/alpha/test/job.ts': lines(4),
    'packages/kit/src/d.ts': lines(16),
  };
  expect(await check({ ...crumbs(59), ...others })).toEqual({ code: 0, output: '' });
  const { code, output } = await check({ ...crumbs(60), ...others });
  expect(output).toContain('60 files of 15 lines or less, more than 59: packages/kit/src/c0.ts, ');
  expect(code).toBe(1);
});

test('names a kit that exports too much; what is internal to it does not count', async () => {
  const kit = (names: number) => ({
    'packages/kit/package.json': '{ "exports": { "./a": "./src/a.ts" } }',
    'packages/kit/src/a.ts': Array.from({ length: names }, (_, n) => `export const a${n} = 1;`)
      .concat('export type A = number;', '')
      .join('\n'),
    'packages/kit/src/internal.ts': 'export const b = 1;\n',
  });
  expect(await check(kit(116))).toEqual({ code: 0, output: '' });
  const { code, output } = await check(kit(117));
  expect(output).toContain('the kit exports 117 values, more than 116');
  expect(code).toBe(1);
});
