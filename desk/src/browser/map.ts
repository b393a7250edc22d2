// Keeps the map and its table current.

import type { LiveJob } from '@svc/contracts';
import { openMap } from '@svc/web/browser/open-map';
import { need } from '@svc/web/browser/page-element';
import { type MapView, viewOf } from '@svc/web/map/projection';
import { vehicleCells } from '../pages/desk/map/table.ts';
import { stateLabels, stateOf, vehicleLabels } from '../pages/desk/map/vehicles.ts';
import { isOver } from '../pages/desk/rows/urgency.ts';
import { createFrameQueue, createSight } from './frame-queue.ts';
import { createMapMarks, type MarkedVehicle, sharesOfMarks } from './map-marks.ts';
import { announce } from './page.ts';
import { createStream, type VehiclePlace } from './stream.ts';

/** Marks are drawn at most so often, ms: positions change once a second. */
const drawMs = 1_000;

const pickedText = need('#map-picked', HTMLElement);
const news = need('#map-news', HTMLElement);

/** Vehicles by their number in the stream and by id, open jobs by id and by vehicle. */
let vehicles: MarkedVehicle[] = [];
const vehicleById = new Map<string, MarkedVehicle>();
const jobs = new Map<string, LiveJob>();
const byVehicle = new Map<string, LiveJob[]>();
const jobsOf = (vehicle: string): readonly LiveJob[] => byVehicle.get(vehicle) ?? [];

interface ShownRow {
  row: HTMLTableRowElement;
  /** Markup of the cells as they were last written; empty before. */
  cells: string[];
}
const rows = new Map<string, ShownRow>();
for (const row of document.querySelectorAll<HTMLTableRowElement>('#vehicles tbody tr')) {
  rows.set(row.dataset.vehicle ?? '', { row, cells: [] });
}

const shareKeys = Array.from({ length: sharesOfMarks }, (_, n) => `share ${n}`);
const jobsKey = 'jobs';
const viewKey = 'view';
const sight = createSight(({ dataset }) => dataset.vehicle);
const queue = createFrameQueue<() => void>({
  apply: (_key, write) => write(),
  isVisible: (key) => key === viewKey || sight.has(key),
});
const map = openMap(need('#map .map', HTMLElement), {
  changed: () => queue.set(viewKey, () => map.draw()),
  all: () => {
    const places = vehicles.flatMap(({ place }) => place ?? []);
    return places.length > 0 ? viewOf(places.map(map.projection.toPoint)) : undefined;
  },
  picked: pick,
  labelsIn,
});
const { projection } = map;
const marks = createMapMarks({ svg: map.svg, projection, jobsOf });

/** Labels of vehicles in sight; undefined keeps the page's own until the stream told vehicles. */
function labelsIn({ x, y, width, height }: MapView) {
  if (vehicles.length === 0) return undefined;
  const nowMs = Date.now();
  const shown = vehicles.filter(({ place }) => {
    const at = place && map.projection.toPoint(place);
    return at && at.x > x && at.x < x + width && at.y > y && at.y < y + height;
  });
  return vehicleLabels(shown, (each) => stateOf(each, jobsOf(each.id), nowMs), nowMs);
}

function* shareOf(n: number): Generator<MarkedVehicle> {
  for (let number = n; number < vehicles.length; number += sharesOfMarks) {
    const vehicle = vehicles[number];
    if (vehicle) yield vehicle;
  }
}

let isDrawPlanned = false;
let areJobsChanged = false;

/** Coalesces redraws: changes of one frame are drawn together. */
function drawSoon(): void {
  if (isDrawPlanned) return;
  isDrawPlanned = true;
  setTimeout(() => {
    isDrawPlanned = false;
    for (const [n, key] of shareKeys.entries()) {
      queue.set(key, () => marks.drawVehicles(n, shareOf(n)));
    }
    queue.set(viewKey, () => map.draw());
    if (areJobsChanged) queue.set(jobsKey, () => marks.drawJobs(jobs.values()));
    areJobsChanged = false;
  }, drawMs);
}

