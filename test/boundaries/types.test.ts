import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { root, runScript, temporaryCopy } from './copy.ts';

/** By the error that each is. */
const plants = {
  TS2578: '// @ts-expect-error\nexport const a = 1;',
  TS7006: 'export const f = (x) => x;',
  TS2322: `export const s: string = 'a b'.split(' ')[0];`,
  TS2375: 'export const o: { a?: number } = { a: undefined };',
  TS1294: 'export enum Colour { Red }',
  TS1484: `import { RequestListener } from 'node:http';\nexport type L = RequestListener;`,
  TS6133: 'const unused = 1;\nexport {};',
  TS7029: 'export function f(n: number) { switch (n) { case 1: n += 1; case 2: f(n); } }',
};

test('the type check names each planted error and nothing else', async () => {
  const files = Object.entries(plants).map(([error, code]) => {
    return [`services/alpha/src/${error.toLowerCase()}.ts`, `${code}\n`];
  });
  const clean = { 'gateway/src/clean.ts': 'export const home = process.env.HOME;\n' };
  const all = { ...Object.fromEntries(files), ...clean };
  await using dir = await temporaryCopy(['package.json', 'tsconfig.json'], all);
  const { code, output } = await runScript('types', dir.path);
  const named = output.matchAll(/([^/\n]+)\.ts\(\d+,\d+\): error (TS\d+)/g);
  const found = [...named].map(([, file, error]) => `${file} ${error}`);
  const wanted = Object.keys(plants).map((error) => `${error.toLowerCase()} ${error}`);
  expect(found.sort()).toEqual(wanted.sort());
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
