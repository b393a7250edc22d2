/** The map as a table: the same functions draw rows on the server and in the browser. */
import type { LiveJob } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { formatTime } from '@svc/web/times';
import { statusLabels } from '../../../words/labels.ts';
import { marked } from '../rows/board-table.ts';
import { type MapVehicle, stateLabels, stateOf } from './vehicles.ts';

const columns = ['Number plate', 'Status', 'Jobs', 'Position', 'Temperature'];

interface TableParts {
  caption: string;
  now: Date;
  jobsOf: ReadonlyMap<string, readonly LiveJob[]>;
}

export const vehicleTable = (vehicles: readonly MapVehicle[], parts: TableParts): Html =>
  html`<div class="table" role="region" aria-label="Vehicles" tabindex="0"><table id="vehicles">
<caption>${parts.caption}</caption>
<colgroup>${columns.map(() => html`<col>`)}</colgroup>
<thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${vehicles.map((vehicle) => vehicleRow(vehicle, parts.jobsOf.get(vehicle.id) ?? [], parts.now))}</tbody>
</table></div>`;

function vehicleRow(vehicle: MapVehicle, jobs: readonly LiveJob[], now: Date): Html {
  const { id, registration } = vehicle;
  const cells = vehicleCells(vehicle, jobs, now);
  return html`<tr data-vehicle="${id}">
<th scope="row">${registration}</th>
${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`;
}

/** All but the number plate: the script writes those that changed. */
export function vehicleCells(vehicle: MapVehicle, jobs: readonly LiveJob[], now: Date): Html[] {
  const { place, seenMs, celsius } = vehicle;
  const state = stateOf(vehicle, jobs, now.getTime());
  return [
    marked(stateLabels[state], state === 'out_of_range'),
    html`${jobs.length === 0 ? 'None' : jobs.map(jobEntry)}`,
    html`${place && seenMs !== null ? html`${place.lat.toFixed(4)}, ${place.lng.toFixed(4)} at ${formatTime(new Date(seenMs), now)}` : 'None yet'}`,
    html`${celsius === null ? 'None' : `${celsius} °C`}`,
  ];
}

const jobEntry = ({ id, ref, status, temperature_range_c: range }: LiveJob): Html =>
  html`<span class="entry"><a class="target" href="/desk/jobs/${encodeURIComponent(id)}">${ref}</a> ${statusLabels[status]}${range === null ? '' : `, ${range.min} to ${range.max} °C`} </span>`;
