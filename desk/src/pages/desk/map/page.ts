/** The map of the desk: vehicles and open jobs, and the same in a table; kept current by a script. */
import { jobs, type LiveJob, tracking, type VehiclePosition, withActions } from '@svc/contracts';
import type { Clients } from '@svc/kit/client';
import { type Html, html } from '@svc/web/html';
import { z } from 'zod';
import { line } from '../../../form/field.ts';
import { filterOf } from '../../../form/form-fields.ts';
import { page } from '../../../route/route.ts';
import { readPages } from '../rows/read-pages.ts';
import { frameMarkup, markPaths, marks } from './map-svg.ts';
import { type Place, projectionAround, viewBoxOf, viewOf } from './projection.ts';
import { vehicleTable } from './table.ts';
import { jobsByVehicle, type MapVehicle, stateLabels } from './vehicles.ts';

const path = '/desk/map';
export const mapAccess = 'ops:dispatch';
/** Where the archive of tiles is served, if there is one. */
export const tilesPath = '/map/tiles.pmtiles';
const rowsMax = 100;
/** Where the carrier is, for a map without anything on it. */
const johannesburg: Place = { lat: -26.2, lng: 28.05 };

const { registration } = tracking.actions.createVehicle.input.shape;
const plate = line(registration, { label: 'Number plate', type: 'search', max: 20 });
/** A part of one is enough. */
const filter = filterOf({ plate: { ...plate, entry: z.string().trim().toUpperCase().max(20) } });
const pageNumber = z.object({ page: z.coerce.number().int().min(1).max(1_000).catch(1) });

const asks = {
  jobs: withActions(jobs, 'listLive'),
  tracking: withActions(tracking, 'listVehiclePositions'),
};
const openJobs = ({ jobs }: Clients<typeof asks>) =>
  readPages<LiveJob>((starting_after) => jobs.listLive({ limit: 100, starting_after })).then(
    ({ data }) => data,
  );

const allPositions = ({ tracking }: Clients<typeof asks>) =>
  readPages<VehiclePosition>((starting_after) =>
    tracking.listVehiclePositions({ starting_after }),
  ).then(({ data }) => data);

const toMapVehicle = (vehicle: VehiclePosition): MapVehicle => ({
  id: vehicle.id,
  registration: vehicle.registration,
  place: vehicle.last_position,
  seenMs: vehicle.seen_at === null ? null : Date.parse(vehicle.seen_at),
  celsius: vehicle.temperature_c,
});

const mapPage = page({
  path,
  access: mapAccess,
  nav: { label: 'Map', icon: 'map' },
  title: 'Map',
  asks,
  script: new URL('../../../browser/map.ts', import.meta.url),
  tileScript: new URL('../../../browser/map-with-tiles.ts', import.meta.url),
  load: async ({ query, clients, now, liveLast }) => {
    const [open, positions] = await Promise.all([openJobs(clients), allPositions(clients)]);
    const vehicles = positions
      .map(toMapVehicle)
      .toSorted((a, b) => (a.registration < b.registration ? -1 : 1));
    return {
      wanted: { ...query(filter.query), ...query(pageNumber) },
      now,
      liveLast,
      open,
      vehicles,
    };
  },
  render: ({ wanted, now, liveLast, open, vehicles }, { hasTiles }) => {
    const found = vehicles.filter(({ registration }) => registration.includes(wanted.plate ?? ''));
    const first = (wanted.page - 1) * rowsMax;
    const shown = found.slice(first, first + rowsMax);
    const caption = `${found.length} ${found.length === 1 ? 'vehicle' : 'vehicles'}, by number plate`;
    return html`<h1>Map</h1>
<live-map last="${liveLast}">${drawing({ vehicles, open, now, hasTiles })}
${legend}
<p id="map-news" role="status"></p>
${filter.show(path, wanted, { submit: 'Find', search: 'Vehicle by its number plate' })}
${vehicleTable(shown, { caption, now, jobsOf: jobsByVehicle(open) })}</live-map>
${pages(wanted, found.length)}
<p>All open jobs stand on the <a href="/desk">dispatch page</a>, with their places.</p>`;
  },
});

interface Drawn {
  vehicles: readonly MapVehicle[];
  open: readonly LiveJob[];
  now: Date;
  hasTiles: boolean;
}

function drawing({ vehicles, open, now, hasTiles }: Drawn): Html {
  const places = [
    ...vehicles.flatMap(({ place }) => place ?? []),
    ...open.flatMap(({ pickup, dropoff }) => [pickup.position, dropoff.position]),
  ];
  const origin = places[0] ?? johannesburg;
  const projection = projectionAround(origin);
  const view = viewOf((places.length > 0 ? places : [origin]).map(projection.toPoint));
  const paths = markPaths({ vehicles, jobs: open, nowMs: now.getTime() }, projection);
  const label = `Map of ${vehicles.length} vehicles and ${open.length} open jobs; the table below says the same.`;
  return html`<div class="map" id="map" role="group" aria-label="Map: arrow keys move it, plus and minus zoom" data-lat="${origin.lat}" data-lng="${origin.lng}"${hasTiles ? html` data-tiles="${tilesPath}"` : undefined}>
<div class="picture">${hasTiles ? html`<div id="map-ground" aria-hidden="true"></div>` : undefined}<svg viewBox="${viewBoxOf(view)}" role="img" aria-label="${label}"><g id="map-frame">${frameMarkup(view, projection)}</g>
${marks.map((mark) => html`<path class="mark-${mark}" data-mark="${mark}" d="${paths[mark]}"/>`)}</svg></div>
${hasTiles ? html`<p id="map-attribution" class="soft" hidden></p>` : undefined}
<p class="map-buttons" hidden><button type="button" data-do="in">Closer</button> <button type="button" data-do="out">Farther</button> <button type="button" data-do="all">Show all</button></p>
</div>
<p id="map-picked" class="soft" hidden></p>`;
}

const symbol = (mark: (typeof marks)[number], label: string): Html =>
  html`<li><svg viewBox="-10 -10 20 20" aria-hidden="true"><path class="mark-${mark}" d="M0 0h0"/></svg> ${label}</li>`;

const legend = html`<ul class="legend">
${symbol('out_of_range', stateLabels.out_of_range)}${symbol('busy', stateLabels.busy)}${symbol('free', stateLabels.free)}${symbol('silent', stateLabels.silent)}${symbol('pickup', 'Parcels to be collected')}${symbol('dropoff', 'Where parcels go')}</ul>`;

type Wanted = z.output<typeof filter.query> & z.output<typeof pageNumber>;

function pages(wanted: Wanted, count: number): Html | undefined {
  if (count <= rowsMax) return undefined;
  const link = (label: string, number: number) =>
    html`<a href="${path}?${new URLSearchParams({ ...(wanted.plate && { plate: wanted.plate }), page: String(number) }).toString()}">${label}</a>`;
  return html`<nav class="pager" aria-label="Pages of the list">
${wanted.page > 1 ? link('Page before', wanted.page - 1) : undefined}
${wanted.page * rowsMax < count ? link('Next page', wanted.page + 1) : undefined}</nav>`;
}

export const mapRoutes = [mapPage];
