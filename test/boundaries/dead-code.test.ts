import { expect, test } from 'vitest';
import { runScript } from './copy.ts';
import { skeleton } from './skeleton.ts';

const copied = [
  'knip.json',
  'pnpm-workspace.yaml',
  'vitest.config.ts',
  'test/setup',
  'tsconfig.json',
];

type Issues = { file: string; files: unknown[]; exports: { name: string }[] };
type Report = { issues: Issues[] };

test('the dead-code check names a planted export and file, and spares what is used', async () => {
  const planted = {
    'services/alpha/src/domain/fees.ts': 'export const dead = 1;\nexport const alive = 2;\n',
    'services/alpha/src/domain/money.ts': `export { alive as cents } from './fees.ts';\n`,
    'services/alpha/src/domain/orphan.ts': 'export const orphan = 1;\n',
    'services/alpha/test/support.ts': 'export const used = 1;\n',
    'services/alpha/test/support.test.ts': `import { used } from './support.ts';\nused;\n`,
  };
  await using dir = await skeleton(planted, copied);
  const { code, output } = await runScript('deadcode', dir.path, ['--reporter', 'json']);
  const { issues }: Report = JSON.parse(output);
  const names = issues.flatMap(({ file, exports, files }) => [
    ...exports.map(({ name }) => `${file} ${name}`),
    ...(files.length > 0 ? [file] : []),
  ]);
  expect(names).toContain('services/alpha/src/domain/fees.ts dead');
  expect(names).not.toContain('services/alpha/src/domain/fees.ts alive');
  expect(names.join('\n')).toContain('services/alpha/src/domain/orphan.ts');
  expect(names.join('\n')).not.toContain('support');
  expect(code).not.toBe(0);
});
