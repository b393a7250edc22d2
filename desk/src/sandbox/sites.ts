import type { Site } from '@svc/contracts';
import { siteTypeLabels } from '../words/labels.ts';

/** Published: the same for every caller (API document, Site). */
const kinds: readonly (readonly [id: string, type: Site['type'], count: number])[] = [
  ['cli', 'clinic', 9],
  ['lab', 'lab', 4],
  ['hos', 'hospital', 4],
  ['ph', 'pharmacy', 12],
  ['whl', 'wholesaler', 1],
  ['bb', 'blood_bank', 1],
];
/** Value and label of each, as options of a select. */
export const publishedSites = kinds.flatMap(([id, type, count]) =>
  Array.from(
    { length: count },
    (_, n) => [`${id}-${n}`, `${siteTypeLabels[type]} ${id}-${n}`] as const,
  ),
);
