import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { type Files, linkPackages, root, runCommand, temporaryCopy } from './copy.ts';

const manifest = '{"name":"suite","type":"module","dependencies":{"@svc/devnet":"*"}}';
const start = `import { spawn } from 'node:child_process';
  import { writeFileSync } from 'node:fs';
  import { tmpdir } from 'node:os';
  import { test } from 'vitest';
  const options = { detached: true, stdio: 'ignore' } as const;\n`;

/** Runs the planted tests as a suite of their own, on the servers of this one. */
async function runSuite(planted: Files) {
  const files = { ...planted, 'test/package.json': manifest };
  await using dir = await temporaryCopy(['package.json', 'vitest.config.ts', 'test/setup'], files);
  await linkPackages(dir.path, 'test', { '@svc/devnet': 'devnet' });
  await symlink(join(root, 'packages/devnet'), join(dir.path, 'devnet'));
  return await runCommand('vitest run 2>&1', dir.path, {
    SVC_TEST_POSTGRES_URL: inject('postgresUrl'),
    SVC_TEST_NATS_URL: 'nats://127.0.0.1:1',
    SVC_FORBID_SKIP: '1',
    CI: 'true',
  });
}

test('a suite that leaves nothing passes', async () => {
  const { code, output } = await runSuite({
    'test/clean.test.ts': `${start} test('cleans up', () => { spawn('true'); });`,
  });
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('1 passed') });
});

test('a suite that leaves a process or a file fails and names it', async () => {
  const { code, output } = await runSuite({
    'test/untidy.test.ts': `${start} test('leaves', () => {
      spawn('sleep', ['1234'], options).unref();
      writeFileSync(tmpdir() + '/left-here', '');
    });`,
  });
  expect(output).toMatch(/the tests left behind:\s+process \d+: sleep 1234\s+left-here/);
  expect(code).toBe(1);
});

test('a skipped test is named, and fails the suite where skipping is forbidden', async () => {
  const { code, output } = await runSuite({
    'test/some.test.ts': `${start} test('runs', () => undefined);
      test.skipIf(true)('needs the moon', () => undefined);`,
  });
  expect(output).toContain('test/some.test.ts > needs the moon');
  expect(code).toBe(1);
});

test('a test marked .only fails the suite', async () => {
  const { code, output } = await runSuite({
    'test/some.test.ts': `${start} test.only('alone', () => undefined);`,
  });
  expect(output).toContain('Unexpected .only');
  expect(code).toBe(1);
});
