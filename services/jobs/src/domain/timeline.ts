import type { Milestone } from './job.ts';

/** A milestone without a seal. */
export const milestone = (at: Date, type: Milestone['type'], note: string): Milestone => ({
  at,
  type,
  note,
  seal: null,
});
