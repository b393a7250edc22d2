/** The manifests as they stand in this folder. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

export const root = dirname(import.meta.dirname);

/** Text by path, relative to deploy/kubernetes. */
export function committed(): Map<string, string> {
  const paths = globSync('{base,components,overlays}/**/*.yaml', { cwd: root });
  return new Map(
    paths.map((path) => [path.split(sep).join('/'), readFileSync(join(root, path), 'utf8')]),
  );
}
