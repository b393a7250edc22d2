/** The board of the day: jobs of all organisations by urgency, kept current by a script. */
import { jobs, statuses, withActions } from '@svc/contracts';
import { type Html, html } from '@svc/pages/html';
import { formatTime } from '@svc/pages/times';
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
import { boardTable, countText, type DriverNames } from './board-table.ts';
import { allDrivers, driversAsked } from './fleet.ts';
import { optionsOf } from './labels.ts';

const boardPage = page({
  path: '/desk',
  access: 'ops:dispatch',
  nav: 'Desk',
  title: 'Board of the day',
  asks: { jobs: withActions(jobs, 'listForDesk'), tracking: driversAsked },
  script: new URL('./live/board.js', import.meta.url),
  load: async ({ query, clients, now, liveLast }) => {
    const wanted = query(boardFilter);
    const [found, drivers] = await Promise.all([
      boardJobs(wanted, clients),
      partOf(allDrivers(clients)).then(dataOf),
    ]);
    const names = drivers?.map(
      ({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`] as const,
    );
    return { wanted, now, liveLast, drivers: names && new Map(names), ...found };
  },
  render: ({ wanted, now, liveLast, drivers, data, next, more }) => html`<h1>Board of the day</h1>
${filters(wanted, drivers)}
<div class="filter"><p id="board-as-of" class="soft">As of ${formatTime(now, now)}</p>
<button type="button" id="board-pause" aria-pressed="false" hidden>Pause updates</button></div>
<p id="board-news" role="status"></p>
<live-board last="${liveLast}">${boardTable(data, { caption: captionOf(wanted, { data, next }), now, drivers })}</live-board>
${more.length === 0 ? undefined : moreLinks(more)}
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
  const everyStatus = optionsOf(
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
        options: optionsOf(Object.fromEntries(drivers), 'All'),
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

const moreLinks = (more: readonly { status: keyof typeof statusLabels; after: string }[]): Html =>
  html`<p>There are more jobs than the board holds:</p>
<ul>${more.map(
    ({ status, after }) =>
      html`<li><a href="/desk?status=${status}&amp;starting_after=${after}">${statusLabels[status]}: older ones</a></li>`,
  )}</ul>`;

export const boardRoutes = [boardPage];
