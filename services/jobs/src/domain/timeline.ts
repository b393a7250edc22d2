import type { MilestoneRecord } from './job.ts';

export const milestone = (
  at: Date,
  type: MilestoneRecord['type'],
  { note, seal = null }: { note: string; seal?: string | null },
): MilestoneRecord => ({ at, type, note, seal });
