import { join } from 'node:path';
import { staleFiles } from '@svc/text/generator';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { z } from 'zod';
import { manifests, root } from '../src/generator.ts';
import type { Operation } from '../src/kustomization.ts';
import { problemsOf } from '../src/rules/problems.ts';
import { byKey, hasKustomize, kustomizedFolder } from './kustomize.ts';
import { built, builtOverlay, changed, getManifest, overlayNames } from './overlay-build.ts';
import { schemaProblems } from './schemas.ts';

it('what is committed is what the description gives', () => {
  expect(staleFiles(manifests, manifests.files())).toEqual([]);
});

describe.each([...overlayNames, 'sftp'] as const)('%s', (name) => {
  const manifests = built(name);

  it('has objects that their schemas allow', async () => {
    const problems = await Promise.all(manifests.map(schemaProblems));
    expect(problems.flat()).toEqual([]);
  });

  it('breaks no rule between objects', () => {
    expect(problemsOf(manifests)).toEqual([]);
  });

  it('puts everything into one namespace that it makes', () => {
    const namespaces = new Set(
      manifests.map(({ kind, metadata }) =>
        kind === 'Namespace' ? metadata.name : metadata.namespace,
      ),
    );
    const own = { sandbox: 'svc-sandbox', sftp: 'svc-sftp', live: 'svc-live' };
    expect([...namespaces]).toEqual([own[name === 'small' || name === 'ha' ? 'live' : name]]);
  });
});

// No skip without it, since no package brings it: the builder's own cases are in build.test.ts, and
// Debian's kubectl 1.20 is too old to compare with.
if (hasKustomize()) {
  it.each([...overlayNames, 'sftp'] as const)('kubectl builds the same of %s', (name) => {
    expect(kustomizedFolder(join(root, 'overlays', name))).toEqual(byKey(built(name)));
  });
} else {
  process.stderr.write('no kubectl with kustomize 5: overlays are not compared with its output\n');
}

it('small is one of everything and ha survives a zone', () => {
  const small = built('small');
  const kinds = new Set(small.map(({ kind }) => kind));
  expect([...kinds]).not.toContain('HorizontalPodAutoscaler');
  const pods = small
    .filter(({ kind }) => kind === 'Deployment')
    .map(({ metadata }) => metadata.name);
  expect(pods.toSorted()).toEqual(['desk', 'gateway', 'services']);
  expect(getManifest(small, 'StatefulSet', 'nats').spec).toMatchObject({ replicas: 1 });
  expect(getManifest(small, 'ConfigMap', 'nats').data?.['nats.conf']).not.toContain('cluster');
  expect(getManifest(built('ha'), 'Cluster', 'postgres').spec).toMatchObject({
    instances: 3,
    postgresql: { synchronous: { dataDurability: 'required' } },
    affinity: { topologyKey: 'topology.kubernetes.io/zone' },
  });
});

it('an Ingress takes the place of the Gateway, and leads to what is there', async () => {
  const text = stringify({
    ...{ apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization' },
    ...{ namespace: 'svc-live', resources: ['../live'], components: ['../../components/ingress'] },
  });
  const files = new Map([['overlays/edge/kustomization.yaml', text]]);
  const manifests = builtOverlay('overlays/edge', files);
  expect(manifests.filter(({ kind }) => /Gateway|HTTPRoute/.test(kind))).toEqual([]);
  expect((await Promise.all(manifests.map(schemaProblems))).flat()).toEqual([]);
  expect(problemsOf(manifests)).toEqual([]);
  const faults: [Operation, string][] = [
    [replace('/spec/tls/0/secretName', 'tls'), 'there is no Secret tls'],
    [replace('/spec/rules/0/host', 'a.example.org'), 'a.example.org has no certificate'],
    [
      replace('/spec/rules/1/http/paths/0/backend/service/name', 'portal'),
      'there is no Service portal on',
    ],
  ];
  for (const [fault, problem] of faults) {
    const [found] = problemsOf(changed(manifests, 'Ingress public', fault));
    expect(found).toContain(problem);
  }
});
const replace = (path: string, value: string): Operation => ({ op: 'replace', path, value });

it('ha replaces the pods of a lost zone, and no autoscaler takes replicas away whose triggers do not answer', () => {
  const ha = built('ha');
  const spreads = ha
    .filter(({ kind }) => /^(Deployment|StatefulSet)$/.test(kind))
    .flatMap(({ spec }) => podForm.parse(spec).template.spec.topologySpreadConstraints);
  expect(spreads.length).toBeGreaterThan(20);
  for (const each of spreads) {
    expect(each).toMatchObject({ nodeTaintsPolicy: 'Honor', matchLabelKeys: [expect.any(String)] });
  }
  for (const { spec } of ha.filter(({ kind }) => kind === 'ScaledObject')) {
    const behavior = 'currentReplicasIfHigher';
    expect(spec?.fallback).toMatchObject({ replicas: spec?.minReplicaCount, behavior });
  }
});
const podForm = z.looseObject({
  template: z.looseObject({
    spec: z.looseObject({ topologySpreadConstraints: z.array(z.unknown()).default([]) }),
  }),
});
