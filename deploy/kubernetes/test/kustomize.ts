/** Manifests as `kubectl kustomize` builds an overlay, or an installation of one's own. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseManifests } from '../src/build.ts';
import { root } from '../src/generator.ts';
import { type KubernetesObject, keyOf } from '../src/manifest.ts';

export const hasKustomize = (): boolean =>
  /v[5-9]/.test(spawnSync('kubectl', ['version', '--client'], { encoding: 'utf8' }).stdout ?? '');

export const byKey = (manifests: readonly KubernetesObject[]): KubernetesObject[] =>
  manifests.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)));

/** Throws with what kustomize says about the folder. */
export function kustomizedFolder(folder: string): KubernetesObject[] {
  const { stdout, stderr } = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
  if (stderr) throw new Error(stderr);
  return byKey(parseManifests(stdout));
}

/** The kustomization of an installation, next to copies of the overlays. */
export function kustomized(kustomization: string): KubernetesObject[] {
  const dir = mkdtempSync(join(tmpdir(), 'kustomize-'));
  try {
    for (const part of ['base', 'components', 'overlays']) {
      cpSync(join(root, part), join(dir, part), { recursive: true });
    }
    mkdirSync(join(dir, 'installation'));
    writeFileSync(join(dir, 'installation/kustomization.yaml'), kustomization);
    return kustomizedFolder(join(dir, 'installation'));
  } finally {
    rmSync(dir, { recursive: true });
  }
}
