// Keeps the map and its table current, and moves and zooms it.
import { frameMarkup, markPaths } from '../map/map-svg.ts';
import { moved, projectionAround, viewBoxOf, viewOf, zoomed } from '../map/projection.ts';
import { vehicleRow } from '../map/table.ts';
import { jobsByVehicle, stateLabels, stateOf } from '../map/vehicles.ts';
import { createFrameQueue, createSight } from './frame-queue.js';
import { announce } from './page.js';
import { createStream } from './stream.js';

const map = document.getElementById('map');
const svg = map.querySelector('svg');
const frame = document.getElementById('map-frame');
const picked = document.getElementById('map-picked');
const news = document.getElementById('map-news');
const paths = new Map(
  [...svg.querySelectorAll('[data-mark]')].map((path) => [path.dataset.mark, path]),
);
const projection = projectionAround({ lat: Number(map.dataset.lat), lng: Number(map.dataset.lng) });
const template = document.createElement('template');

/** Vehicles by their number in the stream, open jobs by id. */
const vehicles = new Map();
const jobs = new Map();
let jobsOf = new Map();
const rows = new Map(
  [...document.querySelectorAll('#vehicles tbody tr')].map((row) => [row.dataset.vehicle, row]),
);

const { x, y, width, height } = svg.viewBox.baseVal;
let view = { x, y, width, height };

const drawKey = '';
const viewKey = ' ';
const sight = createSight(({ dataset }) => dataset.vehicle);
const queue = createFrameQueue({
  apply: (key, value) => {
    if (key === drawKey) draw();
    else if (key === viewKey) drawView();
    else showRow(key, value);
  },
  isVisible: (key) => key === drawKey || key === viewKey || sight.has(key),
});

function draw() {
  const shown = { vehicles: vehicles.values(), jobs: [...jobs.values()], nowMs: Date.now() };
  for (const [mark, data] of Object.entries(markPaths(shown, projection))) {
    paths.get(mark).setAttribute('d', data);
  }
}

function drawView() {
  svg.setAttribute('viewBox', viewBoxOf(view));
  frame.innerHTML = frameMarkup(view, projection).markup;
}

function showRow(id, vehicle) {
  const row = rows.get(id);
  template.innerHTML = vehicleRow(vehicle, jobsOf.get(id) ?? [], new Date()).markup;
  const next = template.content.firstElementChild;
  for (const [n, cell] of [...next.cells].entries()) {
    // Texts alone change each second: their nodes stay.
    if (row.cells[n].innerHTML !== cell.innerHTML) row.cells[n].innerHTML = cell.innerHTML;
  }
}

const placed = (vehicle, [, lat, lng, seenMs, celsius]) =>
  Object.assign(vehicle, { place: lat === null ? null : { lat, lng }, seenMs, celsius });

function showVehicle(vehicle) {
  if (rows.has(vehicle.id)) queue.set(vehicle.id, vehicle);
}

function showJobs() {
  jobsOf = jobsByVehicle(jobs.values());
  for (const vehicle of vehicles.values()) showVehicle(vehicle);
  queue.set(drawKey);
}

const isOver = ({ status, return_job_id }) =>
  status === 'delivered' || status === 'cancelled' || return_job_id !== null;

