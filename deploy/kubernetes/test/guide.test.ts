import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../src/generator.ts';
import { roles } from '../src/roles.ts';
import { problemsOf } from '../src/rules/problems.ts';
import { secrets } from '../src/secrets.ts';
import { built, builtOverlay, getManifest, overlayNames } from './overlay-build.ts';
import { sizeOf } from './overlay-size.ts';
import { schemaProblems } from './schemas.ts';

const guide = readFileSync(join(root, '../../docs/operations/kubernetes.md'), 'utf8');
const blocks = [...guide.matchAll(/^```yaml\n([^`]*)^```/gm)].map(([, text = '']) => text);

it('the installation of the guide builds, and breaks no schema and no rule', async () => {
  expect(blocks).toHaveLength(1);
  const files = new Map([['installation/kustomization.yaml', blocks[0] ?? '']]);
  const manifests = builtOverlay('installation', files);
  expect((await Promise.all(manifests.map(schemaProblems))).flat()).toEqual([]);
  expect(problemsOf(manifests)).toEqual([]);
  const text = JSON.stringify(manifests.filter(({ kind }) => kind !== 'Namespace'));
  expect(text).not.toContain('example.org');
  expect(getManifest(manifests, 'Deployment', 'jobs')).toMatchObject({
    spec: { template: { spec: { containers: [{ image: 'registry.example.net/svc:0.1.0' }] } } },
  });
});

it('the guide awaits every role, says of each Secret what it holds, and makes it', () => {
  for (const { name } of roles) expect(guide).toMatch(new RegExp(`for role in .*\\b${name}\\b`));
  const made = [...guide.matchAll(/k create secret (?:generic|tls) ([\w-]+)/g)].map(
    ([, name]) => name,
  );
  const wanted = Object.keys(secrets).filter(
    (name) => !/^(postgres-|role-|storage-(?!backup)|mail$)/.test(name),
  );
  expect(made.toSorted()).toEqual(wanted.toSorted());
  for (const kind of ['role', 'storage']) {
    expect(guide).toContain(`k create secret generic "${kind}-$role"`);
  }
  const rows = guide.split('\n').filter((line) => line.startsWith('| `'));
  for (const [name, { keys }] of Object.entries(secrets)) {
    const shown = name.replace(/^(role|storage)-(?!backup).*/, '$1-<role>');
    const row = rows.find((line) => line.includes(`\`${shown}\``)) ?? '';
    for (const key of keys) expect(row).toContain(`\`${key}\``);
  }
});

it.each(overlayNames)('the guide says what %s asks of its nodes', (name) => {
  const { cores, gibibytes } = sizeOf(built(name));
  const range = ([least, most]: [number, number]) =>
    least === most ? least.toFixed(1) : `${least.toFixed(1)} to ${most.toFixed(1)}`;
  expect(guide).toContain(`| \`${name}\` | ${range(cores)} | ${range(gibibytes)} |`);
});
