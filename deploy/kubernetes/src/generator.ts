import type { Generator } from '@svc/cli/generator';
import { layout } from './layout.ts';

export const manifests: Generator = {
  name: 'npm run kubernetes',
  about: 'Writes deploy/kubernetes/{base,components,overlays} from the description in src.',
  places: ['deploy/kubernetes/{base,components,overlays}/**/*.yaml'],
  files: () => new Map([...layout()].map(([path, text]) => [`deploy/kubernetes/${path}`, text])),
};
