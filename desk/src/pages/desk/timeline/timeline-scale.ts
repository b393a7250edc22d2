/** Where blocks stand in the picture of the timeline, in percent of its width. Pure. */
import type { Timeline, TimelineJob } from '@svc/contracts';

type Span = Pick<Timeline, 'from' | 'to'>;

export interface Block {
  job: TimelineJob;
  left: number;
  width: number;
  /** From 0: blocks of one lane do not touch. */
  lane: number;
}

/** Of the picture's 96 rem: 24 px, the least that can be hit (WCAG 2.2, 2.5.8). */
const widthMin = 1.6;

export function shareOf(at: string | number, { from, to }: Span): number {
  const ms = typeof at === 'number' ? at : Date.parse(at);
  const [start, end] = [Date.parse(from), Date.parse(to)];
  return rounded(Math.min(100, Math.max(0, ((ms - start) / (end - start)) * 100)));
}

/** Each block in the first lane that is free where it begins. */
export function blocksOf(jobs: readonly TimelineJob[], span: Span): Block[] {
  const ends: number[] = [];
  return jobs
    .map((job) => ({ job, ...placeOf(job, span) }))
    .toSorted((a, b) => a.left - b.left || b.width - a.width)
    .map((block) => {
      const free = ends.findIndex((end) => end <= block.left);
      const lane = free === -1 ? ends.length : free;
      ends[lane] = block.left + block.width;
      return { ...block, lane };
    });
}

function placeOf({ starts_at, sla_due }: TimelineJob, span: Span) {
  const left = Math.min(shareOf(starts_at, span), 100 - widthMin);
  return { left, width: rounded(Math.max(widthMin, shareOf(sla_due, span) - left)) };
}

const rounded = (share: number): number => Math.round(share * 1_000) / 1_000;

export const laneCount = (blocks: readonly Block[]): number =>
  blocks.reduce((most, { lane }) => Math.max(most, lane + 1), 1);
