import { existsSync, globSync, readFileSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, it, test } from 'vitest';
import { longSteps, patterns } from '../setup/steps.ts';
import { type Files, linkPackages, root, runCommand, temporaryCopy } from './copy.ts';

const manifest = '{"name":"suite","type":"module","dependencies":{"@svc/devnet":"*"}}';
const start = `import { spawn } from 'node:child_process';
  import { writeFileSync } from 'node:fs';
  import { tmpdir } from 'node:os';
  import { test } from 'vitest';
  const options = { detached: true, stdio: 'ignore' } as const;\n`;

/** Runs the planted tests as a suite of their own, on the servers of this one. */
async function runSuite(planted: Files, command = 'vitest run') {
  const files = { ...planted, 'test/package.json': manifest };
  await using dir = await temporaryCopy(['package.json', 'vitest.config.ts', 'test/setup'], files);
  await linkPackages(dir.path, 'test', { '@svc/devnet': 'devnet' });
  await symlink(join(root, 'packages/devnet'), join(dir.path, 'devnet'));
  return await runCommand(`${command} 2>&1`, dir.path, {
    SVC_TEST_POSTGRES_URL: inject('postgresUrl'),
    SVC_TEST_NATS_URL: 'nats://127.0.0.1:1',
    SVC_STEP: 'faults',
    SVC_FORBID_SKIP: '1',
    CI: 'true',
    NO_COLOR: '1',
    // What is planted fails here alone.
    SVC_FAILURES: undefined,
  });
}

test('no file of a long step holds timers: its workers have environments', () => {
  const globs = longSteps.flatMap((step) => patterns[step]);
  const long = globSync(globs, { cwd: root, exclude: patterns.main });
  expect(long.length).toBeGreaterThan(50);
  // Not this file, which names it.
  const others = long.filter((file) => file !== 'test/boundaries/suite.test.ts');
  const held = others.filter((file) =>
    readFileSync(join(root, file), 'utf8').includes('useFakeTimers'),
  );
  expect(held).toEqual([]);
});

test('a suite that leaves nothing passes', async () => {
  const { code, output } = await runSuite({
    'test/clean.test.ts': `${start} test('cleans up', () => { spawn('true'); });`,
  });
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('1 passed') });
});

test('a suite that leaves a process or a file fails and names them', async () => {
  const { code, output } = await runSuite({
    'test/untidy.test.ts': `${start} test('leaves', () => {
      spawn('sleep', ['1234'], options).unref();
      writeFileSync(tmpdir() + '/left-here', '');
    });`,
  });
  expect(output).toMatch(/the tests left behind:\s+process \d+: sleep 1234\s+left-here/);
  expect(code).toBe(1);
});

test.each([
  ['skipped', /Skipped: 1 tests of test\/some.test.ts\s+needs the moon/, 'test.skipIf(true)'],
  ['marked .only', /Unexpected .only/, 'test.only'],
])('a test that is %s fails the suite, and is named', async (_how, named, declare) => {
  const { code, output } = await runSuite({
    'test/some.test.ts': `${start} test('runs', () => undefined);
      ${declare}('needs the moon', () => undefined);`,
  });
  expect(output).toMatch(named);
  expect(code).toBe(1);
});

describe('the long step', () => {
  const longStep = 'node test/setup/long-step.ts';
  const onlyOnce = `import { existsSync, writeFileSync } from 'node:fs';
    import { describe, expect, test } from 'vitest';
    describe('a suite', () => test('fails the first time (and only then)', () => {
      const isRepeated = existsSync('seen');
      writeFileSync('seen', '');
      expect(isRepeated).toBe(true);
    }));`;
  const ok = `import { test } from 'vitest'; test('passes in the last part', () => undefined);`;
  const always = (title: string) => `import { describe, expect, test } from 'vitest';
    describe('a suite', () => test('fails every time: ${title}', () => { expect(1).toBe(2); }));`;

  it('repeats a test that failed, alone, and lists one that passes then as flaky', async () => {
    const { code, output } = await runSuite({ 'test/once.test.ts': onlyOnce }, longStep);
    expect(output).toMatch(
      /FLAKY.*\n +test\/once.test.ts > a suite > fails the first time \(and only then\)/,
    );
    expect(code).toBe(0);
  });

  const many = Object.fromEntries(
    [1, 2, 3].map((n) => [`test/wrong-${n}.test.ts`, always(`is wrong ${n}`)]),
  );
  const again = 'Repeated alone: test/always.test.ts > a suite > fails every time: is wrong';
  it('begins no part when its minutes are over, and names those left out', async () => {
    const planted = { 'test/a.test.ts': '', 'test/pages/b.test.ts': '' };
    const { code, output } = await runSuite(planted, `SVC_MINUTES=0 ${longStep}`);
    expect(output).toContain('LEFT OUT, time is short: pages, faults');
    expect(code).toBe(0);
  });

  it('goes through all parts before it repeats what failed in two of them', async () => {
    const once = (folder: string) => [
      `test/${folder}/once.test.ts`,
      onlyOnce.replaceAll('seen', folder),
    ];
    const planted = {
      ...Object.fromEntries([once('journeys'), once('pages')]),
      'test/last.test.ts': ok,
    };
    const { code, output } = await runSuite(planted, longStep);
    expect(output.match(/(✓|❯) test\/\S+(?= \()|Repeated alone: \S+/g)).toEqual([
      '❯ test/journeys/once.test.ts',
      '❯ test/pages/once.test.ts',
      '✓ test/last.test.ts',
      'Repeated alone: test/journeys/once.test.ts',
      '✓ test/journeys/once.test.ts',
      'Repeated alone: test/pages/once.test.ts',
      '✓ test/pages/once.test.ts',
    ]);
    expect(code).toBe(0);
  });

  it.each<[string, Files, string]>([
    ['a repeated test fails again', { 'test/always.test.ts': always('is wrong') }, again],
    ['three tests fail, repeating none', many, ''],
    ['a file throws, repeating nothing', { 'test/a.test.ts': `throw new Error('no');` }, ''],
  ])('fails the run where %s', async (_what, planted, repeated) => {
    const { code, output } = await runSuite(planted, longStep);
    expect(output.trimEnd().split('\n').at(-1)).toMatch(/^FAILED test\/.*: \S/);
    expect(/Repeated alone: .*/.exec(output)?.[0] ?? '').toBe(repeated);
    expect(code).toBe(1);
  });
});

test('each path that a step names is there', () => {
  const named = Object.values(patterns)
    .flat()
    .filter((pattern) => !/[*!{]/.test(pattern));
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(named).not.toEqual([]);
});
