import { globSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { Generator } from '@svc/text/generator';
import { layout } from './layout.ts';

export const manifests: Generator = {
  name: 'npm run deploy -- kubernetes',
  about: 'Writes deploy/kubernetes/{base,components,overlays} from the description in src.',
  places: ['deploy/kubernetes/{base,components,overlays}/**/*.yaml'],
  files: () => new Map([...layout()].map(([path, text]) => [`deploy/kubernetes/${path}`, text])),
};

export const root = dirname(import.meta.dirname);

/** Text by path, relative to deploy/kubernetes. */
export function committed(): Map<string, string> {
  const paths = globSync('{base,components,overlays}/**/*.yaml', { cwd: root });
  return new Map(
    paths.map((path) => [path.split(sep).join('/'), readFileSync(join(root, path), 'utf8')]),
  );
}