function showVehicle(vehicle: MarkedVehicle): void {
  const shown = rows.get(vehicle.id);
  if (shown) queue.set(vehicle.id, () => showRow(shown, vehicle));
}

function showRow({ row, cells }: ShownRow, vehicle: MarkedVehicle): void {
  const next = vehicleCells(vehicle, jobsOf(vehicle.id), new Date());
  for (const [n, { markup }] of next.entries()) {
    const cell = row.cells[n + 1];
    if (!cell || cells[n] === markup) continue;
    cells[n] = markup;
    cell.innerHTML = markup;
  }
}

/** Shows the vehicles that it was with and is with now. */
function setJob(job: LiveJob): void {
  const before = jobs.get(job.id);
  const isGone = isOver(job);
  if (isGone) jobs.delete(job.id);
  else jobs.set(job.id, job);
  for (const id of new Set([before?.vehicle_id, job.vehicle_id])) {
    if (id === undefined || id === null) continue;
    const others = jobsOf(id).filter((each) => each.id !== job.id);
    byVehicle.set(id, isGone || job.vehicle_id !== id ? others : [...others, job]);
    const vehicle = vehicleById.get(id);
    if (vehicle) showVehicle(vehicle);
  }
  areJobsChanged = true;
}

function setAllVehicles(all: readonly [string, string, ...VehiclePlace][]): void {
  vehicles = [];
  vehicleById.clear();
  for (const [id, registration, ...place] of all) {
    const vehicle = marks.toVehicle(id, registration, place);
    vehicles[place[0]] = vehicle;
    vehicleById.set(id, vehicle);
    showVehicle(vehicle);
  }
  drawSoon();
}

const stream = createStream({
  topics: ['jobs', 'vehicles'],
  on: {
    open_jobs: (open) => {
      jobs.clear();
      byVehicle.clear();
      for (const job of open) setJob(job);
      for (const vehicle of vehicles) showVehicle(vehicle);
      areJobsChanged = true;
      drawSoon();
    },
    job: (job) => {
      setJob(job);
      drawSoon();
    },
    vehicles: setAllVehicles,
    positions: (changes) => {
      for (const place of changes) {
        const vehicle = vehicles[place[0]];
        if (!vehicle) continue;
        marks.move(vehicle, place);
        showVehicle(vehicle);
      }
      drawSoon();
    },
  },
  current: () => announce(news, ''),
  lost: () => announce(news, 'The map is not updated at the moment. It is tried again.'),
  ended: () =>
    announce(
      news,
      'You are signed out, and the map is no longer updated. Reload the page to sign in.',
    ),
});

function pick(at: { x: number; y: number }, near: number): void {
  let nearest: MarkedVehicle | undefined;
  let least = near;
  for (const vehicle of vehicles) {
    if (!vehicle.place) continue;
    const point = projection.toPoint(vehicle.place);
    const distance = Math.hypot(point.x - at.x, point.y - at.y);
    if (distance < least) [nearest, least] = [vehicle, distance];
  }
  pickedText.hidden = false;
  pickedText.textContent = nearest ? textOf(nearest) : 'No vehicle here.';
}

function textOf(vehicle: MarkedVehicle): string {
  const own = jobsOf(vehicle.id);
  const label = stateLabels[stateOf(vehicle, own, Date.now())];
  return [vehicle.registration, label, ...own.map(({ ref }) => ref)].join(', ');
}

function follow(): void {
  if (document.hidden) stream.close();
  else stream.open();
}

/** Progressive enhancement: the element's content is complete without scripts. */
class LiveMap extends HTMLElement {
  connectedCallback(): void {
    for (const { row } of rows.values()) sight.observe(row);
    document.addEventListener('visibilitychange', follow);
    follow();
  }
}
customElements.define('live-map', LiveMap);
