import type { Generator } from '@svc/text/generator';
import { layout } from './layout.ts';

export const monitoring: Generator = {
  name: 'npm run deploy -- monitoring',
  about:
    'Writes docs/operations/metrics.md and deploy/monitoring/{rules,dashboards} from the code.',
  places: ['docs/operations/metrics.md', 'deploy/monitoring/{rules/*.yaml,dashboards/*.json}'],
  files: layout,
};
