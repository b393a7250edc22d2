import { build } from '../src/build.ts';
import { committed } from '../src/committed.ts';
import type { Operation } from '../src/kustomization.ts';
import type { Manifest } from '../src/manifest.ts';
import { applyOperations } from '../src/operations.ts';

export const overlayNames = ['live', 'sandbox', 'small', 'ha'] as const;
export type OverlayName = (typeof overlayNames)[number];

const files = committed();

/** An overlay as it is committed; `more` adds files or replaces them. */
export const builtOverlay = (
  folder: string,
  more: ReadonlyMap<string, string> = new Map(),
): Manifest[] => build(folder, (path) => more.get(path) ?? files.get(path));

export const built = (name: OverlayName): Manifest[] => builtOverlay(`overlays/${name}`);

export function getManifest(manifests: readonly Manifest[], kind: string, name: string): Manifest {
  const found = manifests.find((one) => one.kind === kind && one.metadata.name === name);
  if (!found) throw new Error(`no ${kind} ${name}`);
  return found;
}

/** The installation with changes of one object. */
export function changed(
  manifests: readonly Manifest[],
  [kind, name]: readonly [kind: string, name: string],
  changes: readonly Operation[],
): Manifest[] {
  const target = getManifest(manifests, kind, name);
  const next = applyOperations(target, changes) as Manifest;
  return manifests.map((one) => (one === target ? next : one));
}
