import type { LiveJob } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { personName } from '@svc/web/parts';
import { formatTime } from '@svc/web/times';
import { priorityChip, statusChip } from '../../../words/labels.ts';
import { choiceOf, isAssignable } from './assignable-jobs.ts';
import { attentionsOf } from './attention.ts';
import {
  type Clocked,
  dueState,
  isCarried,
  isOutOfRange,
  isOver,
  rankOf,
  slaClock,
} from './urgency.ts';

/** By id. */
export type DriverNames = ReadonlyMap<string, string>;

export type Temperatures = ReadonlyMap<string, number | null>;

/** Job of a row: of a list, or of the stream. */
export type BoardJob = Omit<LiveJob, 'pickup' | 'dropoff'> &
  Record<'pickup' | 'dropoff', Pick<LiveJob['pickup'], 'name'>>;

interface BoardParts extends RowParts {
  caption: Html;
}

interface RowParts {
  now: Date;
  /** Absent while their service does not answer. */
  drivers: DriverNames | undefined;
  /** Of vehicles, by id, °C. */
  temperatures: Temperatures;
  /** Values that were selected when the attempt was refused. */
  picked?: ReadonlySet<string>;
}

/** Id of the form that the selected rows belong to. */
export const pickForm = 'assign-many';

const columns = [
  'Select',
  ...['Job', 'From → to', 'Customer', 'Status', 'Due'],
  ...['Priority', 'Driver', 'Temperature'],
] as const;

/** Positions of the cells that scripts read and write. */
export const cellOf = {
  due: columns.indexOf('Due'),
  driver: columns.indexOf('Driver'),
  temperature: columns.indexOf('Temperature'),
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
  html`<div class="table" role="region" aria-label="Board" tabindex="0"><table id="board" role="table">
<caption>${parts.caption}</caption>
<thead role="rowgroup"><tr role="row">${columns.map((name) => html`<th scope="col" role="columnheader">${name}</th>`)}</tr></thead>
<tbody role="rowgroup">${jobs.map((job) => boardRow(job, parts))}</tbody>
</table></div>`;

/** Also in the browser, for what the stream brings. */
export const boardRow = (job: BoardJob, { now, drivers, temperatures, picked }: RowParts): Html => {
  const { id, vehicle_id, status, priority } = job;
  const state = [status, job.driver_id, vehicle_id, priority, job.sla_due].join(' ');
  const celsius = temperatures.get(vehicle_id ?? '') ?? null;
  const attentions = attentionsOf(job, { now, celsius });
  const order = html`data-rank="${rankOf(job)}" data-due="${job.sla_due}"`;
  const marks = html`data-state="${state}" data-attention="${attentions.join(' ')}"`;
  return html`<tr role="row" data-job="${id}" ${order} ${marks}${probeData(job)}>
<td role="cell">${pickCell(job, picked)}</td>
<th scope="row" role="rowheader"><a class="target" href="/desk/jobs/${encodeURIComponent(id)}">${job.ref}</a></th>
<td role="cell">${job.pickup.name} → ${job.dropoff.name} <span class="soft">${job.service}</span></td>
<td role="cell">${job.tenant.name}</td>
<td role="cell">${statusChip(status)}</td>
<td role="cell">${dueCell(job, now)}</td>
<td role="cell">${priorityChip(priority)}</td>
<td role="cell">${driverCell(job, drivers)}</td>
<td role="cell">${temperatureCell(job.temperature_range_c, celsius, isCarried(job))}</td>
</tr>`;
};

/** A job without a version comes from the version of the service before: it cannot be selected. */
function pickCell(
  { id, ref, status, version }: BoardJob,
  picked: RowParts['picked'],
): Html | undefined {
  if (version === undefined || !isAssignable({ status })) return undefined;
  const value = choiceOf({ id, version });
  return html`<input type="checkbox" name="jobs" value="${value}" form="${pickForm}" aria-label="Select ${ref}"${picked?.has(value) && html` checked`}>`;
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
