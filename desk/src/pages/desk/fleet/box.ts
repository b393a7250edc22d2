/** The page of a box: how and where it is, what is in it, what was, and the forms that record it. */
import {
  type Asset,
  accounts,
  type Binding,
  type Device,
  jobs,
  tracking,
  withActions,
} from '@svc/contracts';
import type { Clients } from '@svc/kit/client';
import { type Html, html } from '@svc/web/html';
import { card } from '@svc/web/parts';
import { formatDateTime, formatTime } from '@svc/web/times';
import { z } from 'zod';
import { cursor, nextOf, pager } from '../../../address/pager.ts';
import { page, type RenderContext } from '../../../route/route.ts';
import { fullName } from '../../../words/labels.ts';
import {
  allAssets,
  allDevices,
  allDrivers,
  loadPlaces,
  type Places,
  placeName,
  refsOf,
} from '../assignment/fleet.ts';
import { actorName } from '../job/job-chain.ts';
import { facts, table } from '../rows/table.ts';
import {
  boxesPath,
  boxPath,
  endBinding,
  kindLabels,
  putAtSite,
  putInUnit,
  putInVehicle,
  putParcels,
  putProbe,
  recordState,
  updateAsset,
} from './box-forms.ts';
import { boxTemperature, placeOf, qualification, stateChip } from './boxes.ts';
import { loggerFileTable, shownFilesMax, uploadLoggerFile } from './logger-file.ts';
import { retiredChip } from './status.ts';

const asks = {
  tracking: withActions(
    tracking,
    ...(['getAsset', 'listAssets', 'listBindings', 'listDevices'] as const),
    ...(['listDrivers', 'listLoggerFiles', 'listVehicles'] as const),
  ),
  accounts: withActions(accounts, 'listSitesForDesk'),
  jobs: withActions(jobs, 'locateForDesk'),
};
type Calls = Clients<typeof asks>;

/** Names of what bindings speak of by id. */
interface Names {
  places: Places;
  drivers: ReadonlyMap<string, string>;
  refs: ReadonlyMap<string, string>;
  assets: ReadonlyMap<string, Asset>;
}

/** Present bindings, among the newest hundred of each kind. */
async function presentOf(id: string, { tracking }: Calls): Promise<Binding[]> {
  const lists = (['place', 'probe', 'parcels'] as const).map(async (kind) => {
    const { data } = await tracking.listBindings({ id, kind, limit: 100 });
    return data.filter((each) => each.kind === kind && each.to === null);
  });
  return (await Promise.all(lists)).flat();
}

const boxPage = page({
  ...{ path: boxPath, access: 'ops:dispatch', asks },
  load: async ({ param, query, clients }) => {
    const id = param('id');
    const { starting_after } = query(z.object(cursor));
    const [box, history, files, present, drivers, devices, places, assets] = await Promise.all([
      clients.tracking.getAsset({ id }),
      clients.tracking.listBindings({ id, starting_after }),
      clients.tracking.listLoggerFiles({ id, limit: shownFilesMax }),
      presentOf(id, clients),
      allDrivers(clients),
      allDevices(clients),
      loadPlaces(clients),
      allAssets(clients),
    ]);
    const refs = await refsOf([...present, ...history.data], clients);
    const named = new Map(drivers.map((each) => [each.id, fullName(each)]));
    const byId = new Map(assets.map((each) => [each.id, each]));
    const names: Names = { places, drivers: named, refs, assets: byId };
    return { box, history, files, devices, present, names, starting_after };
  },
  title: ({ box }) => box.identifier,
  render: ({ box, history, files, devices, present, names, starting_after }, context) => {
    const filed = loggerFileTable(files, (by) => actorName(by, names.drivers));
    return html`<p><a class="target" href="${boxesPath}">Boxes</a></p>
<div class="title"><h1>${box.identifier}</h1>${stateChip(box)}${retiredChip(box)}
<span class="soft">${kindLabels[box.kind]}, ${unitOf(box, names)}${placeName(placeOf(box), names.places)}</span></div>
${changes(box, { devices, bindings: [...present, ...history.data], ...names }, context)}
<div class="split"><div>
${card({ title: 'Now' }, presentList(present, { box, names }, context))}
${box.asset_ids.length > 0 && card({ title: 'Stands in it' }, innerList(box, names))}
${card(
  { title: 'History' },
  html`${historyTable(history.data, names)}
${pager(`${boxesPath}/${box.id}`, {}, { after: starting_after, next: nextOf(history) })}`,
)}
${files.data.length > 0 && card({ title: 'Logger files' }, filed)}
</div><div>${card({ title: 'On file' }, boxFacts(box, names, context))}</div></div>`;
  },
});

