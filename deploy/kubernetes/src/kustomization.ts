/** The part of kustomize's format that these manifests use. */
import { z } from 'zod';
import type { Json } from './manifest.ts';

/** RFC 6902, without `move`, `copy` and `test`. */
const operation = z.strictObject({
  op: z.enum(['add', 'remove', 'replace']),
  path: z.string().startsWith('/'),
  value: z.custom<Json>().optional(),
});
export type Operation = z.output<typeof operation>;

const patch = z.strictObject({
  target: z.strictObject({ kind: z.string(), name: z.string().optional() }),
  /** YAML: operations, or a strategic merge whose only content is `$patch: delete`. */
  patch: z.string(),
});
export type Patch = z.output<typeof patch>;

export const kustomization = z.strictObject({
  apiVersion: z.enum(['kustomize.config.k8s.io/v1beta1', 'kustomize.config.k8s.io/v1alpha1']),
  kind: z.enum(['Kustomization', 'Component']),
  namespace: z.string().optional(),
  resources: z.array(z.string()).default([]),
  components: z.array(z.string()).default([]),
  images: z
    .array(
      z.strictObject({
        name: z.string(),
        newName: z.string().optional(),
        newTag: z.string().optional(),
        digest: z.string().startsWith('sha256:').optional(),
      }),
    )
    .default([]),
  patches: z.array(patch).default([]),
});
export type Kustomization = z.output<typeof kustomization>;
export type KustomizationInput = z.input<typeof kustomization>;

export const operations = z.array(operation);
/** `metadata` is kustomize's demand; the target says what is deleted. */
export const deletion = z.strictObject({
  $patch: z.literal('delete'),
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.strictObject({ name: z.string() }),
});
