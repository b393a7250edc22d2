import type { Milestone } from './job.ts';

export const milestone = (
  at: Date,
  type: Milestone['type'],
  { note, seal = null }: { note: string; seal?: string | null },
): Milestone => ({ at, type, note, seal });
