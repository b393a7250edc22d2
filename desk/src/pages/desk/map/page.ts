/** The map of the desk: vehicles and open jobs, and the same in a table; kept current by a script. */
import { jobs, type LiveJob, tracking, type VehiclePosition, withActions } from '@svc/contracts';
import type { Clients } from '@svc/kit/client';
import { type Html, html } from '@svc/web/html';
import { type MapGround, mapFigure } from '@svc/web/map/figure';
import type { Place } from '@svc/web/map/projection';
import { mapSymbol } from '@svc/web/map/way';
import { z } from 'zod';
import { line } from '../../../form/field.ts';
import { filterOf } from '../../../form/form-fields.ts';
import { page } from '../../../route/route.ts';
import { readPages } from '../rows/read-pages.ts';
import { markPaths, marks } from './map-svg.ts';
import { vehicleTable } from './table.ts';
import { jobsByVehicle, type MapVehicle, stateLabels, stateOf, vehicleLabels } from './vehicles.ts';

const path = '/desk/map';
export const mapAccess = 'ops:dispatch';
/** Where the archive of tiles is served, if there is one. */
export const tilesPath = '/map/tiles.pmtiles';
const rowsMax = 100;
/** Where the carrier is, for a map without anything on it. */
export const johannesburg: Place = { lat: -26.2, lng: 28.05 };

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

async function fleetAndJobs(clients: Clients<typeof asks>) {
  const [open, positions] = await Promise.all([openJobs(clients), allPositions(clients)]);
  const vehicles = positions
    .map(toMapVehicle)
    .toSorted((a, b) => (a.registration < b.registration ? -1 : 1));
  return { open, vehicles };
}

/** Beside dispatch while no job is selected; its script shows the picture there. */
const mapPanel = page({
  ...{ path: `${path}/panel`, access: mapAccess, title: 'Map', asks },
  load: async ({ clients, now }) => ({ now, ...(await fleetAndJobs(clients)) }),
  render: (shown, { mapGround: ground }) =>
    html`<h1>Map</h1>${drawing({ ...shown, ground, widthPx: 320 })}${legend}`,
});

const mapPage = page({
  path,
  access: mapAccess,
  nav: { label: 'Map', icon: 'map' },
  title: 'Map',
  asks,
  script: new URL('../../../browser/map.ts', import.meta.url),
  groundScript: new URL('../../../browser/map-with-ground.ts', import.meta.url),
  load: async ({ query, clients, now, liveLast }) => {
    const wanted = { ...query(filter.query), ...query(pageNumber) };
    return { wanted, now, liveLast, ...(await fleetAndJobs(clients)) };
  },
  render: ({ wanted, now, liveLast, open, vehicles }, { mapGround: ground }) => {
    const found = vehicles.filter(({ registration }) => registration.includes(wanted.plate ?? ''));
    const first = (wanted.page - 1) * rowsMax;
    const shown = found.slice(first, first + rowsMax);
    const caption = `${found.length} ${found.length === 1 ? 'vehicle' : 'vehicles'}, by number plate`;
    return html`<h1>Map</h1>
<live-map last="${liveLast}">${drawing({ vehicles, open, now, ground, widthPx: 800 })}
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
  ground: MapGround;
  widthPx: number;
}

function drawing({ vehicles, open, now, ground, widthPx }: Drawn): Html {
  const nowMs = now.getTime();
  const byVehicle = jobsByVehicle(open);
  const stateNow = (vehicle: MapVehicle) =>
    stateOf(vehicle, byVehicle.get(vehicle.id) ?? [], nowMs);
  const figure = mapFigure({
    ground,
    places: [
      ...vehicles.flatMap(({ place }) => place ?? []),
      ...open.flatMap(({ pickup, dropoff }) => [pickup.position, dropoff.position]),
    ],
    home: johannesburg,
    label: `Map of ${vehicles.length} vehicles and ${open.length} open jobs; the table below says the same.`,
    marks: (projection) => {
      const paths = markPaths({ vehicles, jobs: open, nowMs }, projection);
      return html`${marks.map((mark) => html`<path class="mark-${mark}" data-mark="${mark}" d="${paths[mark]}"/>`)}`;
    },
    labels: vehicleLabels(vehicles, stateNow, nowMs),
    widthPx,
  });
  return html`<div id="map">${figure}</div>
<p id="map-picked" class="soft" hidden></p>`;
}

const meanings = {
  ...{ out_of_range: stateLabels.out_of_range, busy: stateLabels.busy, free: stateLabels.free },
  ...{ silent: stateLabels.silent, pickup: 'Parcels to be collected', dropoff: 'Where parcels go' },
  way: 'Way of a job, as a straight line',
} as const satisfies Partial<Record<(typeof marks)[number], string>>;

const legend = html`<ul class="legend">${Object.entries(meanings).map(
  ([mark, meaning]) => html`<li>${mapSymbol(mark as keyof typeof meanings)} ${meaning}</li>`,
)}</ul>`;

type Wanted = z.output<typeof filter.query> & z.output<typeof pageNumber>;

function pages(wanted: Wanted, count: number): Html | undefined {
  if (count <= rowsMax) return undefined;
  const link = (label: string, number: number) =>
    html`<a href="${path}?${new URLSearchParams({ ...(wanted.plate && { plate: wanted.plate }), page: String(number) }).toString()}">${label}</a>`;
  return html`<nav class="pager" aria-label="Pages of the list">
${wanted.page > 1 ? link('Page before', wanted.page - 1) : undefined}
${wanted.page * rowsMax < count ? link('Next page', wanted.page + 1) : undefined}</nav>`;
}

export const mapRoutes = [mapPage, mapPanel];
