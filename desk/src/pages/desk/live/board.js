// Keeps the board current: by its stream, and while there is none by reading the page again.
import { boardRow, countText, dueCell } from '../board-table.ts';
import { changesOf, newsOf } from './board-changes.ts';
import { placeAmong, rowFate } from './board-rows.ts';
import { createFrameQueue, createSight } from './frame-queue.js';
import { announce, readPage } from './page.js';
import { createStream } from './stream.js';

const everyMs = 15_000;
/** The clocks of the rows count minutes. */
const clockMs = 20_000;
const byId = (id, root = document) => root.getElementById(id);

const news = byId('board-news');
const pause = byId('board-pause');
const filter = new URLSearchParams(location.search);
const template = document.createElement('template');
let timer;
let isLive = false;

const bodyOf = (root) => byId('board', root).tBodies[0];
const rowsOf = (body) => new Map([...body.rows].map((row) => [row.dataset.job, row]));
const statesOf = (body) =>
  new Map([...body.rows].map(({ dataset }) => [dataset.job, dataset.state]));
const driverNames = () =>
  new Map([...(byId('f-driver_id')?.options ?? [])].map(({ value, text }) => [value, text]));

const isPaused = () => pause.getAttribute('aria-pressed') === 'true';

function schedule() {
  clearTimeout(timer);
  if (isLive || document.hidden || isPaused()) return;
  timer = setTimeout(refresh, everyMs);
}

async function refresh() {
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

function signedOut() {
  stream.close();
  announce(
    news,
    'You are signed out, and the board is no longer updated. Reload the page to sign in.',
  );
}

function show(next) {
  const before = bodyOf(document);
  const after = bodyOf(next);
  const text = newsOf(changesOf(statesOf(before), statesOf(after)));
  const focused = document.activeElement;
  replaceRows(before, after);
  for (const selector of ['#board caption', '#board-as-of']) {
    document.querySelector(selector).replaceChildren(...next.querySelector(selector).childNodes);
  }
  refocus(focused);
  announce(news, text);
}

/** Moving an element takes the focus from it. */
function refocus(focused) {
  if (focused !== document.activeElement && focused?.isConnected) {
    focused.focus({ preventScroll: true });
  }
}

/** Rows stay the same elements, so that focus, selection and scroll position stay. */
function replaceRows(before, after) {
  const known = rowsOf(before);
  for (const [n, row] of [...after.rows].entries()) {
    const own = known.get(row.dataset.job) ?? imported(row);
    known.delete(row.dataset.job);
    replaceCells(own, row);
    if (before.rows[n] !== own) before.insertBefore(own, before.rows[n] ?? null);
  }
  for (const row of known.values()) row.remove();
}

function imported(row) {
  const own = document.importNode(row, true);
  sight.observe(own);
  return own;
}

function replaceCells(own, row) {
  Object.assign(own.dataset, row.dataset);
  for (const [n, cell] of [...row.cells].entries()) {
    if (!own.cells[n].isEqualNode(cell)) own.cells[n].replaceWith(document.importNode(cell, true));
  }
}

function rendered(job) {
  template.innerHTML = boardRow(job, { now: new Date(), drivers: driverNames() }).markup;
  return template.content.firstElementChild;
}

/** Rows by job, for the frames: a search through the table for each change would cost more. */
const rowOf = (id) => bodyOf(document).querySelector(`[data-job="${CSS.escape(id)}"]`);

function apply(id, job) {
  if (id === clockKey) return tick();
  const own = rowOf(id);
  const fate = rowFate(job, filter);
  if (fate === 'remove') own?.remove();
  else if (own) move(own, rendered(job));
  else if (fate === 'show') place(imported(rendered(job)));
}

function move(own, next) {
  const { rank, due } = own.dataset;
  replaceCells(own, next);
  if (rank === own.dataset.rank && due === own.dataset.due) return;
  const focused = document.activeElement;
  own.remove();
  place(own);
  refocus(focused);
}

function place(row) {
  const { rows } = bodyOf(document);
  bodyOf(document).insertBefore(row, rows[placeAmong(rows, row.dataset)] ?? null);
}

const clockKey = '';
/** Of open jobs the due time alone tells how long that is. */
function tick() {
  const open = { status: 'booked', delivered_at: null, return_job_id: null };
  for (const row of bodyOf(document).rows) {
    if (row.dataset.rank === '2') continue;
    const next = dueCell({ ...open, sla_due: row.dataset.due }, new Date()).markup;
    if (row.cells[3].innerHTML !== next) row.cells[3].innerHTML = next;
  }
}

function showCount() {
  const text = countText(bodyOf(document).rows.length);
  const count = byId('board-count');
  if (count && count.textContent !== text) count.textContent = text;
}

const sight = createSight(({ dataset }) => dataset.job);
const queue = createFrameQueue({ apply, isVisible: sight.has, done: showCount });
const stream = createStream({
  topics: ['jobs'],
  last: document.querySelector('live-board').getAttribute('last') ?? '',
  on: { job: (job) => queue.set(job.id, job) },
  current: async (isReset) => {
    isLive = true;
    clearTimeout(timer);
    if (!isReset) return;
    // What comes meanwhile is newer than the page, or followed by what is.
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

function follow() {
  if (document.hidden || isPaused()) {
    isLive = false;
    stream.close();
  } else stream.open();
  schedule();
}

/** The table that it holds is complete without it. */
class LiveBoard extends HTMLElement {
  connectedCallback() {
    for (const row of bodyOf(document).rows) sight.observe(row);
    pause.hidden = false;
    pause.addEventListener('click', () => {
      pause.setAttribute('aria-pressed', String(!isPaused()));
      follow();
    });
    document.addEventListener('visibilitychange', () => {
      follow();
      if (!document.hidden && !isPaused()) void refresh();
    });
    setInterval(() => queue.set(clockKey, undefined), clockMs);
    follow();
  }
}
customElements.define('live-board', LiveBoard);