type Choices = Pick<Names, 'places' | 'assets'> & {
  devices: readonly Device[];
  bindings: readonly Binding[];
};

function changes(
  box: Asset,
  { devices, bindings, places, assets }: Choices,
  { forms }: RenderContext,
): Html {
  const params = { id: box.id };
  const probes = devices
    .filter(({ asset_id }) => asset_id !== box.id)
    .map(({ device_id, asset_id, vehicle_id }) => {
      const where = asset_id === null ? placeName(vehicle_id, places) : 'in another box';
      return [device_id, `${device_id}, ${where}`] as const;
    });
  const probesHere = new Set(bindings.flatMap(({ device_id }) => device_id ?? []));
  const loggers = [...probesHere].map((id) => [id, id] as const);
  const file = { device_id: { options: loggers }, content_name: { isLeftOut: true } };
  const [vehicles, sites, home] = [places.vehicles, places.sites, homesOf(box, places)];
  const units = unitsFor(box, assets);
  return html`<section aria-label="Changes" class="actions">
${forms.fold(recordState, { label: 'Record state' }, { params, prefix: 'state', submit: 'Record the state', values: box })}
${forms.fold(putInVehicle, { label: 'Put in a vehicle' }, { params, prefix: 'vehicle', submit: 'Record the vehicle', known: { vehicle_id: { options: vehicles } } })}
${forms.fold(putAtSite, { label: 'Put at a site' }, { params, prefix: 'site', submit: 'Record the site', known: { site_id: { options: sites } } })}
${forms.fold(putInUnit, { label: 'Put in a crate or cage' }, { params, prefix: 'unit', submit: 'Record the crate or cage', known: { in_asset_id: { options: units } } })}
${forms.fold(putProbe, { label: 'Put a probe in' }, { params, prefix: 'probe', submit: 'Record the probe', known: { device_id: { options: probes } } })}
${forms.fold(putParcels, { label: 'Put parcels in' }, { params, prefix: 'parcels', submit: 'Record the parcels' })}
${forms.fold(uploadLoggerFile, { label: 'Upload a logger file' }, { params, prefix: 'file', submit: 'Upload the file', known: file })}
${forms.fold(updateAsset, { label: 'Correct' }, { params, prefix: 'edit', submit: 'Save the changes', values: box, known: { home_site_id: { options: home } } })}
</section>`;
}

/** With the present one: what is not offered would be lost. */
const homesOf = ({ home_site_id: home }: Asset, { sites }: Places): Places['sites'] =>
  home === null || sites.some(([id]) => id === home) ? sites : [...sites, [home, home]];

/** What others stand in; the service refuses a ring. */
const unitsFor = ({ id }: Asset, assets: Names['assets']) =>
  [...assets.values()]
    .filter((each) => each.id !== id && each.kind !== 'logger' && each.status === 'active')
    .map(({ id, identifier, kind }) => [id, `${identifier}, ${kindLabels[kind]}`] as const)
    .toSorted(([, a], [, b]) => a.localeCompare(b));

