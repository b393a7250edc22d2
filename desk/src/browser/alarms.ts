// Keeps the list of alarms current: the stream says which changed, the page is read again for them.
import { need } from '@svc/web/browser/page-element';
import { ageText } from '../words/lateness.ts';
import { followButton, isSoundOn, ring } from './alarm-sound.ts';
import { announce, readPage } from './page.ts';
import { createStream } from './stream.ts';

const everyMs = 15_000;
/** Changes within these ms share a read, and pages of many people do not read at one moment. */
const gatherMs = 400;

type Rows = Map<string | undefined, HTMLTableRowElement>;

const news = need('#alarm-news', HTMLElement);
const rowsOf = (root: ParentNode): Rows =>
  new Map(
    [...root.querySelectorAll<HTMLTableRowElement>('tr[data-alarm]')].map((row) => [
      row.dataset.alarm,
      row,
    ]),
  );
/** The next read without a stream, and one that a change asks for. */
let timer: ReturnType<typeof setTimeout> | undefined;
let soon: ReturnType<typeof setTimeout> | undefined;
let isLive = false;

function textOf(rows: readonly Element[]): string {
  const [first] = rows;
  if (!first) return '';
  const what = first.querySelector('strong')?.textContent?.trim() ?? '';
  return rows.length === 1 ? `New alarm: ${what}.` : `${rows.length} new alarms. First: ${what}.`;
}

async function look(): Promise<void> {
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

function signedOut(): void {
  stream.close();
  announce(news, 'You are signed out. Reload the page to sign in.');
}

function show(page: Document): void {
  const before = rowsOf(document);
  const added = [...rowsOf(page).values()].filter(
    ({ dataset: { alarm, count = 1 } }) =>
      Number(count) > Number((before.get(alarm)?.dataset ?? { count: 0 }).count ?? 1),
  );
  const text = textOf(added);
  replaceRows(page);
  announce(news, text);
  const [first] = added.filter(({ className }) => className !== 'info');
  if (first) ring(text, () => showRow(first.dataset.alarm));
}

/** Shows the row of an alarm, with its details or its form of the decision open. */
function showRow(alarm: string | undefined): void {
  const row = rowsOf(document).get(alarm);
  const details = row?.querySelector('details');
  if (details) details.open = true;
  row?.scrollIntoView({ block: 'center' });
  details?.querySelector('summary')?.focus();
}

/** Rows without a change stay as they are, but for their age. */
function showAges(): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-age]')) {
    time.textContent = ageText(new Date(time.dateTime), Date.now());
  }
}
setInterval(showAges, everyMs);

/** Rows without a change stay the same elements: what somebody enters there stays, too. */
function replaceRows(page: Document): void {
  const own = need('#alarms', HTMLElement);
  const next = need('#alarms', Element, page);
  const [body, after] = [own.querySelector('tbody'), next.querySelector('tbody')];
  if (!body || !after) {
    own.replaceChildren(...next.childNodes);
    return;
  }
  const known = rowsOf(body);
  for (const [n, row] of [...after.rows].entries()) {
    const same = known.get(row.dataset.alarm);
    known.delete(row.dataset.alarm);
    const shown = same && isKept(same, row) ? same : document.importNode(row, true);
    if (same && same !== shown) same.replaceWith(shown);
    if (body.rows[n] !== shown) body.insertBefore(shown, body.rows[n] ?? null);
  }
  for (const row of known.values()) if (!row.contains(document.activeElement)) row.remove();
}

const isKept = (own: HTMLElement, next: HTMLElement): boolean =>
  own.dataset.state === next.dataset.state || own.contains(document.activeElement);

/** Out of sight, and the person does not listen for it. */
const isAside = (): boolean => document.hidden && !isSoundOn();

function schedule(): void {
  clearTimeout(timer);
  if (!isLive && !isAside()) timer = setTimeout(look, everyMs);
}

const stream = createStream({
  topics: ['alarms'],
  last: need('live-alarms', Element).getAttribute('last') ?? '',
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

function follow(): void {
  if (isAside()) {
    isLive = false;
    stream.close();
  } else stream.open();
  schedule();
}

/** The table that it holds is complete without it. */
class LiveAlarms extends HTMLElement {
  connectedCallback(): void {
    document.addEventListener('visibilitychange', () => {
      follow();
      if (!document.hidden) void look();
    });
    followButton(need('#alarm-sound', HTMLButtonElement));
    follow();
  }
}
customElements.define('live-alarms', LiveAlarms);
