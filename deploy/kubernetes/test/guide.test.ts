import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { root } from '../src/generator.ts';
import { kustomization } from '../src/kustomization.ts';
import { operators } from '../src/operators.ts';
import { roles, together } from '../src/roles.ts';
import { containersOf, installation } from '../src/rules/installation.ts';
import { problemsOf } from '../src/rules/problems.ts';
import { secrets } from '../src/secrets.ts';
import { byKey, hasKustomize, kustomized } from './kustomize.ts';
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

const installed = 'installation/kustomization.yaml';
const addition = z.looseObject({
  components: z.array(z.string()).default([]),
  patches: z.array(z.unknown()),
});

/** The installation of the guide with what another page adds. */
function withPatches(added = '') {
  const own = kustomization.parse(parse(blocks[0] ?? ''));
  const { components, patches } = addition.parse(parse(added));
  const text = stringify({ ...own, components, patches: [...own.patches, ...patches] });
  const files = new Map([[installed, text]]);
  return { patches, manifests: builtOverlay('installation', files) };
}

it('the installation of the guide builds, and breaks no schema and no rule', async () => {
  const files = new Map([[installed, blocks[0] ?? '']]);
  const manifests = builtOverlay('installation', files);
  expect((await Promise.all(manifests.map(schemaProblems))).flat()).toEqual([]);
  expect(problemsOf(manifests)).toEqual([]);
  const text = JSON.stringify(manifests.filter(({ kind }) => kind !== 'Namespace'));
  expect(text).not.toContain('example.org');
  expect(getManifest(manifests, 'Deployment', 'jobs')).toMatchObject({
    spec: { template: { spec: { containers: [{ image: 'registry.example.net/svc:0.1.0' }] } } },
  });
});

it('the guide pins every image by its digest', () => {
  const own = kustomization.parse(parse(blocks[0] ?? ''));
  const { images, patches } = pinning.parse(parse((blocks[1] ?? '').replaceAll('sha256:…', pin)));
  const text = stringify({ ...own, images, patches: [...own.patches, ...patches] });
  const manifests = builtOverlay('installation', new Map([[installed, text]]));
  expect(problemsOf(manifests)).toEqual([]);
  const { workloads } = installation(manifests);
  const used = workloads.flatMap((each) => containersOf(each).map(({ image }) => image));
  const database = getManifest(manifests, 'Cluster', 'postgres').spec?.imageName;
  expect([...used, database].filter((image) => !String(image).endsWith(`@${pin}`))).toEqual([]);
  if (hasKustomize()) expect(kustomized(text)).toEqual(byKey(manifests));
});
const pin = `sha256:${'a'.repeat(64)}`;
const pinning = z.looseObject({ images: z.array(z.unknown()), patches: z.array(z.unknown()) });

it.each(operators)('the guide shows how to install $name', ({ name, version, install }) => {
  expect(guide).toContain(`| ${name} | ${version} | \`${install}\` |`);
});

it('a service can have a server of its own by the patches of its page', async () => {
  const { patches, manifests } = withPatches(blocks[2]);
  expect(patches).toHaveLength(2);
  expect((await Promise.all(manifests.map(schemaProblems))).flat()).toEqual([]);
  expect(problemsOf(manifests)).toEqual([]);
  const owners = JSON.stringify(getManifest(manifests, 'Job', 'migrate-jobs'));
  expect(owners).toContain('"secretName":"owner-jobs"');
  expect(guide).toContain(`for role in ${together.members?.join(' ')}; do\n  printf postgres`);
});

it('the restore of the guide begins from the archive, and deletes what is there', async () => {
  const restores = page('backup-and-restore.md');
  const { manifests } = withPatches(blocksOf(restores, 'yaml')[0]);
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
  // The owner's Secret of a service is for a server of its own alone.
  const atFirst = made.filter((name) => !name?.startsWith('owner-'));
  const wanted = Object.keys(secrets).filter(
    (name) => !/^(postgres-|role-|owner-|storage-(?!backup)|mail$)/.test(name),
  );
  expect(atFirst.toSorted()).toEqual(wanted.toSorted());
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
