/** Dispatch: jobs of all organisations by urgency, kept current by a script. */
import { jobs, tracking, withActions } from '@svc/contracts';
import type { Client } from '@svc/kit/client';
import { type Html, html } from '@svc/web/html';
import { type Stat, stats } from '@svc/web/parts';
import { formatTime } from '@svc/web/times';
import { z } from 'zod';
import { pager, searchOf } from '../../address/pager.ts';
import { ticks } from '../../form/field.ts';
import { filterOf } from '../../form/form-fields.ts';
import { page } from '../../route/route.ts';
import { dataOf, partOf } from '../../view/part.ts';
import { fullName } from '../../words/labels.ts';
import { localDayOf, startOfDay } from '../../words/local-time.ts';
import { allDrivers, allVehicles } from './assignment/fleet.ts';
import {
  type BoardFilter,
  boardFields,
  boardFilter,
  boardJobs,
  type Found,
  isSearched,
  markJobs,
  searchFault,
  sorted,
} from './board-jobs.ts';
import { countsRoute } from './counts.ts';
import {
  type Attention,
  attentionLabels,
  attentions,
  type Shown,
  shownLabels,
} from './rows/attention.ts';
import {
  columnLabels,
  columns,
  type DriverNames,
  sortOf,
  type Temperatures,
} from './rows/board-columns.ts';
import { boardKeys } from './rows/board-keys.ts';
import { boardTable, countText } from './rows/board-table.ts';
import { readPages } from './rows/read-pages.ts';
import { searchPage, searchPath } from './search.ts';
import { doneNotice, doneQuery, pickedIn, selectedBar, selectedRoutes } from './selected-jobs.ts';

const trackingAsked = withActions(tracking, 'listDrivers', 'listVehiclePositions', 'listVehicles');

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
  nav: {
    ...{ label: 'Dispatch', icon: 'layout-list' },
    count: ['unassigned', 'without a driver'],
    search: { path: searchPath, field: 'q', hint: 'Search jobs, parcels, boxes, drivers, files' },
  },
  title: 'Dispatch',
  asks: {
    jobs: withActions(jobs, 'listDelivered', 'listForDesk', 'listLive'),
    tracking: trackingAsked,
  },
  script: new URL('../../browser/board.ts', import.meta.url),
  load: async ({ query, clients, now, liveLast }) => {
    const wanted = query(boardFilter.query);
    const [found, drivers, vehicles, delivered] = await Promise.all([
      boardJobs(wanted, clients),
      partOf(allDrivers(clients)).then(dataOf),
      partOf(allVehicles(clients, 'active')).then(dataOf),
      partOf(clients.jobs.listDelivered({ since: startOfDay(localDayOf(now)), limit: 100 })).then(
        dataOf,
      ),
    ]);
    const names = drivers && new Map(drivers.map((each) => [each.id, fullName(each)]));
    const temperatures = await temperaturesOf(found.data, clients);
    const marked = markJobs(found.data, { now, temperatures });
    const shown = wanted.show;
    const listed =
      shown === 'delivered' && !isSearched(wanted)
        ? (delivered?.data ?? [])
        : marked
            .filter((each) => shown === undefined || each.attentions.includes(shown))
            .map(({ job }) => job);
    const counts = new Map(
      attentions.map((each) => [
        each,
        marked.filter((one) => one.attentions.includes(each)).length,
      ]),
    );
    const parts = { now, temperatures, drivers: names, sort: wanted.sort };
    const data = sorted(listed, parts);
    return {
      ...{ ...parts, wanted, done: query(doneQuery), liveLast, delivered },
      ...{ ...found, data, counts },
      crew: drivers && vehicles && { drivers, vehicles },
    };
  },
  render: (
    {
      wanted,
      done,
      now,
      liveLast,
      drivers,
      temperatures,
      delivered,
      data,
      next,
      isCut,
      counts,
      crew,
    },
    { forms },
  ) =>
    html`<h1 class="unseen">Dispatch</h1>
<div id="board-notice">${doneNotice(forms, done)}</div>
${isSearched(wanted) ? undefined : figures(wanted, counts, delivered)}
<div class="dispatch"><div class="list">
<div class="list-head">${filters(wanted, drivers)}
<div class="filter"><p id="board-as-of" class="soft">As of ${formatTime(now, now)}</p>
<p id="board-news" role="status"></p>
<button type="button" id="board-pause" class="plain" aria-pressed="false" hidden>Pause updates</button>
${viewChoice(wanted)}${keysHelp}</div></div>
<live-board last="${liveLast}">${boardTable(data, {
      caption: captionOf(wanted, { data, next }),
      ...{ now, drivers, temperatures, sort: wanted.sort },
      sorted: (sort) => `/desk${searchOf({ ...wanted, sort })}`,
      shown: ['job', 'route', ...(wanted.columns?.split(',') ?? columns)],
      picked: pickedIn(forms),
    })}</live-board>
${crew && selectedBar(forms, crew)}
${isCut ? html`<p>More than 2,000 jobs are under way: the board holds the newest. Find the others by status or search.</p>` : undefined}
${pager('/desk', { ...wanted, starting_after: undefined }, { after: wanted.starting_after, next })}
</div><aside id="panel" aria-label="Selected job" hidden></aside></div>`,
});

