/**
 * The timeline as a picture: a row per driver, a block per job. Geometry is in SVG attributes, for the
 * policy for content allows no style attributes. All that it says stands in the table, too.
 */
import type { Timeline, TimelineJob } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { clockTime } from '../../../words/local-time.ts';
import { conflictMarks, conflictWords } from '../assignment/conflict-words.ts';
import { timelineAddress } from '../assignment/timeline-address.ts';
import { choiceOf, isAssignable } from '../rows/assignable-jobs.ts';
import { type Block, blocksOf, laneCount, shareOf } from './timeline-scale.ts';

interface PictureParts {
  day: Timeline;
  now: Date;
}

export const picture = ({ day, now }: PictureParts): Html =>
  html`<div class="table lanes" role="region" aria-label="Picture of the timeline" tabindex="0">
<ol>
<li aria-hidden="true"><span class="who"></span>${hours(day, now)}</li>
<li><strong class="who">Without a driver</strong><div class="waiting">${lanes(day.unassigned, { day, now })}</div></li>
${day.drivers.map(
  ({ driver_id, first_name, last_name, vehicle, jobs }) =>
    html`<li data-driver="${driver_id}" data-vehicle="${vehicle?.vehicle_id ?? ''}" data-name="${first_name} ${last_name}"><strong class="who">${first_name} ${last_name}</strong>${lanes(jobs, { day, now })}</li>`,
)}
</ol></div>`;

/** px */
const laneHeight = 34;
const blockHeight = 30;

function lanes(jobs: readonly TimelineJob[], { day, now }: PictureParts): Html {
  const blocks = blocksOf(jobs, day);
  return html`<svg width="100%" height="${laneCount(blocks) * laneHeight + 4}" role="group" aria-label="${jobs.length === 1 ? '1 job' : `${jobs.length} jobs`}">
${nowLine(day, now)}${blocks.map((block) => blockMarkup(block, day))}</svg>`;
}

const blockMarkup = ({ job, left, width, lane }: Block, day: Timeline): Html => {
  const { id, conflicts } = job;
  const [first] = conflicts;
  const isBlocked = conflicts.some(({ is_blocking }) => is_blocking);
  const drag = isAssignable(job) ? html` data-choice="${choiceOf(job)}"` : undefined;
  return html`<svg x="${left}%" y="${lane * laneHeight + 4}" width="${width}%" height="${blockHeight}">
<a href="${timelineAddress({ date: day.date, job: id })}" class="block${first ? (isBlocked ? ' wrong' : ' doubtful') : ''}" data-job="${id}"${drag} aria-label="${labelOf(job)}"><rect width="100%" height="100%" rx="4"></rect><text x="6" y="20">${textOf(job)}</text></a></svg>`;
};

const textOf = ({ ref, conflicts: [first] }: TimelineJob): string =>
  first ? `${conflictMarks[first.code]} · ${ref}` : ref;

/** Begins with what is seen (WCAG 2.2, 2.5.3). */
const labelOf = (job: TimelineJob): string =>
  [
    `${textOf(job)}, ${clockTime(new Date(job.starts_at))} to ${clockTime(new Date(job.sla_due))}`,
    ...job.conflicts.map(conflictWords),
  ].join('. ');

const hourMs = 3_600_000;
const hoursApart = 3;

function hours(day: Timeline, now: Date): Html {
  const from = Date.parse(day.from);
  const marks = Array.from({ length: 48 / hoursApart }, (_, n) => from + n * hoursApart * hourMs);
  return html`<svg width="100%" height="24">${nowLine(day, now)}${marks.map((at) => {
    const share = shareOf(at, day);
    return html`<line x1="${share}%" x2="${share}%" y1="14" y2="24"></line><text x="${share}%" dx="4" y="18">${clockTime(new Date(at))}</text>`;
  })}</svg>`;
}

const nowLine = (day: Timeline, now: Date): Html | undefined => {
  const share = shareOf(now.getTime(), day);
  return share > 0 && share < 100
    ? html`<line class="now" x1="${share}%" x2="${share}%" y1="0" y2="100%"></line>`
    : undefined;
};
