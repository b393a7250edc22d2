import { expect, test } from 'vitest';
import { runScript, temporaryCopy } from './copy.ts';

const plants = {
  noExplicitAny: 'export const f = (x: any): unknown => x;',
  noNonNullAssertion: `export const f = (x?: string): string => x!;`,
  noFloatingPromises: 'const f = async (): Promise<void> => await undefined;\nf();',
  noMisusedPromises: `[1].forEach(async (n) => {\n  await n;\n});`,
  useImportType: `import { Server } from 'node:http';\n\nexport type S = Server;`,
  noConsole: `console.log('x');`,
  noEnum: 'export enum Colour {\n  Red = 1,\n}',
  noSkippedTests: `import { test } from 'vitest';\n\ntest.skip('x', () => undefined);`,
  noFocusedTests: `import { test } from 'vitest';\n\ntest.only('x', () => undefined);`,
  useMaxParams: 'export const f = (a: 1, b: 1, c: 1, d: 1): number => a + b + c + d;',
  noExcessiveLinesPerFile: `${'export {};\n'.repeat(301)}`,
  noExcessiveLinesPerFunction: `export function f(): void {\n${'  f();\n'.repeat(61)}}`,
  noExcessiveCognitiveComplexity: `export function f(n: number): number {
${[...'abcdefg'].map((_, depth) => `${'  '.repeat(depth + 1)}if (n > ${depth}) {`).join('\n')}
return 1;
${'}'.repeat(7)}
  return 0;
}`,
};

test('the lint check names each planted fault', async () => {
  const files = Object.entries(plants).map(([rule, code]) => [
    `services/alpha/src/${rule.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`,
    `${code}\n`,
  ]);
  await using dir = await temporaryCopy(
    ['biome.json', '.gitignore', 'package.json'],
    Object.fromEntries(files),
  );
  const { code, output } = await runScript('lint', dir.path, [
    '--reporter=json',
    '--max-diagnostics=none',
  ]);
  const named = new Set(output.matchAll(/"lint\/\w+\/(\w+)"/g).map(([, rule]) => rule));
  expect(Object.keys(plants).filter((rule) => !named.has(rule))).toEqual([]);
  expect(code).not.toBe(0);
});
