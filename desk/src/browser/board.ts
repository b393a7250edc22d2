// Keeps the board current: by its stream, and while there is none by reading the page again.
import type { LiveJob } from '@svc/contracts';
import { attentions, attentionsOf } from '../pages/desk/rows/attention.ts';
import { changesOf, newsOf } from '../pages/desk/rows/board-changes.ts';
import { placeAmong, rowFate } from '../pages/desk/rows/board-rows.ts';
import {
  boardRow,
  cellOf,
  countText,
  dueCell,
  temperatureCell,
} from '../pages/desk/rows/board-table.ts';
import { followPicks } from './board-picks.ts';
import { createFrameQueue, createSight } from './frame-queue.ts';
import { announce, need, readPage } from './page.ts';
import { createStream } from './stream.ts';

const everyMs = 15_000;
/** The clocks of the rows count minutes. */
const clockMs = 20_000;

const news = need('#board-news', HTMLElement);
const pause = need('#board-pause', HTMLElement);
const body = need('#board tbody', HTMLTableSectionElement);
const filter = new URLSearchParams(location.search);
const template = document.createElement('template');
const driverSelect = document.querySelector<HTMLSelectElement>('#f-driver_id');
const drivers = new Map([...(driverSelect?.options ?? [])].map(({ value, text }) => [value, text]));
/** Of vehicles, by id, as the stream told them. */
const celsius = new Map<string, number | null>();
let timer: ReturnType<typeof setTimeout> | undefined;
let isLive = false;

/** By id of the job. */
const rows = new Map<string, HTMLTableRowElement>();
const sight = createSight(({ dataset }) => dataset.job);

const isPaused = (): boolean => pause.getAttribute('aria-pressed') === 'true';

function schedule(): void {
  clearTimeout(timer);
  if (isLive || document.hidden || isPaused()) return;
  timer = setTimeout(refresh, everyMs);
}

async function refresh(): Promise<void> {
  const isSignedIn = await readPage({
    show,
    failed: () =>
      announce(
        news,
        'The board could not be updated. It is tried again; if this stays, reload the page.',
      ),
  });
  if (isSignedIn) schedule();
  else signedOut();
}

function signedOut(): void {
  stream.close();
  announce(
    news,
    'You are signed out, and the board is no longer updated. Reload the page to sign in.',
  );
}

/** Each row is a change of its own: hundreds of them take many frames, those in sight the first. */
function show(next: Document): void {
  const after = rowsIn(need('#board tbody', HTMLTableSectionElement, next));
  const text = newsOf(changesOf(statesOf(rows), statesOf(after)));
  for (const id of rows.keys()) if (!after.has(id)) setRow(id, { gone: true });
  for (const [id, row] of after) setRow(id, { row });
  for (const selector of ['#board caption', '#board-as-of']) {
    need(selector, HTMLElement).replaceChildren(...need(selector, HTMLElement, next).childNodes);
  }
  announce(news, text);
}

/**
 * A change that came by the stream meanwhile is newer than the page, or followed by a newer one.
 */
function setRow(id: string, change: Change): void {
  if (!queue.has(rowKey(id))) queue.set(rowKey(id), change);
}

const rowsIn = (section: HTMLTableSectionElement): Map<string, HTMLTableRowElement> =>
  new Map([...section.rows].map((row) => [row.dataset.job ?? '', row]));
const statesOf = (of: ReadonlyMap<string, HTMLTableRowElement>): Map<string, string> =>
  new Map([...of].map(([id, { dataset }]) => [id, dataset.state ?? '']));

/**
 * Change that waits for a frame: by the stream, of the page that was read again, and parts of a
 * row.
 */
type Change = { job: LiveJob } | { row: HTMLTableRowElement } | { gone: true } | Part;
type Part = { part: 'clock' | 'temperature' };

const rowKey = (id: string): string => `row ${id}`;
const idOf = (key: string): string => key.slice(key.indexOf(' ') + 1);

function apply(key: string, change: Change): void {
  const id = idOf(key);
  const own = rows.get(id);
  if ('part' in change) {
    if (own) parts[change.part](own);
    return;
  }
  const fate = fateOf(change);
  if (fate === 'remove') remove(id, own);
  else if (own) update(own, nextOf(change));
  else if (fate === 'show') add(id, nextOf(change));
}

function fateOf(change: Exclude<Change, Part>): ReturnType<typeof rowFate> {
  if (!('job' in change)) return 'row' in change ? 'show' : 'remove';
  const { job } = change;
  const at = celsius.get(job.vehicle_id ?? '') ?? null;
  return rowFate(job, filter, attentionsOf(job, { now: new Date(), celsius: at }));
}

function nextOf(change: Exclude<Change, Part>): HTMLTableRowElement {
  if ('row' in change) return change.row;
  if ('job' in change) {
    template.innerHTML = boardRow(change.job, {
      now: new Date(),
      drivers,
      temperatures: celsius,
    }).markup;
  }
  return need('tr', HTMLTableRowElement, template.content);
}