const assetName = (id: string, { assets }: Names): string => assets.get(id)?.identifier ?? id;
const assetLink = (id: string, names: Names): Html =>
  html`<a class="target" href="${boxesPath}/${id}">${assetName(id, names)}</a>`;

const unitOf = ({ in_asset_id: id }: Asset, names: Names): Html | undefined =>
  id === null ? undefined : html`in ${assetLink(id, names)}, `;

const innerList = ({ asset_ids }: Asset, names: Names): Html =>
  html`<ul class="rows">${asset_ids.map((id) => {
    const inner = names.assets.get(id);
    return html`<li><span>${assetLink(id, names)} <span class="soft">${inner && kindLabels[inner.kind]}</span></span></li>`;
  })}</ul>`;

function nameOf(binding: Binding, names: Names): string {
  const { kind, device_id, job_id, in_asset_id } = binding;
  if (kind === 'probe') return `Probe ${device_id}`;
  if (in_asset_id !== null) return `In ${assetName(in_asset_id, names)}`;
  if (kind === 'place') return placeName(placeOf(binding), names.places);
  return names.refs.get(job_id ?? '') ?? `${job_id}`;
}

function subjectOf(binding: Binding, names: Names): Html {
  const { job_id, parcels, in_asset_id } = binding;
  if (in_asset_id !== null) return html`In ${assetLink(in_asset_id, names)}`;
  const name = nameOf(binding, names);
  if (job_id === null) return html`${name}`;
  const count = parcels === null ? 'all parcels' : `parcels: ${parcels.length}`;
  return html`<a class="target" href="/desk/jobs/${job_id}">${name}</a>, ${count}`;
}

function presentList(
  bindings: readonly Binding[],
  { box, names }: { box: Asset; names: Names },
  { forms, now }: RenderContext,
): Html {
  if (bindings.length === 0) return html`<p>Nothing is recorded: no place, probe or parcels.</p>`;
  return html`<ul class="rows">${bindings.map(
    (each) => html`<li><span>${subjectOf(each, names)}
<span class="soft">since ${formatTime(new Date(each.from), now)}, ${actorName(each.bound_by, names.drivers)}</span></span>
${forms.show(endBinding, { params: { id: box.id, binding: each.id }, submit: 'End', submitOf: nameOf(each, names) })}</li>`,
  )}</ul>`;
}

const historyTable = (bindings: readonly Binding[], names: Names): Html =>
  table({
    label: 'History',
    caption:
      bindings.length === 0 ? 'Nothing recorded' : 'What was with it, the last recorded first',
    columns: ['What', 'From', 'To'],
    rows: bindings.map(
      (
        each,
      ) => html`<th scope="row" class="whole">${subjectOf(each, names)}</th><td>${recorded(each.from, each.bound_by, names)}</td>
<td>${each.to === null ? 'Now' : recorded(each.to, each.ended_by, names)}</td>`,
    ),
  });

/** When, and who said so. */
const recorded = (at: string, by: string | null, names: Names): Html =>
  html`${formatDateTime(new Date(at))} <span class="soft whole">${by === null ? '' : actorName(by, names.drivers)}</span>`;

const boxFacts = (box: Asset, names: Names, { now }: RenderContext): Html =>
  facts([
    ['Temperature class', box.temperature_class ?? 'None'],
    ['Temperature now', boxTemperature(box)],
    ['Home site', box.home_site_id === null ? 'None' : placeName(box.home_site_id, names.places)],
    ['Qualified until', qualification(box, now)],
    ['Hold time', box.hold_hours === null ? 'Not recorded' : `${box.hold_hours} h`],
    ['State recorded', recorded(box.state_at, box.state_by, names)],
    ['Added', formatDateTime(new Date(box.created_at))],
  ]);

export const boxRoutes = [
  ...[boxPage, updateAsset, recordState, putInVehicle, putAtSite, putInUnit, putProbe],
  ...[putParcels, endBinding, uploadLoggerFile],
];
