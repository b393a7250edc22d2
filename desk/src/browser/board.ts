// Keeps the board current: by its stream, and while there is none by reading the page again.
import type { LiveJob } from '@svc/contracts';
import { need } from '@svc/web/browser/page-element';
import { attentionsOf } from '../pages/desk/rows/attention.ts';
import { changesOf, newsOf } from '../pages/desk/rows/board-changes.ts';
import { rowFate } from '../pages/desk/rows/board-rows.ts';
import { boardRow } from '../pages/desk/rows/board-table.ts';
import { showCounts } from './board-counts.ts';
import { followFilter, followKeys } from './board-keys.ts';
import { type BoardPanel, createPanel } from './board-panel.ts';
import { followPicks } from './board-picks.ts';
import { add, body, parts, readings, remove, rows, sight, sort, update } from './board-rows.ts';
import { followViews } from './board-views.ts';
import { createFrameQueue } from './frame-queue.ts';
import { sendInPlace } from './in-place.ts';
import { announce, readPage } from './page.ts';
import { createStream } from './stream.ts';

const everyMs = 15_000;
/** The clocks of the rows count minutes. */
const clockMs = 20_000;

const news = need('#board-news', HTMLElement);
const pause = need('#board-pause', HTMLElement);
const filter = new URLSearchParams(location.search);
/** The others say what was done, or how the list looks. */
const filters = ['q', 'status', 'driver_id', 'show', 'starting_after'];
const isFiltered = filters.some((name) => filter.has(name));
const template = document.createElement('template');
const driverSelect = document.querySelector<HTMLSelectElement>('#f-driver_id');
const drivers = new Map([...(driverSelect?.options ?? [])].map(({ value, text }) => [value, text]));
let timer: ReturnType<typeof setTimeout> | undefined;
let isStale = false;
let isLive = false;
let panel: BoardPanel | undefined;
let sayPicks: (() => void) | undefined;

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
  const today = '.stats li:has([data-count=delivered])';
  const figure = next.querySelector(today);
  if (figure) document.querySelector(today)?.replaceWith(document.importNode(figure, true));
  announce(news, text);
}

/** Deliveries of the day are counted by the service. */
function refreshSoon(): void {
  if (isStale) return;
  isStale = true;
  setTimeout(() => {
    isStale = false;
    void refresh();
  }, everyMs);
}

/** The answer to a form of this page; false where it is another page. */
function showAnswer(page: Document): boolean {
  if (!page.querySelector('#board')) return false;
  show(page);
  document.querySelector('main > .alert')?.remove();
  const notice = need('#board-notice', HTMLElement);
  notice.replaceChildren(...page.querySelectorAll('main > .alert, #board-notice > *'));
  document
    .querySelector('.bulk')
    ?.replaceChildren(...(page.querySelector('.bulk')?.childNodes ?? []));
  sayPicks?.();
  return true;
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
type Part = { part: keyof typeof parts };

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
  panel?.changed(id);
  if ('job' in change && change.job.status === 'delivered') refreshSoon();
  if (fate === 'remove') remove(id, own);
  else if (own) update(own, nextOf(change));
  else if (fate === 'show') add(id, nextOf(change));
}

function fateOf(change: Exclude<Change, Part>): ReturnType<typeof rowFate> {
  if (!('job' in change)) return 'row' in change ? 'show' : 'remove';
  const { job } = change;
  const at = readings.get(job.vehicle_id ?? '') ?? null;
  return rowFate(job, filter, attentionsOf(job, { now: new Date(), celsius: at }));
}

function nextOf(change: Exclude<Change, Part>): HTMLTableRowElement {
  if ('row' in change) return change.row;
  if ('job' in change) {
    template.innerHTML = boardRow(change.job, {
      now: new Date(),
      drivers,
      temperatures: readings,
      sort,
    }).markup;
  }
  return need('tr', HTMLTableRowElement, template.content);
}

function setClocks(): void {
  for (const [id, { dataset }] of rows) {
    if (dataset.rank !== '2') queue.set(`clock ${id}`, { part: 'clock' });
  }
}

function setTemperatures(changes: readonly [vehicle: string, celsius: number | null][]): void {
  for (const [vehicle, value] of changes) readings.set(vehicle, value);
  const changed = new Set(changes.map(([vehicle]) => vehicle));
  for (const [id, { dataset }] of rows) {
    if (dataset.min !== undefined && changed.has(dataset.vehicle ?? '')) {
      queue.set(`temperature ${id}`, { part: 'temperature' });
    }
  }
}

function showChanges(): void {
  sayPicks?.();
  showCounts([...rows.values()], isFiltered);
}

const queue = createFrameQueue<Change>({
  apply,
  isVisible: (key) => sight.has(idOf(key)),
  done: showChanges,
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
    sayPicks = followPicks(this);
    const own = createPanel((id) => rows.get(id));
    followKeys(own);
    followFilter(need('form.filter', HTMLFormElement));
    followViews();
    panel = own;
    body.addEventListener('click', ({ target }) => {
      const row = target instanceof Element ? target.closest('tr') : null;
      if (row && !(target instanceof HTMLInputElement)) own.select(row);
    });
    sendInPlace(need('main', HTMLElement), showAnswer);
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
