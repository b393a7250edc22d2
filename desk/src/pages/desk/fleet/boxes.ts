/** Boxes of the carrier: where they are, how they are, and which are overdue. */
import {
  type Asset,
  type AssetState,
  accounts,
  type Binding,
  opaqueId,
  temperatureRanges,
  tracking,
  withActions,
} from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { chip, type Stat, stats, type Tone } from '@svc/web/parts';
import { formatTime } from '@svc/web/times';
import { z } from 'zod';
import { nextOf, pager, searchOf } from '../../../address/pager.ts';
import { choiceOrNone, hidden, pick } from '../../../form/field.ts';
import { filterOf } from '../../../form/form-fields.ts';
import { page } from '../../../route/route.ts';
import { allAssets, loadPlaces, type Places, placeName } from '../assignment/fleet.ts';
import { countText, marked } from '../rows/board-table.ts';
import { table } from '../rows/table.ts';
import { isOutOfRange } from '../rows/urgency.ts';
import { boxStates, createAsset, kindLabels, boxesPath as path } from './box-forms.ts';
import { lastDay } from './document-fields.ts';
import { fleetStatusField, retiredChip, wantedStatus } from './status.ts';

const stateTones: Readonly<Record<AssetState, Tone>> = {
  ...{ clean: 'calm', conditioned: 'good', in_use: 'move' },
  ...{ due_for_return: 'warn', quarantined: 'bad' },
};
export const stateChip = ({ state }: Asset): Html => chip(stateTones[state], boxStates[state]);

export const placeOf = ({ vehicle_id, site_id }: Pick<Binding, 'vehicle_id' | 'site_id'>) =>
  vehicle_id ?? site_id;

const awayMs = 3 * 24 * 3_600_000;

/** Due for return, or at a site that is not its home for more than three days. */
export function isOverdue(box: Asset, now: Date): boolean {
  if (box.state === 'due_for_return') return true;
  const { site_id, home_site_id, placed_at } = box;
  const isAway = site_id !== null && site_id !== home_site_id && placed_at !== null;
  return isAway && now.getTime() - Date.parse(placed_at) > awayMs;
}

export const qualification = ({ qualified_until: until }: Asset, now: Date): Html =>
  until === null ? html`None` : lastDay(until, now);

/** Marked where parcels are in it and it is out of the range of its class. */
export function boxTemperature({ temperature_c, temperature_class, job_ids }: Asset): Html {
  if (temperature_c === null) return html`None`;
  const range = temperature_class && temperatureRanges[temperature_class];
  const isWrong = job_ids.length > 0 && isOutOfRange(temperature_c, range);
  return marked(`${temperature_c} °C`, isWrong);
}

const filter = filterOf({
  state: choiceOrNone(boxStates, { label: 'State', first: 'All' }),
  status: fleetStatusField,
  place: pick(opaqueId, { label: 'Where', first: 'Anywhere', missing: '' }),
  overdue: hidden(z.literal('yes')),
});

