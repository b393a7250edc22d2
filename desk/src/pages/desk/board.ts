/** The board of the day: jobs of all organisations by urgency, kept current by a script. */
import { jobs, statuses, tracking, withActions } from '@svc/contracts';
import type { Client } from '@svc/kit/client';
import { type Html, html } from '@svc/web/html';
import { formatTime } from '@svc/web/times';
import { checkField, selectField, textField } from '../fields.ts';
import { statusLabels } from '../labels.ts';
import { pager } from '../pager.ts';
import { dataOf, partOf } from '../part.ts';
import { page } from '../route.ts';
import {
  type BoardFilter,
  boardFilter,
  boardJobs,
  type Found,
  isFiltered,
  searchFault,
} from './board-jobs.ts';
import { boardTable, countText, type DriverNames, type Temperatures } from './board-table.ts';
import { allDrivers } from './fleet.ts';
import { filterOptions } from './labels.ts';
import { readPages } from './read-pages.ts';

const trackingAsked = withActions(tracking, 'listDrivers', 'listVehiclePositions');

/** None while their service does not answer, and not asked for where no row shows one. */
async function temperaturesOf(
  data: Found['data'],
  { tracking }: { tracking: Pick<Client<typeof trackingAsked>, 'listVehiclePositions'> },
): Promise<Temperatures> {
  const areShown = data.some((job) => job.vehicle_id !== null && job.temperature_range_c !== null);
  if (!areShown) return new Map();
  const read = readPages((starting_after) => tracking.listVehiclePositions({ starting_after }));
  const positions = dataOf(await partOf(read))?.data ?? [];
  return new Map(positions.map(({ id, temperature_c }) => [id, temperature_c]));
}

const boardPage = page({
  path: '/desk',
  access: 'ops:dispatch',
  nav: 'Desk',
  title: 'Board of the day',
  asks: { jobs: withActions(jobs, 'listForDesk', 'listLive'), tracking: trackingAsked },
  script: new URL('../../browser/board.ts', import.meta.url),
  load: async ({ query, clients, now, liveLast }) => {
    const wanted = query(boardFilter);
    const [found, drivers] = await Promise.all([
      boardJobs(wanted, clients),
      partOf(allDrivers(clients)).then(dataOf),
    ]);
    const names = drivers?.map(
      ({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`] as const,
    );
    const temperatures = await temperaturesOf(found.data, clients);
    return { wanted, now, liveLast, temperatures, drivers: names && new Map(names), ...found };
  },
  render: ({
    wanted,
    now,
    liveLast,
    drivers,
    temperatures,
    data,
    next,
    isCut,
  }) => html`<h1>Board of the day</h1>
${filters(wanted, drivers)}
<div class="filter"><p id="board-as-of" class="soft">As of ${formatTime(now, now)}</p>
<button type="button" id="board-pause" aria-pressed="false" hidden>Pause updates</button></div>
<p id="board-news" role="status"></p>
<live-board last="${liveLast}">${boardTable(data, { caption: captionOf(wanted, { data, next }), now, drivers, temperatures })}</live-board>
${isCut ? html`<p>More than 2,000 jobs are under way: the board holds the newest. Find the others by status or search.</p>` : undefined}
${pager(
  '/desk',
  { ...wanted, starting_after: undefined },
  { after: wanted.starting_after, next },
)}`,
});

function captionOf(wanted: BoardFilter, { data, next }: Pick<Found, 'data' | 'next'>): Html {
  const number = html`<span id="board-count">${countText(data.length)}</span>`;
  const isWhole = next === undefined && wanted.starting_after === undefined;
  if (searchFault(wanted) !== undefined) return html`${number}: the search was not made`;
  if (wanted.q !== undefined) {
    return html`${number} found for “${wanted.q}”${isWhole ? undefined : ', on this page'}`;
  }
  return isFiltered(wanted)
    ? html`${number} on this page: without a driver first, then the next due`
    : html`${number} under way: without a driver first, then the next due`;
}

function filters(wanted: BoardFilter, drivers: DriverNames | undefined): Html {
  const everyStatus = filterOptions(
    Object.fromEntries(statuses.map((each) => [each, statusLabels[each]])),
    wanted.q === undefined ? 'All under way' : 'All',
  );
  return html`<form class="filter" method="get" action="/desk" role="search" aria-label="Jobs on the board">
${searchField(wanted)}
${selectField({ name: 'status', label: 'Status', options: everyStatus, value: wanted.status })}
${
  drivers
    ? selectField({
        name: 'driver_id',
        label: 'Driver',
        options: filterOptions(Object.fromEntries(drivers), 'All'),
        value: wanted.driver_id,
      })
    : html`<p class="field">The names of drivers are not available at the moment.</p>`
}
${checkField({ name: 'unassigned', label: 'Without a driver', checked: wanted.unassigned === 'yes' })}
<button>Show</button>
<a href="/desk">All under way</a>
</form>`;
}

function searchField(wanted: BoardFilter): Html {
  const fault = searchFault(wanted);
  return textField(
    {
      ...{ name: 'q', label: 'Find a job', type: 'search', value: wanted.q },
      hint: 'Number, parcel code, site or reference',
      maxLength: 64,
    },
    { value: () => undefined, values: () => undefined, fault: () => fault },
  );
}

export const boardRoutes = [boardPage];