const stream = createStream({
  topics: ['jobs', 'vehicles'],
  on: {
    open_jobs: (open) => {
      jobs.clear();
      for (const job of open) if (!isOver(job)) jobs.set(job.id, job);
      showJobs();
    },
    job: (job) => {
      if (isOver(job)) jobs.delete(job.id);
      else jobs.set(job.id, job);
      showJobs();
    },
    vehicles: (all) => {
      vehicles.clear();
      for (const [id, registration, ...place] of all) {
        vehicles.set(place[0], placed({ id, registration }, place));
      }
      showJobs();
    },
    positions: (changes) => {
      for (const place of changes) {
        const vehicle = vehicles.get(place[0]);
        if (vehicle) showVehicle(placed(vehicle, place));
      }
      queue.set(drawKey);
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

function show(next) {
  view = next;
  queue.set(viewKey);
}

function showAll() {
  const places = [...vehicles.values()].flatMap(({ place }) => place ?? []);
  if (places.length > 0) show(viewOf(places.map(projection.toPoint)));
}

const closer = 0.7;
const actions = {
  in: () => show(zoomed(view, closer)),
  out: () => show(zoomed(view, 1 / closer)),
  all: showAll,
};
const keys = {
  '+': actions.in,
  '=': actions.in,
  '-': actions.out,
  0: showAll,
  ArrowLeft: () => show(moved(view, -0.1, 0)),
  ArrowRight: () => show(moved(view, 0.1, 0)),
  ArrowUp: () => show(moved(view, 0, -0.1)),
  ArrowDown: () => show(moved(view, 0, 0.1)),
};

/** Where an event is, in the metres of the map. */
function pointOf({ clientX, clientY }) {
  const box = svg.getBoundingClientRect();
  return {
    x: view.x + ((clientX - box.left) / box.width) * view.width,
    y: view.y + ((clientY - box.top) / box.height) * view.height,
  };
}

/** Of the map's width: how near a click must be. */
const nearShare = 0.02;
function pick(event) {
  const at = pointOf(event);
  let nearest;
  let least = view.width * nearShare;
  for (const vehicle of vehicles.values()) {
    if (!vehicle.place) continue;
    const point = projection.toPoint(vehicle.place);
    const distance = Math.hypot(point.x - at.x, point.y - at.y);
    if (distance < least) [nearest, least] = [vehicle, distance];
  }
  const own = nearest ? (jobsOf.get(nearest.id) ?? []) : [];
  picked.hidden = false;
  picked.textContent = nearest
    ? [
        nearest.registration,
        stateLabels[stateOf(nearest, own, Date.now())],
        ...own.map(({ ref }) => ref),
      ].join(', ')
    : 'No vehicle here.';
}

let dragged;
function listen() {
  svg.addEventListener('wheel', (event) => {
    // Without a modifier the page scrolls, as it does elsewhere.
    if (!event.ctrlKey && !event.shiftKey) return;
    event.preventDefault();
    const delta = event.deltaY || event.deltaX;
    show(zoomed(view, delta < 0 ? closer : 1 / closer, pointOf(event)));
  });
  svg.addEventListener('pointerdown', (event) => {
    dragged = { from: pointOf(event), at: [event.clientX, event.clientY] };
    svg.setPointerCapture(event.pointerId);
  });
  svg.addEventListener('pointermove', (event) => {
    if (!dragged) return;
    const to = pointOf(event);
    const { from } = dragged;
    show({ ...view, x: view.x + from.x - to.x, y: view.y + from.y - to.y });
  });
  svg.addEventListener('pointerup', (event) => {
    const [clientX, clientY] = dragged?.at ?? [];
    dragged = undefined;
    if (Math.hypot(event.clientX - clientX, event.clientY - clientY) < 4) pick(event);
  });
  svg.addEventListener('pointercancel', () => {
    dragged = undefined;
  });
  map.addEventListener('keydown', (event) => {
    const action = keys[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
  });
}

function follow() {
  if (document.hidden) stream.close();
  else stream.open();
}

/** What it holds is complete without it. */
class LiveMap extends HTMLElement {
  connectedCallback() {
    map.tabIndex = 0;
    for (const row of rows.values()) sight.observe(row);
    const buttons = map.querySelector('.map-buttons');
    buttons.hidden = false;
    for (const button of buttons.querySelectorAll('button')) {
      button.addEventListener('click', actions[button.dataset.do]);
    }
    listen();
    document.addEventListener('visibilitychange', follow);
    follow();
  }
}
customElements.define('live-map', LiveMap);
