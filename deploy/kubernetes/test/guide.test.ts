import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { root } from '../src/generator.ts';
import { kustomization } from '../src/kustomization.ts';
import { roles, together } from '../src/roles.ts';
import { problemsOf } from '../src/rules/problems.ts';
import { secrets } from '../src/secrets.ts';
import { built, builtOverlay, getManifest, overlayNames } from './overlay-build.ts';
import { sizeOf } from './overlay-size.ts';
import { schemaProblems } from './schemas.ts';

const page = (name: string) => readFileSync(join(root, '../../docs/operations', name), 'utf8');
const blocksOf = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\n([^\`]*)^\`\`\``, 'gm'))].map(
    ([, code = '']) => code,
  );
const guide = page('kubernetes.md');
const blocks = blocksOf(guide, 'yaml');

const addition = z.looseObject({
  components: z.array(z.string()).default([]),
  patches: z.array(z.unknown()),
});

/** The installation of the guide with what another page adds. */
function withPatches(text: string) {
  const own = kustomization.parse(parse(blocks[0] ?? ''));
  const { components, patches } = addition.parse(parse(blocksOf(text, 'yaml')[0] ?? ''));
  const installed = stringify({ ...own, components, patches: [...own.patches, ...patches] });
  const files = new Map([['installation/kustomization.yaml', installed]]);
  return { patches, manifests: builtOverlay('installation', files) };
}

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

it('a service can have a server of its own by the patches of its page', async () => {
  const { patches, manifests } = withPatches(page('scale.md'));
  expect(patches).toHaveLength(2);
  expect((await Promise.all(manifests.map(schemaProblems))).flat()).toEqual([]);
  expect(problemsOf(manifests)).toEqual([]);
  const owners = JSON.stringify(getManifest(manifests, 'Job', 'migrate-jobs'));
  expect(owners).toContain('"secretName":"owner-jobs"');
  expect(guide).toContain(`for role in ${together.members?.join(' ')}; do\n  printf postgres`);
});

it('the restore of the guide begins from the archive, and deletes what is there', async () => {
  const restores = page('backup-and-restore.md');
  const { manifests } = withPatches(restores);
  expect((await Promise.all(manifests.map(schemaProblems))).flat()).toEqual([]);
  expect(problemsOf(manifests)).toEqual([]);
  const { spec } = getManifest(manifests, 'Cluster', 'postgres');
  expect(spec?.bootstrap).toEqual({
    recovery: { source: 'archived', recoveryTarget: { targetTime: expect.any(String) } },
  });
  const commands = blocksOf(restores, 'sh').find((code) => code.includes('k delete')) ?? '';
  for (const [, kind = '', name = ''] of commands.matchAll(/delete (statefulset|cluster) (\w+)/g)) {
    const named = { statefulset: 'StatefulSet', cluster: 'Cluster' }[kind] ?? kind;
    expect(getManifest(manifests, named, name)).toBeDefined();
  }
  const { replicas } = z
    .object({ replicas: z.number() })
    .parse(getManifest(manifests, 'StatefulSet', 'nats').spec);
  const claims = Array.from({ length: replicas }, (_, n) => `data-nats-${n}`);
  expect(commands).toContain(`k delete pvc ${claims.join(' ')}\n`);
});

it('the guide awaits every role, says of each Secret what it holds, and makes it', () => {
  for (const { name } of roles) expect(guide).toMatch(new RegExp(`for role in .*\\b${name}\\b`));
  const made = [...guide.matchAll(/[ks] create secret (?:generic|tls) ([\w-]+)/g)].map(
    ([, name]) => name,
  );
  const wanted = Object.keys(secrets).filter(
    (name) => !/^(postgres-|role-|owner-|storage-(?!backup)|mail$)/.test(name),
  );
  expect(made.toSorted()).toEqual(wanted.toSorted());
  for (const kind of ['role', 'storage']) {
    expect(guide).toContain(`k create secret generic "${kind}-$role"`);
  }
  const rows = guide.split('\n').filter((line) => line.startsWith('| `'));
  for (const [name, { keys }] of Object.entries(secrets)) {
    const shown = name.replace(/^(role|owner|storage)-(?!backup).*/, '$1-<role>');
    const row = rows.find((line) => line.includes(`\`${shown}\``)) ?? '';
    for (const key of keys) expect(row).toContain(`\`${key}\``);
  }
});

it.each([...overlayNames, 'sftp'] as const)('the guide says what %s asks of its nodes', (name) => {
  const { cores, gibibytes } = sizeOf(built(name));
  const range = ([least, most]: [number, number]) =>
    least === most ? least.toFixed(1) : `${least.toFixed(1)} to ${most.toFixed(1)}`;
  expect(guide).toContain(`| \`${name}\` | ${range(cores)} | ${range(gibibytes)} |`);
});
