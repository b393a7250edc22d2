// Keeps the list of alarms current: the stream says which changed, the page is read again for them.
import { announce, readPage } from './page.js';
import { createStream } from './stream.js';

const everyMs = 15_000;
/** Changes within these ms share a read, and pages of many people do not read at one moment. */
const gatherMs = 400;

const news = document.getElementById('alarm-news');
const rowsOf = (root) =>
  new Map([...root.querySelectorAll('[data-alarm]')].map((row) => [row.dataset.alarm, row]));
/** The next read without a stream, and one that a change asks for. */
let timer;
let soon;
let isLive = false;

function textOf(rows) {
  const [first] = rows;
  if (!first) return '';
  const what = first.querySelector('strong')?.textContent ?? '';
  return rows.length === 1 ? `New alarm: ${what}.` : `${rows.length} new alarms. First: ${what}.`;
}

async function look() {
  clearTimeout(soon);
  soon = undefined;
  const isSignedIn = await readPage({
    show,
    failed: () =>
      announce(
        news,
        'Alarms could not be read. It is tried again; if this stays, reload the page.',
      ),
  });
  if (isSignedIn) schedule();
  else signedOut();
}

function signedOut() {
  stream.close();
  announce(news, 'You are signed out. Reload the page to sign in.');
}

function show(page) {
  const before = rowsOf(document);
  const added = [...rowsOf(page).values()].filter(({ dataset }) => !before.has(dataset.alarm));
  const text = textOf(added);
  replaceRows(page);
  announce(news, text);
}

/** Rows without a change stay the same elements: what somebody enters there stays, too. */
function replaceRows(page) {
  const own = document.getElementById('alarms');
  const next = page.getElementById('alarms');
  const [body, after] = [own.querySelector('tbody'), next.querySelector('tbody')];
  if (!body || !after) {
    own.replaceChildren(...next.childNodes);
    return;
  }
  const known = rowsOf(body);
  for (const [n, row] of [...after.rows].entries()) {
    const same = known.get(row.dataset.alarm);
    known.delete(row.dataset.alarm);
    const isKept =
      same && (same.dataset.state === row.dataset.state || same.contains(document.activeElement));
    const shown = isKept ? same : document.importNode(row, true);
    if (same && same !== shown) same.replaceWith(shown);
    if (body.rows[n] !== shown) body.insertBefore(shown, body.rows[n] ?? null);
  }
  for (const row of known.values()) if (!row.contains(document.activeElement)) row.remove();
}

function schedule() {
  clearTimeout(timer);
  if (!isLive && !document.hidden) timer = setTimeout(look, everyMs);
}

const stream = createStream({
  topics: ['alarms'],
  last: document.querySelector('live-alarms').getAttribute('last') ?? '',
  on: {
    alarm: ({ id, state }) => {
      const shown = rowsOf(document).get(id);
      if (shown?.dataset.state === state) return;
      soon ??= setTimeout(look, gatherMs * (0.5 + Math.random()));
    },
  },
  current: (isReset) => {
    isLive = true;
    clearTimeout(timer);
    if (isReset) void look();
  },
  lost: () => {
    isLive = false;
    schedule();
  },
  ended: signedOut,
});

function follow() {
  if (document.hidden) {
    isLive = false;
    stream.close();
  } else stream.open();
  schedule();
}

/** The table that it holds is complete without it. */
class LiveAlarms extends HTMLElement {
  connectedCallback() {
    document.addEventListener('visibilitychange', () => {
      follow();
      if (!document.hidden) void look();
    });
    follow();
  }
}
customElements.define('live-alarms', LiveAlarms);