const boxesPage = page({
  path,
  access: 'ops:dispatch',
  nav: { label: 'Boxes', icon: 'package', group: 'Fleet' },
  title: 'Boxes',
  asks: {
    tracking: withActions(tracking, 'listAssets', 'listVehicles'),
    accounts: withActions(accounts, 'listSitesForDesk'),
  },
  load: async ({ query, clients }) => {
    const wanted = query(filter.query);
    const { state, place } = wanted;
    const at = place?.startsWith('veh_') ? { vehicle_id: place } : { site_id: place };
    const asked = { state, ...wantedStatus(wanted), ...at, limit: 50 };
    const [list, active, places] = await Promise.all([
      clients.tracking.listAssets(asked),
      allAssets(clients, 'active'),
      loadPlaces(clients),
    ]);
    return { wanted, list, active, places };
  },
  render: ({ wanted, list, active, places }, { now, forms }) => {
    const overdue = active.filter((box) => isOverdue(box, now)).toSorted(longestFirst);
    const balance = balanceOf(active, places);
    const { starting_after: after, ...shown } = wanted;
    const options = balance.flatMap(({ id, name, count }) =>
      id === null ? [] : [[id, `${name} (${count})`] as const],
    );
    return html`<h1>Boxes</h1>
${stats('Balance by place', figuresOf(balance, { overdue: overdue.length, chosen: wanted.overdue ?? wanted.place }))}
${filter.show(path, shown, { known: { place: { options, missing: undefined }, overdue: { isLeftOut: true } } })}
${
  wanted.overdue
    ? boxTable(overdue, { caption: 'Overdue boxes, the longest first', places, now })
    : html`${boxTable(list.data, { caption: 'Boxes, the newest first', places, now })}
${pager(path, shown, { after, next: nextOf(list) })}`
}
${forms.fold(
  createAsset,
  { label: 'Add a box' },
  { submit: 'Add the box', known: { home_site_id: { options: places.sites } } },
)}`;
  },
});

/** How many boxes are where, the most first. */
const balanceOf = (boxes: readonly Asset[], places: Places) =>
  [...Map.groupBy(boxes, placeOf)]
    .map(([id, held]) => ({ id, name: placeName(id, places), count: held.length }))
    .toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name));

/** Places that have a figure of their own; the filter has all. */
const figuresMax = 9;

function figuresOf(
  balance: ReturnType<typeof balanceOf>,
  { overdue, chosen }: { overdue: number; chosen: string | undefined },
): Stat[] {
  const others = balance.slice(figuresMax).reduce((sum, { count }) => sum + count, 0);
  return [
    {
      ...{ value: String(overdue), label: 'Overdue', tone: overdue > 0 ? 'warn' : undefined },
      ...{ href: path + searchOf({ overdue: 'yes' }), isCurrent: chosen === 'yes' },
    },
    ...balance.slice(0, figuresMax).map(({ id, name, count }) => ({
      ...{ value: String(count), label: name },
      ...(id !== null && { href: path + searchOf({ place: id }), isCurrent: chosen === id }),
    })),
    ...(others > 0 ? [{ value: String(others), label: 'Elsewhere' }] : []),
  ];
}

const longestFirst = (a: Asset, b: Asset): number =>
  (a.placed_at ?? '').localeCompare(b.placed_at ?? '');

const boxTable = (
  boxes: readonly Asset[],
  { caption, places, now }: { caption: string; places: Places; now: Date },
): Html =>
  table({
    label: 'Boxes',
    caption: boxes.length === 0 ? 'No boxes' : caption,
    columns: ['Box', 'State', 'Where', 'Temperature', 'Jobs', 'Probes', 'Kind', 'Qualified until'],
    rows: boxes.map(
      (box) =>
        html`<th scope="row" class="whole"><a class="target" href="${path}/${box.id}">${box.identifier}</a>${retiredChip(box)}</th>
<td>${stateChip(box)}</td><td>${placeName(placeOf(box), places)} ${since(box, now)}</td><td>${boxTemperature(box)}</td>
<td class="whole">${jobsIn(box)}</td><td class="whole">${box.device_ids.join(', ') || 'None'}</td>
<td>${kindLabels[box.kind]} <span class="soft whole">${box.temperature_class ?? ''}</span></td><td>${qualification(box, now)}</td>`,
    ),
  });

const since = ({ placed_at }: Asset, now: Date): Html | undefined =>
  placed_at === null
    ? undefined
    : html`<span class="soft whole">since ${formatTime(new Date(placed_at), now)}</span>`;

const jobsIn = ({ id, job_ids: [job, ...others] }: Asset): Html => {
  if (job === undefined) return html`None`;
  const href = others.length === 0 ? `/desk/jobs/${job}` : `${path}/${id}`;
  return html`<a class="target" href="${href}">${countText(others.length + 1)}</a>`;
};

export const boxesRoutes = [boxesPage, createAsset];
