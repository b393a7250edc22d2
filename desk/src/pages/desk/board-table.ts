import type { LiveJob } from '@svc/contracts';
import { type Html, html } from '@svc/pages/html';
import { formatTime } from '@svc/pages/times';
import { priorityLabels, statusLabels } from '../labels.ts';
import { type Clocked, isOver, rankOf, slaClock } from './urgency.ts';

/** By id. */
export type DriverNames = ReadonlyMap<string, string>;

/** What a row shows: of a job as lists have it, and of one as the stream has it. */
type BoardJob = Omit<LiveJob, 'pickup' | 'dropoff'> &
  Record<'pickup' | 'dropoff', Pick<LiveJob['pickup'], 'name'>>;

interface BoardParts extends RowParts {
  caption: Html;
}

interface RowParts {
  now: Date;
  /** Absent while their service does not answer. */
  drivers: DriverNames | undefined;
}

const columns = [
  'Job',
  'Organisation',
  'Status',
  'Due',
  'Priority',
  'Driver',
  'From → to',
  'Seal',
  'Temperature',
];

/** `12 jobs` */
export const countText = (count: number): string =>
  `${count === 0 ? 'No' : count} ${count === 1 ? 'job' : 'jobs'}`;

/**
 * The script replaces rows by `data-job`, counts those as changed whose `data-state` differs, and
 * keeps them in the order of `data-rank` and `data-due`.
 */
export const boardTable = (jobs: readonly BoardJob[], parts: BoardParts): Html =>
  html`<div class="table" role="region" aria-label="Board" tabindex="0"><table id="board">
<caption>${parts.caption}</caption>
<thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${jobs.map((job) => boardRow(job, parts))}</tbody>
</table></div>`;

/** Also in the browser, for what the stream brings. */
export const boardRow = (job: BoardJob, { now, drivers }: RowParts): Html => {
  const { id, driver_id, vehicle_id, status, seal, priority } = job;
  const state = [status, driver_id, vehicle_id, seal, priority, job.sla_due].join(' ');
  return html`<tr data-job="${id}" data-state="${state}" data-rank="${rankOf(job)}" data-due="${job.sla_due}">
<th scope="row"><a class="target" href="/desk/jobs/${encodeURIComponent(id)}">${job.ref}</a> <span class="soft">${job.service}</span></th>
<td>${job.tenant.name}</td>
<td>${marked(statusLabels[status], status === 'exception')}</td>
<td>${dueCell(job, now)}</td>
<td>${priorityLabels[priority]}</td>
<td>${driver_id === null ? marked('None', !isOver(job)) : (drivers?.get(driver_id) ?? driver_id)}</td>
<td>${job.pickup.name} → ${job.dropoff.name}</td>
<td>${seal ?? 'None yet'}</td>
<td>${temperatureOf(job)}</td>
</tr>`;
};

/** The due time, and how long that is. */
export function dueCell(job: Clocked, now: Date): Html {
  const { text, isLate } = slaClock(job, now);
  return html`${formatTime(new Date(job.sla_due), now)}, ${marked(text, isLate)}`;
}

/** In bold between rules: no colour carries the meaning. */
export const marked = (text: string, isMarked = true): Html =>
  isMarked ? html`<strong class="mark">${text}</strong>` : html`${text}`;

export const temperatureOf = ({
  temperature_range_c: range,
}: Pick<LiveJob, 'temperature_range_c'>): string =>
  range === null ? 'No range' : `${range.min} to ${range.max} °C`;