/** Others than these are always shown. */
const optional = columns
  .filter((each) => each !== 'job' && each !== 'route')
  .map((each) => [each, columnLabels[each]] as const);
const columnForm = filterOf({
  ...boardFields,
  columns: ticks(z.enum(columns), { label: 'Columns', options: optional, missing: '' }),
});
/** Columns, and names for what is shown, which the script keeps. */
const viewChoice = (wanted: BoardFilter): Html => {
  const shown = wanted.columns?.split(',').flatMap((each) => sortOf(each).column ?? []);
  const others = Object.keys(boardFields) as (keyof typeof boardFields)[];
  const known = Object.fromEntries(
    others
      .filter((each) => each !== 'columns')
      .map((each) => [each, { control: 'hidden', isLeftOut: wanted[each] === undefined } as const]),
  );
  const values = { ...wanted, columns: shown ?? columns };
  const form = columnForm.show('/desk', values, { known, submit: 'Show columns' });
  return html`<div id="board-view" class="card" popover aria-label="View">${form}
<div id="board-views" hidden><ul class="rows"></ul><form><p class="field">
<label for="view-name">Name of this view</label>
<input id="view-name" required maxlength="40" autocomplete="off"></p><button>Keep</button></form></div>
<button type="button" class="plain" popovertarget="board-keys" hidden>Keys</button></div>`;
};

const keysHelp = html`<div id="board-keys" class="card" popover aria-label="Keys"><dl>${Object.entries(
  boardKeys,
).map(
  ([key, does]) => html`<dt><kbd>${key}</kbd></dt><dd>${does}</dd>`,
)}<dt><kbd>Enter</kbd></dt><dd>Open the job</dd></dl>
<p><label><input type="checkbox" id="board-keys-on" checked> Keys act on this page</label></p></div>`;

/** Counts all jobs under way; each figure leads to the jobs that it counts, and back. */
function figures(
  wanted: BoardFilter,
  counts: ReadonlyMap<Attention, number>,
  delivered: { count: number; on_time: number } | undefined,
): Html {
  const figure = (name: Shown, label: string, count: number): Stat => {
    const isCurrent = wanted.show === name;
    const href = `/desk${searchOf({ ...wanted, show: isCurrent ? undefined : name })}`;
    return { ...{ value: String(count), label, name, isCurrent, href } };
  };
  const { count = 0, on_time = 0 } = delivered ?? {};
  const share = count > 0 ? `, ${Math.floor((100 * on_time) / count)} % on time` : '';
  return stats('What needs attention', [
    ...attentions.map((each): Stat => {
      const count = counts.get(each) ?? 0;
      const tone = count === 0 ? undefined : each === 'soon' ? 'warn' : 'bad';
      return { ...figure(each, attentionLabels[each], count), tone };
    }),
    ...(delivered ? [figure('delivered', shownLabels.delivered + share, count)] : []),
  ]);
}

function captionOf(wanted: BoardFilter, { data, next }: Pick<Found, 'data' | 'next'>): Html {
  const number = html`<span id="board-count">${countText(data.length)}</span>`;
  const isWhole = next === undefined && wanted.starting_after === undefined;
  if (searchFault(wanted) !== undefined) return html`${number}: the search was not made`;
  if (wanted.q !== undefined) {
    return html`${number} found for “${wanted.q}”${isWhole ? undefined : ', on this page'}`;
  }
  const isToday = wanted.show === 'delivered';
  const place = isSearched(wanted) ? 'on this page' : isToday ? 'delivered today' : 'under way';
  const { column } = sortOf(wanted.sort ?? '');
  if (column) return html`${number} ${place}, by ${columnLabels[column].toLowerCase()}`;
  return html`${number} ${place}: without a driver first, then the next due`;
}

const filters = (wanted: BoardFilter, drivers: DriverNames | undefined): Html =>
  boardFilter.show('/desk', wanted, {
    search: 'Jobs on the board',
    known: {
      q: { fault: searchFault(wanted), isLeftOut: wanted.q === undefined },
      ...(wanted.q !== undefined && { status: { first: 'All' } }),
      driver_id: { missing: undefined, options: [...(drivers ?? [])], isLeftOut: !drivers },
      show: { isLeftOut: wanted.show === undefined },
      sort: { isLeftOut: wanted.sort === undefined },
      columns: { isLeftOut: wanted.columns === undefined },
    },
    more: html`${!drivers && html`<p class="field">The names of drivers are not available at the moment.</p>`}
<button type="button" class="plain" popovertarget="board-view">View</button>
${(isSearched(wanted) || wanted.show) && html`<a class="button" href="/desk">All under way</a>`}`,
  });

export const boardRoutes = [boardPage, ...selectedRoutes, searchPage, countsRoute];
