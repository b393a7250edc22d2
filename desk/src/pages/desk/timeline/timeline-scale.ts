/** Where blocks stand in the picture of the timeline, in percent of its width. Pure. */
import type { Timeline, TimelineJob } from '@svc/contracts';

type Span = Pick<Timeline, 'from' | 'to'>;
export interface Seen {
  span: Span;
  now: Date;
}

export interface Block {
  job: TimelineJob;
  left: number;
  width: number;
  /** From where on it is late, in percent of the block. */
  lateFrom: number;
  /** From 0: blocks of one lane do not touch. */
  lane: number;
}

/** Least width of a block, as a share of the picture's 38 rem: 24 px (WCAG 2.2, 2.5.8). */
const widthMin = 4;

export function shareOf(at: string | number, { from, to }: Span): number {
  const ms = typeof at === 'number' ? at : Date.parse(at);
  const [start, end] = [Date.parse(from), Date.parse(to)];
  return rounded(Math.min(100, Math.max(0, ((ms - start) / (end - start)) * 100)));
}

/** An open job that is late goes on until now. */
const endOf = ({ sla_due }: TimelineJob, now: Date): number =>
  Math.max(Date.parse(sla_due), now.getTime());

const isSeen = (job: TimelineJob, { span, now }: Seen): boolean =>
  Date.parse(job.starts_at) < Date.parse(span.to) && endOf(job, now) > Date.parse(span.from);

/** Blocks of these hours, each in the first lane that is free at its start. */
export function blocksOf(jobs: readonly TimelineJob[], seen: Seen): Block[] {
  const ends: number[] = [];
  return jobs
    .filter((job) => isSeen(job, seen))
    .map((job) => ({ job, ...placeOf(job, seen) }))
    .toSorted((a, b) => a.left - b.left || b.width - a.width)
    .map((block) => {
      const free = ends.findIndex((end) => end <= block.left);
      const lane = free === -1 ? ends.length : free;
      ends[lane] = block.left + block.width;
      return { ...block, lane };
    });
}

function placeOf(job: TimelineJob, { span, now }: Seen) {
  const left = Math.min(shareOf(job.starts_at, span), 100 - widthMin);
  const width = rounded(Math.max(widthMin, shareOf(endOf(job, now), span) - left));
  const due = ((shareOf(job.sla_due, span) - left) / width) * 100;
  const isLate = Date.parse(job.sla_due) < now.getTime();
  return { left, width, lateFrom: isLate ? rounded(Math.max(0, due)) : 100 };
}

/** What lies outside of a driver's shifts; nothing where none are recorded. */
export function offShift(shifts: Timeline['drivers'][number]['shifts'], span: Span) {
  const edges = shifts?.flatMap(({ from, to }) => [shareOf(from, span), shareOf(to, span)]);
  const [starts, ends] = edges
    ? [
        [0, ...edges],
        [...edges, 100],
      ]
    : [[], []];
  return starts.flatMap((left, n) => {
    const width = rounded((ends[n] ?? left) - left);
    return n % 2 === 0 && width > 0 ? [{ left, width }] : [];
  });
}

const rounded = (share: number): number => Math.round(share * 1_000) / 1_000;

export const laneCount = (blocks: readonly Block[]): number =>
  blocks.reduce((most, { lane }) => Math.max(most, lane + 1), 1);
