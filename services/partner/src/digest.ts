import { createHash } from 'node:crypto';
import type { Specimen } from '@svc/contracts';

/** Specimens in the order of their barcodes, their fields in one order: the same list, the same digest. */
export const digestOf = (specimens: readonly Specimen[]): string =>
  `sha256:${createHash('sha256').update(JSON.stringify(specimens)).digest('hex')}`;
