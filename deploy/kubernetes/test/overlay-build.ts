import { build } from '../src/build.ts';
import { committed } from '../src/generator.ts';
import type { Operation } from '../src/kustomization.ts';
import type { Json, KubernetesObject } from '../src/manifest.ts';
import { applyOperations } from '../src/operations.ts';

export const overlayNames = ['live', 'sandbox', 'small', 'ha'] as const;
export type OverlayName = (typeof overlayNames)[number];

const files = committed();

/** An overlay as it is committed; `more` adds files or replaces them. */
export const builtOverlay = (
  folder: string,
  more: ReadonlyMap<string, string> = new Map(),
): KubernetesObject[] => build(folder, (path) => more.get(path) ?? files.get(path));

export const built = (name: OverlayName | 'sftp'): KubernetesObject[] =>
  builtOverlay(`overlays/${name}`);

export function getManifest(
  manifests: readonly KubernetesObject[],
  kind: string,
  name: string,
): KubernetesObject {
  const found = manifests.find((one) => one.kind === kind && one.metadata.name === name);
  if (!found) throw new Error(`no ${kind} ${name}`);
  return found;
}

/** The installation with a change of one object, e.g. `Deployment jobs`. */
export function changed(
  manifests: readonly KubernetesObject[],
  object: string,
  change: Operation,
): KubernetesObject[] {
  const [kind = '', name = ''] = object.split(' ');
  const target = getManifest(manifests, kind, name);
  const next = applyOperations(target, [change]);
  return manifests.map((one) => (one === target ? next : one));
}

/** Changes that a test plants. */
export const plant = {
  set: (path: string, value: Json): Operation => ({ op: 'replace', path, value }),
  add: (path: string, value: Json): Operation => ({ op: 'add', path, value }),
  remove: (path: string): Operation => ({ op: 'remove', path }),
};
