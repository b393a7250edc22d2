import type { LiveJob } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { chip, personName } from '@svc/web/parts';
import { formatTime } from '@svc/web/times';
import { priorityChip, statusChip } from '../../../words/labels.ts';
import { choiceOf, isAssignable } from './assignable-jobs.ts';
import { attentionsOf } from './attention.ts';
import {
  type BoardJob,
  columnLabels,
  columns,
  type DriverNames,
  type RowParts,
  sortKey,
} from './board-columns.ts';
import {
  type Clocked,
  dueState,
  isCarried,
  isOutOfRange,
  isOver,
  rankOf,
  slaClock,
} from './urgency.ts';

interface BoardParts extends RowParts {
  caption: Html;
  /** Address of the board that a column sorts, and what it shows of the columns. */
  sorted(sort: string | undefined): string;
  shown: readonly string[];
}

/** Id of the form that the selected rows belong to. */
export const pickForm = 'assign-many';

/** Positions of the cells that scripts read and write, behind the box that selects. */
export const cellOf = {
  due: columns.indexOf('due') + 1,
  driver: columns.indexOf('driver') + 1,
  temperature: columns.indexOf('temperature') + 1,
};

/** `12 jobs` */
export const countText = (count: number): string =>
  `${count === 0 ? 'No' : count} ${count === 1 ? 'job' : 'jobs'}`;

/**
 * The script replaces rows by `data-job`, counts those as changed whose `data-state` differs, and
 * keeps them in the order of `data-rank` and `data-due`.
 *
 * Rows are grids of their own (CSS containment), so that a change lays out one row instead of the table;
 * their roles are written out, as a browser may drop those of a table that is displayed otherwise.
 */
export const boardTable = (jobs: readonly BoardJob[], parts: BoardParts): Html =>
  html`<div class="table" role="region" aria-label="Board" tabindex="0">
<table id="board" role="table" data-without="${columns.filter((each) => !parts.shown.includes(each)).join(' ')}">
<caption>${parts.caption}</caption>
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Select</th>${columns.map((each) => columnHead(each, parts))}</tr></thead>
<tbody role="rowgroup">${jobs.map((job) => boardRow(job, parts))}</tbody>
</table></div>`;

/** Leads to its order, then to the reverse, then back to urgency. */
function columnHead(name: (typeof columns)[number], { sort, sorted }: BoardParts): Html {
  const order = { [name]: 'ascending', [`-${name}`]: 'descending' }[sort ?? ''];
  const next = order === undefined ? name : order === 'ascending' ? `-${name}` : undefined;
  return html`<th scope="col" role="columnheader"${order && html` aria-sort="${order}"`}><a href="${sorted(next)}">${columnLabels[name]}</a></th>`;
}

/** Also in the browser, for what the stream brings. */
export const boardRow = (job: BoardJob, parts: RowParts): Html => {
  const { now, drivers, temperatures, picked } = parts;
  const key = sortKey(job, parts);
  const { id, vehicle_id, status, priority } = job;
  const unread = job.messages?.unread ?? 0;
  const state = [status, job.driver_id, vehicle_id, priority, job.sla_due, unread].join(' ');
  const celsius = temperatures.get(vehicle_id ?? '') ?? null;
  const attentions = attentionsOf(job, { now, celsius });
  const order = html`data-rank="${rankOf(job)}" data-due="${job.sla_due}"${key !== undefined && html` data-sort="${key}"`}`;
  const marks = html`data-state="${state}" data-attention="${attentions.join(' ')}"`;
  return html`<tr role="row" data-job="${id}" ${order} ${marks}${probeData(job)}>
<td role="cell">${pickCell(job, picked)}</td>
<th scope="row" role="rowheader"><a class="target" href="/desk/jobs/${encodeURIComponent(id)}">${job.ref}</a></th>
<td role="cell">${job.pickup.name} → ${job.dropoff.name} <span class="soft">${job.service}</span></td>
<td role="cell">${job.tenant.name}</td>
<td role="cell">${statusChip(status)}</td>
<td role="cell">${dueCell(job, now)}</td>
<td role="cell">${priorityChip(priority)}</td>
<td role="cell">${driverCell(job, drivers)}${unread > 0 && chip('warn', `${unread} unread`)}</td>
<td role="cell">${temperatureCell(job.temperature_range_c, celsius, isCarried(job))}</td>
</tr>`;
};

/** A job without a version comes from the version of the service before: it cannot be selected. */
function pickCell(job: BoardJob, picked: RowParts['picked']): Html | undefined {
  const { id, ref, version } = job;
  if (version === undefined || isOver(job)) return undefined;
  const value = choiceOf({ id, version });
  const isFree = isAssignable(job) && html` data-assignable`;
  return html`<input type="checkbox" name="jobs" value="${value}" form="${pickForm}"${isFree}
aria-label="Select ${ref}"${picked?.has(value) && html` checked`}>`;
}

const driverCell = (job: BoardJob, drivers: DriverNames | undefined): Html =>
  job.driver_id === null
    ? marked('Unassigned', !isOver(job))
    : personName(drivers?.get(job.driver_id) ?? job.driver_id);

/** Tells the script which vehicle's temperature belongs here. */
const probeData = (job: BoardJob): Html | undefined => {
  const { vehicle_id, temperature_range_c: range } = job;
  return vehicle_id === null || range === null
    ? undefined
    : html` data-vehicle="${vehicle_id}" data-min="${range.min}" data-max="${range.max}" data-carrying="${isCarried(job) ? 'yes' : 'no'}"`;
};

/** The last reading of the vehicle, marked where parcels are in it and it is out of their range. */
export function temperatureCell(
  range: BoardJob['temperature_range_c'],
  celsius: number | null,
  isCarried: boolean,
): Html {
  const wanted = temperatureOf({ temperature_range_c: range });
  if (range === null || celsius === null) return html`${wanted}`;
  return html`${marked(`${celsius} °C`, isCarried && isOutOfRange(celsius, range))}, of ${wanted}`;
}

/** How long that is, and the due time. */
export function dueCell(job: Clocked, now: Date): Html {
  const due = html`<span class="due ${dueState(job, now) ?? ''}">${slaClock(job, now).text}</span>`;
  return html`${due} <span class="soft">${formatTime(new Date(job.sla_due), now)}</span>`;
}

/** In bold on a tint: what somebody must look at. */
export const marked = (text: string, isMarked = true): Html =>
  isMarked ? html`<strong class="mark">${text}</strong>` : html`${text}`;

export const temperatureOf = ({
  temperature_range_c: range,
}: Pick<LiveJob, 'temperature_range_c'>): string =>
  range === null ? 'No range' : `${range.min} to ${range.max} °C`;
