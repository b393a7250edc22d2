/** The courier's app: one window, its screens by the fragment of the address. */
import type { App, Screen } from './app.ts';
import {
  type Database,
  openDatabase,
  readDevice,
  readEnrolment,
  workingDevice,
} from './database.ts';
import { beginEnrolment } from './device.ts';
import {
  enrollingScreen,
  newScreen,
  refusedLinkScreen,
  replaceScreen,
  revokedScreen,
} from './device-screens.ts';
import { element, reconcile } from './dom.ts';
import { jobScreen } from './job-screen.ts';
import { messagesScreen } from './messages-screen.ts';
import { followPlace, placePermission } from './place.ts';
import { sharePositions } from './positions.ts';
import { queueScreen } from './queue-screen.ts';
import { runScreen } from './run-screen.ts';
import { createSender } from './sender.ts';
import { statusText } from './status-bar.ts';
import { correctionForm, stepForm } from './step-form.ts';
import { stopScreen } from './stop-screen.ts';
import { startTheme } from './theme.ts';
import { giveScreen, takeScreen } from './transfer-screen.ts';

/** The SLA clock counts in minutes. */
const clockTickMs = 30_000;

const db = await openDatabase();
const windows = new BroadcastChannel('courier');
let shown: { hash: string; isLive: boolean } | undefined;

const sender = createSender(db, { changed: () => void announce() });
const app: App = {
  db,
  go: (hash) => {
    location.hash = hash;
  },
  stored: async () => {
    const shownAnew = announce();
    sender.wake();
    await shownAnew;
  },
  ask: () => sender.wake(),
};

function announce(): Promise<void> {
  windows.postMessage('changed');
  return refresh();
}

/** The address without an enrolment, which is not for the history of the browser. */
async function takeEnrolment(): Promise<void> {
  const [, enrolment] = /^#enrol=(.+)$/.exec(location.hash) ?? [];
  if (enrolment === undefined) return;
  await beginEnrolment(db, decodeURIComponent(enrolment));
  history.replaceState(null, '', location.pathname);
  sender.wake();
}

async function screenOf(hash: string): Promise<Screen> {
  const device = await readDevice(db);
  const pending = await readEnrolment(db);
  if (!device || device.isRevoked) {
    if (pending && !pending.isRefused) return enrollingScreen();
    if (!device) return newScreen(pending !== undefined);
    return revokedScreen((await db.getAll('action')).length);
  }
  if (pending?.isRefused) return refusedLinkScreen(app);
  if (pending?.isUnconfirmed) return replaceScreen(app, device);
  const asked = new URLSearchParams(hash.slice(1));
  const [draft, correct, job, stop] = ['draft', 'correct', 'job', 'stop'].map((name) =>
    asked.get(name),
  );
  // A form that is gone was recorded, maybe at the tap that ended the page: its job shows that.
  const back = stop ? `stop=${stop}` : `job=${job}`;
  const form = draft
    ? await stepForm(app, draft, back)
    : correct && (await correctionForm(app, correct));
  if (form) return form;
  const thread = asked.get('messages');
  if (thread) return messagesScreen(app, thread);
  if (job) return jobScreen(app, job);
  if (stop) return stopScreen(app, stop);
  return namedScreen(hash);
}

async function namedScreen(hash: string): Promise<Screen> {
  if (hash === '#device') return queueScreen(app);
  if (hash !== '#give' && hash !== '#take_over') return runScreen(app);
  return hash === '#give' ? giveScreen(app) : takeScreen(app);
}

let turn: Promise<void> = Promise.resolve();
let next: Promise<void> | undefined;
/** One after the other; calls while one waits share it. A form that is open stays as it is. */
function refresh(): Promise<void> {
  next ??= turn.then(() => {
    next = undefined;
    return show().catch(showFailure);
  });
  turn = next;
  return next;
}

async function show(): Promise<void> {
  const { hash } = location;
  const isOpenForm = shown?.hash === hash && !shown.isLive;
  if (!(isOpenForm && (await workingDevice(db)))) {
    const { title, parts, isLive } = await screenOf(hash);
    const isNew = shown?.hash !== hash;
    shown = { hash, isLive };
    place(title, parts, isNew);
  }
  const text = await statusText(db);
  const status = document.querySelector('#status');
  if (status && status.textContent !== text) status.textContent = text;
}

function place(title: string, parts: readonly Node[], isNew: boolean): void {
  const main = document.querySelector('main');
  const heading = element('h1', { tabindex: '-1', id: 'heading' }, title);
  document.title = `${title} – Courier`;
  if (isNew) {
    main?.replaceChildren(heading, ...parts);
    if (document.hasFocus()) heading.focus();
    scrollTo(0, 0);
    return;
  }
  const focused = document.activeElement?.id ?? '';
  const next = new DocumentFragment();
  next.append(heading, ...parts);
  for (const each of next.querySelectorAll('details')) {
    each.open = main?.querySelector(`#${each.id}`)?.hasAttribute('open') === true;
  }
  if (main) reconcile(main, [...next.childNodes]);
  if (focused !== '' && focused !== document.activeElement?.id)
    document.getElementById(focused)?.focus({ preventScroll: true });
}

function showFailure(error: unknown): void {
  const status = document.querySelector('#status');
  if (status)
    status.textContent = 'Something failed on this device. Close the app and open it again.';
  reportError(error);
}

async function start(database: Database): Promise<void> {
  startTheme();
  await takeEnrolment();
  addEventListener('hashchange', () => void takeEnrolment().then(refresh));
  windows.addEventListener('message', () => void refresh());
  for (const name of ['online', 'offline']) addEventListener(name, () => void refresh());
  setInterval(() => void refresh(), clockTickMs);
  await refresh();
  sender.wake();
  await navigator.serviceWorker.register('/app/worker.js', { type: 'module', scope: '/app/' });
  const worker = await navigator.serviceWorker.ready;
  worker.active?.postMessage('keep all');
  if (await readDevice(database)) await navigator.storage.persist();
  if ((await placePermission()) === 'granted') followPlace();
  sharePositions(database);
}

await start(db);
