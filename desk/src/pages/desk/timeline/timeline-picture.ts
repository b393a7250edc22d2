/**
 * The timeline as a picture: the jobs that wait in a list, a row per driver, a block per job. Geometry
 * is in SVG attributes, for the policy for content allows no style attributes.
 */
import type { Timeline, TimelineJob } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { fullName, priorityChip, statusLabels, statusTones } from '../../../words/labels.ts';
import { clockTime, localMoment } from '../../../words/local-time.ts';
import { conflictMarks, conflictWords } from '../assignment/conflict-words.ts';
import { timelineAddress } from '../assignment/timeline-address.ts';
import { choiceOf, isAssignable } from '../rows/assignable-jobs.ts';
import { countText, dueCell } from '../rows/board-table.ts';
import { dueState } from '../rows/urgency.ts';
import { type Block, blocksOf, laneCount, offShift, type Seen, shareOf } from './timeline-scale.ts';
import { type HourWindow, hourMs, type WantedWindow } from './timeline-window.ts';

interface PictureParts extends Seen {
  day: Timeline;
  span: HourWindow;
  /** Stays in the addresses of jobs. */
  wanted: WantedWindow;
}

export const picture = (parts: PictureParts): Html => html`<div class="plan">
<section class="waiting" aria-labelledby="waiting"><h2 id="waiting">Without a driver: ${parts.day.unassigned.length}</h2>
<ul class="table">${parts.day.unassigned.map((job) => waitingItem(job, parts))}</ul></section>
<div class="table lanes per-${parts.span.count}" role="region" aria-label="Picture of the timeline" tabindex="0">
<ol>
<li class="hours" aria-hidden="true"><span class="who"></span>${hourMarks(parts)}</li>
${parts.day.drivers.map((each) => driverRow(each, parts))}
</ol></div></div>`;

/** The service answers open jobs alone. */
const clocked = (job: TimelineJob) => ({ ...job, delivered_at: null, return_job_id: null });
const dueWords = { late: 'Late', soon: 'At risk' } as const;

/** One that can be assigned is chosen, and dragged by the script; any other is shown. */
const linkOf = (job: TimelineJob, { wanted }: PictureParts): Html =>
  isAssignable(job)
    ? html`href="${timelineAddress({ ...wanted, job: job.id })}" data-choice="${choiceOf(job)}"`
    : html`href="/desk/jobs/${encodeURIComponent(job.id)}"`;

const waitingItem = (job: TimelineJob, parts: PictureParts): Html =>
  html`<li><a ${linkOf(job, parts)}>
<strong>${job.ref}</strong> ${dueCell(clocked(job), parts.now)}
<span class="soft">${job.pickup.name} → ${job.dropoff.name}, ${job.service}</span> ${priorityChip(job.priority)}</a></li>`;

/** The script reads whom a job is dropped on. */
function driverRow(driver: Timeline['drivers'][number], parts: PictureParts): Html {
  const { driver_id, vehicle, jobs, shifts, status } = driver;
  const name = fullName(driver);
  const place = html`data-driver="${driver_id}" data-vehicle="${vehicle?.vehicle_id ?? ''}"`;
  const load = [countText(jobs.length), vehicle?.registration ?? 'no vehicle'].join(', ');
  return html`<li ${place} data-name="${name}">
<div class="who"><strong>${name}${status === 'retired' && ', retired'}</strong> <span class="soft">${load}</span></div>
${lanes(jobs, shifts, parts)}</li>`;
}

/** px */
const laneHeight = 34;
const blockHeight = 30;

type Shifts = Timeline['drivers'][number]['shifts'];

function lanes(jobs: readonly TimelineJob[], shifts: Shifts, parts: PictureParts): Html {
  const blocks = blocksOf(jobs, parts);
  const height = Math.max(laneCount(blocks) * laneHeight + 4, 42);
  const label = `${countText(blocks.length)} in these hours${shiftWords(shifts)}`;
  return html`<svg width="100%" height="${height}" role="group" aria-label="${label}">
${offShift(shifts, parts.span).map(offRect)}${nowLine(parts)}${blocks.map((block) => blockMarkup(block, parts))}</svg>`;
}

const offRect = ({ left, width }: { left: number; width: number }): Html =>
  html`<rect class="off" x="${left}%" width="${width}%" height="100%"></rect>`;

/** The shading in words. */
const shiftWords = (shifts: Shifts): string => {
  if (shifts === null) return '';
  const spans = shifts.map(
    ({ from, to }) => `${localMoment(new Date(from))} to ${clockTime(new Date(to))}`,
  );
  return `. On shift ${spans.join(' and ') || 'on neither day'}`;
};

const blockMarkup = ({ job, left, width, lane, lateFrom }: Block, parts: PictureParts): Html => {
  const due = dueState(clocked(job), parts.now);
  const tone = due === undefined ? statusTones[job.status] : { late: 'bad', soon: 'warn' }[due];
  const [first] = job.conflicts;
  const isBlocked = job.conflicts.some(({ is_blocking }) => is_blocking);
  const doubt = first ? (isBlocked ? 'wrong' : 'doubtful') : '';
  const interrupted = job.status === 'exception' && statusLabels.exception;
  const marks = [due && dueWords[due], interrupted, first && conflictMarks[first.code]];
  const text = [...marks, job.ref].filter(Boolean).join(' · ');
  const times = `${clockTime(new Date(job.starts_at))} to ${clockTime(new Date(job.sla_due))}`;
  const facts = [text, times, statusLabels[job.status], `${job.pickup.name} → ${job.dropoff.name}`];
  // Begins with what is seen (WCAG 2.2, 2.5.3).
  const label = [facts.join(', '), ...job.conflicts.map(conflictWords)].join('. ');
  return html`<svg x="${left}%" y="${lane * laneHeight + 4}" width="${width}%" height="${blockHeight}">
<a class="block toned ${tone} ${doubt}" ${linkOf(job, parts)} aria-label="${label}">
<rect width="100%" height="100%" rx="4"></rect>${lateFrom < 100 && html`<rect class="over" x="${lateFrom}%" width="${100 - lateFrom}%" height="100%"></rect>`}
<text x="6" y="20">${text}</text><title>${label}</title></a></svg>`;
};

function hourMarks(parts: PictureParts): Html {
  const { from, count } = parts.span;
  const apart = count === 24 ? 3 : 1;
  const marks = Array.from(
    { length: count / apart },
    (_, n) => Date.parse(from) + n * apart * hourMs,
  );
  return html`<svg width="100%" height="24">${nowLine(parts)}${marks.map((at) => {
    const share = shareOf(at, parts.span);
    return html`<text x="${share}%" dx="4" y="17">${clockTime(new Date(at))}</text>`;
  })}</svg>`;
}

const nowLine = ({ span, now }: Seen): Html | undefined => {
  const share = shareOf(now.getTime(), span);
  return share > 0 && share < 100
    ? html`<line class="now" x1="${share}%" x2="${share}%" y1="0" y2="100%"></line>`
    : undefined;
};
