/** Texts of manifests and kustomizations. */
import { stringify } from 'yaml';
import type { KustomizationInput, Patch } from './kustomization.ts';
import type { Json, KubernetesObject } from './manifest.ts';

/** Text by path. */
export type Content = Record<string, string>;

const yaml = (value: object): string =>
  stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });

export const documents = (manifests: readonly KubernetesObject[]): string =>
  manifests.map(yaml).join('---\n');

export const inFolder = (folder: string, files: Content): Content =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));

type KustomizationContent = Omit<KustomizationInput, 'apiVersion' | 'kind'>;

export const kustomizationOf = (content: KustomizationContent): string =>
  yaml({ apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization', ...content });
export const componentOf = (content: KustomizationContent): string =>
  yaml({ apiVersion: 'kustomize.config.k8s.io/v1alpha1', kind: 'Component', ...content });

/** Replaces a value of the objects of a kind, or of one of them. */
export const replacement = (target: Patch['target'], values: Record<string, Json>): Patch =>
  change('replace', target, values);
export const addition = (target: Patch['target'], values: Record<string, Json>): Patch =>
  change('add', target, values);

const change = (
  op: 'add' | 'replace',
  target: Patch['target'],
  values: Record<string, Json>,
): Patch => ({
  target,
  patch: yaml(Object.entries(values).map(([path, value]) => ({ op, path, value }))),
});

export const removal = (
  { apiVersion, kind }: Pick<KubernetesObject, 'apiVersion' | 'kind'>,
  name?: string,
): Patch => ({
  target: { kind, ...(name && { name }) },
  // The target says what is removed; the name here is only required.
  patch: yaml({ $patch: 'delete', apiVersion, kind, metadata: { name: name ?? 'any' } }),
});

export const autoscalerRemoval = (name?: string): Patch =>
  removal({ apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler' }, name);