function add(id: string, row: HTMLTableRowElement): void {
  const own = document.importNode(row, true);
  rows.set(id, own);
  sight.observe(own);
  place(own);
}

function remove(id: string, own: HTMLTableRowElement | undefined): void {
  if (!own) return;
  rows.delete(id);
  sight.unobserve(own);
  own.remove();
}

/** Rows stay the same elements, so that focus, selection and scroll position stay. */
function update(own: HTMLTableRowElement, next: HTMLTableRowElement): void {
  const { rank, due } = own.dataset;
  Object.assign(own.dataset, next.dataset);
  for (const [n, cell] of [...next.cells].entries()) {
    const before = own.cells[n];
    if (before && !before.isEqualNode(cell)) before.replaceWith(document.importNode(cell, true));
  }
  if (rank === own.dataset.rank && due === own.dataset.due) return;
  const focused = document.activeElement;
  own.remove();
  place(own);
  refocus(focused);
}

function place(row: HTMLTableRowElement): void {
  body.insertBefore(row, body.rows[placeAmong(body.rows, row.dataset)] ?? null);
}

/** Moving an element takes the focus from it. */
function refocus(focused: Element | null): void {
  if (focused instanceof HTMLElement && focused !== document.activeElement && focused.isConnected) {
    focused.focus({ preventScroll: true });
  }
}

const parts: Readonly<Record<Part['part'], (row: HTMLTableRowElement) => void>> = {
  /** Of open jobs the due time alone tells how long that is. */
  clock: (row) => {
    const open = { status: 'booked', delivered_at: null, return_job_id: null } as const;
    write(row, cellOf.due, dueCell({ ...open, sla_due: row.dataset.due ?? '' }, new Date()).markup);
  },
  temperature: (row) => {
    const { vehicle = '', min, max, carrying } = row.dataset;
    const range = { min: Number(min), max: Number(max) };
    const at = celsius.get(vehicle) ?? null;
    write(row, cellOf.temperature, temperatureCell(range, at, carrying === 'yes').markup);
  },
};

/** As last written, by cell: to compare texts is cheaper than to read markup from the page. */
const written = new WeakMap<HTMLTableCellElement, string>();

function write(row: HTMLTableRowElement, n: number, markup: string): void {
  const cell = row.cells[n];
  if (!cell || written.get(cell) === markup) return;
  written.set(cell, markup);
  cell.innerHTML = markup;
}

function setClocks(): void {
  for (const [id, { dataset }] of rows) {
    if (dataset.rank !== '2') queue.set(`clock ${id}`, { part: 'clock' });
  }
}

function setTemperatures(changes: readonly [vehicle: string, celsius: number | null][]): void {
  for (const [vehicle, value] of changes) celsius.set(vehicle, value);
  const changed = new Set(changes.map(([vehicle]) => vehicle));
  for (const [id, { dataset }] of rows) {
    if (dataset.min !== undefined && changed.has(dataset.vehicle ?? '')) {
      queue.set(`temperature ${id}`, { part: 'temperature' });
    }
  }
}

function showCounts(): void {
  setText(document.getElementById('board-count'), countText(rows.size));
  // A filtered board does not know how many there are of the others.
  if (location.search !== '') return;
  const states = [...rows.values()].map(({ dataset }) => dataset.attention?.split(' ') ?? []);
  for (const each of attentions) {
    const count = states.filter((state) => state.includes(each)).length;
    setText(document.querySelector(`[data-count="${each}"]`), String(count));
  }
}

function setText(element: Element | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}

const queue = createFrameQueue<Change>({
  apply,
  isVisible: (key) => sight.has(idOf(key)),
  done: showCounts,
});
const stream = createStream({
  topics: ['jobs', 'temperatures'],
  last: need('live-board', Element).getAttribute('last') ?? '',
  on: {
    job: (job) => queue.set(rowKey(job.id), { job }),
    temperatures: setTemperatures,
  },
  current: async (isReset) => {
    isLive = true;
    clearTimeout(timer);
    if (!isReset) return;
    queue.hold();
    await refresh();
    queue.release();
  },
  lost: () => {
    isLive = false;
    schedule();
  },
  ended: signedOut,
});

function follow(): void {
  if (document.hidden || isPaused()) {
    isLive = false;
    stream.close();
  } else stream.open();
  schedule();
}

/** The table that it holds is complete without it. */
class LiveBoard extends HTMLElement {
  connectedCallback(): void {
    for (const [id, row] of rowsIn(body)) {
      rows.set(id, row);
      sight.observe(row);
    }
    followPicks(this);
    pause.hidden = false;
    pause.addEventListener('click', () => {
      pause.setAttribute('aria-pressed', String(!isPaused()));
      follow();
    });
    document.addEventListener('visibilitychange', () => {
      follow();
      if (!document.hidden && !isPaused()) void refresh();
    });
    setInterval(setClocks, clockMs);
    follow();
  }
}
customElements.define('live-board', LiveBoard);
