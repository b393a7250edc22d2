/** Dispatch: jobs of all organisations by urgency, kept current by a script. */
import { jobs, tracking, withActions } from '@svc/contracts';
import type { Client } from '@svc/kit/client';
import { type Html, html } from '@svc/web/html';
import { stats } from '@svc/web/parts';
import { formatTime } from '@svc/web/times';
import { pager, searchOf } from '../../address/pager.ts';
import { page } from '../../route/route.ts';
import { dataOf, partOf } from '../../view/part.ts';
import { assignMany, assignManyBar } from './assign-many.ts';
import { allDrivers, allVehicles } from './assignment/fleet.ts';
import {
  type BoardFilter,
  boardFilter,
  boardJobs,
  type Found,
  isSearched,
  markJobs,
  searchFault,
} from './board-jobs.ts';
import { type Attention, attentionLabels, attentions } from './rows/attention.ts';
import { boardTable, countText, type DriverNames, type Temperatures } from './rows/board-table.ts';
import { readPages } from './rows/read-pages.ts';

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
    search: { field: 'q', hint: 'Find jobs by number, parcel, site or reference' },
  },
  title: 'Dispatch',
  asks: { jobs: withActions(jobs, 'listForDesk', 'listLive'), tracking: trackingAsked },
  script: new URL('../../browser/board.ts', import.meta.url),
  load: async ({ query, clients, now, liveLast }) => {
    const wanted = query(boardFilter.query);
    const [found, drivers, vehicles] = await Promise.all([
      boardJobs(wanted, clients),
      partOf(allDrivers(clients)).then(dataOf),
      partOf(allVehicles(clients)).then(dataOf),
    ]);
    const names = drivers?.map(
      ({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`] as const,
    );
    const temperatures = await temperaturesOf(found.data, clients);
    const marked = markJobs(found.data, { now, temperatures });
    const shown = wanted.show;
    const data = marked
      .filter((each) => shown === undefined || each.attentions.includes(shown))
      .map(({ job }) => job);
    const counts = new Map(
      attentions.map((each) => [
        each,
        marked.filter((one) => one.attentions.includes(each)).length,
      ]),
    );
    return {
      ...{ wanted, now, liveLast, temperatures, drivers: names && new Map(names) },
      ...{ ...found, data, counts },
      crew: drivers && vehicles && { drivers, vehicles },
    };
  },
  render: (
    { wanted, now, liveLast, drivers, temperatures, data, next, isCut, counts, crew },
    { forms },
  ) =>
    html`<h1>Dispatch</h1>
${isSearched(wanted) ? undefined : figures(counts, wanted)}
${filters(wanted, drivers)}
<live-board last="${liveLast}">${boardTable(data, {
      caption: captionOf(wanted, { data, next }),
      ...{ now, drivers, temperatures },
      picked: new Set(forms.entered(assignMany, 'jobs')),
    })}</live-board>
${crew && assignManyBar(forms, crew)}
<div class="filter"><p id="board-as-of" class="soft">As of ${formatTime(now, now)}</p>
<p id="board-news" role="status"></p>
<button type="button" id="board-pause" class="plain" aria-pressed="false" hidden>Pause updates</button></div>
${isCut ? html`<p>More than 2,000 jobs are under way: the board holds the newest. Find the others by status or search.</p>` : undefined}
${pager(
  '/desk',
  { ...wanted, starting_after: undefined },
  { after: wanted.starting_after, next },
)}`,
});

/** Counts all jobs under way; each figure leads to the jobs that it counts, and back. */
const figures = (counts: ReadonlyMap<Attention, number>, { show }: BoardFilter): Html =>
  stats(
    'What needs attention',
    attentions.map((each) => {
      const count = counts.get(each) ?? 0;
      const isCurrent = show === each;
      return {
        ...{ value: String(count), label: attentionLabels[each], name: each, isCurrent },
        tone: count === 0 ? undefined : each === 'soon' ? 'warn' : 'bad',
        href: `/desk${searchOf({ show: isCurrent ? undefined : each })}`,
      };
    }),
  );

function captionOf(wanted: BoardFilter, { data, next }: Pick<Found, 'data' | 'next'>): Html {
  const number = html`<span id="board-count">${countText(data.length)}</span>`;
  const isWhole = next === undefined && wanted.starting_after === undefined;
  if (searchFault(wanted) !== undefined) return html`${number}: the search was not made`;
  if (wanted.q !== undefined) {
    return html`${number} found for “${wanted.q}”${isWhole ? undefined : ', on this page'}`;
  }
  const place = isSearched(wanted) ? 'on this page' : 'under way';
  return html`${number} ${place}: without a driver first, then the next due`;
}

const filters = (wanted: BoardFilter, drivers: DriverNames | undefined): Html =>
  boardFilter.show('/desk', wanted, {
    search: 'Jobs on the board',
    known: {
      q: { fault: searchFault(wanted) },
      ...(wanted.q !== undefined && { status: { first: 'All' } }),
      driver_id: { missing: undefined, options: [...(drivers ?? [])], isLeftOut: !drivers },
      show: { isLeftOut: wanted.show === undefined },
    },
    more: html`${!drivers && html`<p class="field">The names of drivers are not available at the moment.</p>`}
${(isSearched(wanted) || wanted.show) && html`<a class="button" href="/desk">All under way</a>`}`,
  });

export const boardRoutes = [boardPage, assignMany];
