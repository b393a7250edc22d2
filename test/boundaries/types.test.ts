import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { root, runScript, temporaryCopy } from './copy.ts';
import { skeleton } from './skeleton.ts';

const plants = [
  { name: 'unused-suppression', error: 'TS2578', code: `// @ts-expect-error\nexport const a = 1;` },
  { name: 'implicit-any', error: 'TS7006', code: 'export const f = (x) => x;' },
  {
    name: 'unchecked-index',
    error: 'TS2322',
    code: `export const s: string = 'a b'.split(' ')[0];`,
  },
  {
    name: 'explicit-undefined',
    error: 'TS2375',
    code: 'export const o: { a?: number } = { a: undefined };',
  },
  { name: 'enum', error: 'TS1294', code: 'export enum Colour { Red }' },
  {
    name: 'value-import-of-a-type',
    error: 'TS1484',
    code: `import { RequestListener } from 'node:http';\nexport type L = RequestListener;`,
  },
  { name: 'unused-local', error: 'TS6133', code: 'const unused = 1;\nexport {};' },
  {
    name: 'fallthrough',
    error: 'TS7029',
    code: 'export function f(n: number) { switch (n) { case 1: n += 1; case 2: n += 2; } return n; }',
  },
];

test('the type check names each planted error and nothing else', async () => {
  const files = plants.map(({ name, code }) => [`services/alpha/src/${name}.ts`, `${code}\n`]);
  const clean = { 'gateway/src/clean.ts': 'export const home = process.env.HOME;\n' };
  const all = { ...Object.fromEntries(files), ...clean };
  await using dir = await temporaryCopy(['package.json', 'tsconfig.json'], all);
  const { code, output } = await runScript('types', dir.path);
  const named = output.matchAll(/([^/\n]+)\.ts\(\d+,\d+\): error (TS\d+)/g);
  const found = [...named].map(([, file, error]) => `${file} ${error}`);
  expect(found.sort()).toEqual(plants.map(({ name, error }) => `${name} ${error}`).sort());
  expect(code).not.toBe(0);
});

test('the type check covers every TypeScript file of the repository', () => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  // The others have the types of browsers instead of Node's.
  const lists = ['.', 'packages/app', 'desk'].map((project) =>
    execFileSync(process.execPath, [tsc, '--listFilesOnly', '-p', project], { cwd: root }),
  );
  const checked = new Set(
    lists
      .join('\n')
      .split('\n')
      .map((file) => relative(root, file)),
  );
  const rooms = '{deploy,desk,gateway,packages,services,test}/**/*.ts';
  const exclude = (path: string) => path.includes('node_modules');
  const all = globSync([rooms, '*.ts'], { cwd: root, exclude });
  expect(all.length).toBeGreaterThan(20);
  expect(all.filter((file) => !checked.has(file))).toEqual([]);
});

test('the type check names a public event without an example', async () => {
  const declared = (more: string) => `import { publicEvent } from './define.ts';
import { empty } from './primitives.ts';
export const done = publicEvent({ description: 'Done.', data: empty, internals: empty${more} });
`;
  const planted = {
    'packages/contracts/src/without.ts': declared(''),
    'packages/contracts/src/with.ts': declared(', example: {}'),
  };
  const contracts = ['define', 'errors', 'primitives', 'bounded-record'];
  const copied = ['tsconfig.json', ...contracts.map((name) => `packages/contracts/src/${name}.ts`)];
  await using dir = await skeleton(planted, copied);
  const { output } = await runScript('types', dir.path);
  expect(output).toMatch(/without\.ts\(\d+,\d+\): error TS2345[^\n]*\n[^\n]*'example' is missing/);
  expect(output).not.toContain('src/with.ts');
  expect(output).not.toContain('src/define.ts');
});
