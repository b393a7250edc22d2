import { expect, it } from 'vitest';
import { build } from '../src/build.ts';
import { applyOperations } from '../src/operations.ts';
import { amount } from '../src/rules/pods.ts';

const files: Record<string, string> = {
  'base/kustomization.yaml': `
    apiVersion: kustomize.config.k8s.io/v1beta1
    kind: Kustomization
    resources: [map.yaml]`,
  'base/map.yaml': `{ apiVersion: v1, kind: ConfigMap, metadata: { name: a }, data: { x: "1" } }`,
  'part/kustomization.yaml': `
    apiVersion: kustomize.config.k8s.io/v1alpha1
    kind: Component
    patches:
      - target: { kind: ConfigMap, name: a }
        patch: '[{ op: add, path: /data/y~1z, value: "2" }]'`,
};
const top = (fields: string) => ({
  'top/kustomization.yaml': `
    apiVersion: kustomize.config.k8s.io/v1beta1
    kind: Kustomization
    resources: [../base]
    ${fields}`,
});
const built = (fields: string) => {
  const all: Record<string, string> = { ...files, ...top(fields) };
  return build('top', (path) => all[path]);
};

it('a component patches what its parent has', () => {
  expect(built('components: [../part]')).toEqual([
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { x: '1', 'y/z': '2' } },
  ]);
});

it('a deletion removes what its target says', () => {
  const deletion = '{ $patch: delete, apiVersion: v1, kind: ConfigMap, metadata: { name: any } }';
  expect(built(`patches: [{ target: { kind: ConfigMap }, patch: "${deletion}" }]`)).toEqual([]);
});

it.each([
  ["newTag: '2'", 'b:2'],
  ['newName: c/d', 'c/d:1'],
  ['digest: sha256:0a', 'b@sha256:0a'],
  ["newTag: '2', digest: sha256:0a", 'b:2@sha256:0a'],
])('an image with %s is %s', (change, image) => {
  const files = new Map([
    ['top/kustomization.yaml', `${pods}images: [{ name: b, ${change} }]`],
    ['top/pod.yaml', '{ apiVersion: v1, kind: Pod, metadata: { name: p }, spec: { image: b:1 } }'],
  ]);
  expect(build('top', (path) => files.get(path))).toMatchObject([{ spec: { image } }]);
});
const pods = `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources: [pod.yaml]
`;

it.each([
  ['a feature that it does not know', 'namePrefix: a-', /Unrecognized key: .*namePrefix/],
  ['a merge', `patches: [{ target: { kind: ConfigMap }, patch: "{ data: { x: '2' } }" }]`, /array/],
  ['a patch without a target', `patches: [{ target: { kind: Job }, patch: '[]' }]`, /finds no Job/],
  ['a folder without a kustomization', 'components: [../nowhere]', /nowhere has no kustomization/],
  ['an object that is there twice', 'components: [../base]', /ConfigMap a is there already/],
])('refuses an overlay that has %s', (_, fields, problem) => {
  expect(() => built(fields)).toThrow(problem);
});

it.each([
  ['add', '/list/-', { list: [1, 2, 3] }],
  ['add', '/list/0', { list: [3, 1, 2] }],
  ['replace', '/list/1', { list: [1, 3] }],
  ['remove', '/list/0', { list: [2] }],
] as const)('the built manifest: %s %s', (op, path, result) => {
  const apply = (at: string) => applyOperations({ list: [1, 2] }, [{ op, path: at, value: 3 }]);
  expect(apply(path)).toEqual(result);
  for (const wrong of ['/list/3', '/nowhere/deeper', '/list/first']) {
    expect(() => apply(wrong)).toThrow(wrong);
  }
});

it.each([
  ['250m', 0.25],
  ['2', 2],
  ['512Mi', 512 * 2 ** 20],
  ['1.5Gi', 1.5 * 2 ** 30],
  ['many', Number.NaN],
])('the number of %s is %d', (quantity, number) => {
  expect(amount(quantity)).toBe(number);
});
