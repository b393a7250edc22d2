import type { Generator } from '@svc/text/generator';
import { catalogue, undescribed } from './catalogue.ts';
import { configurePage } from './page.ts';

const page = 'docs/operations/configure.md';

export const settings: Generator = {
  name: 'npm run deploy -- configure',
  about: `Writes ${page}, every setting of every role, from the schemas in the code.`,
  places: [page],
  files: () => new Map([[page, configurePage(catalogue())]]),
  faults: () => undescribed(catalogue()),
};
