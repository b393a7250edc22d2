// Live map, and updates by server-sent events. Without the script the page is complete but static.
import { openMap } from '@svc/web/browser/open-map';

const main = document.getElementById('tracking');
const news = document.getElementById('news');
const hint = document.getElementById('hint');
const share = document.getElementById('share');

const say = (text) => {
  hint.textContent = text;
};

const markupsOf = (parts) => [...parts].map((part) => part.outerHTML);
/** The parts as they came; one is replaced when another comes in its place. */
let came = markupsOf(main.children);

const map = main.querySelector('.map');
const picture = map.querySelector('svg');
/** The `viewBox` that shows all. */
let whole = picture.getAttribute('viewBox');

function viewOfAll() {
  const [x, y, width, height] = whole.split(' ').map(Number);
  return { x, y, width, height };
}

/** The map stays, and with it the view that somebody chose. */
function moveCourier(fresh) {
  const isWhole = picture.getAttribute('viewBox') === whole;
  for (const part of ['.map-marks', '.legend']) {
    main.querySelector(part).replaceWith(fresh.querySelector(part));
  }
  const next = fresh.querySelector('.map svg');
  picture.setAttribute('aria-label', next.getAttribute('aria-label'));
  whole = next.getAttribute('viewBox');
  if (isWhole) map.querySelector('[data-do="all"]').click();
}

/** What was open stays open, and the focus where it was. */
function showPart(part, fresh) {
  if (part.contains(map)) return moveCourier(fresh);
  const controls = (root) => [...root.querySelectorAll('a, summary')];
  const focused = controls(part).indexOf(document.activeElement);
  const isOpen = part.querySelector('details')?.open;
  part.replaceWith(fresh);
  if (isOpen) fresh.querySelector('details').open = true;
  controls(fresh)[focused]?.focus();
}

// The link of this page may hold a key that opens more than others do: it is not passed on.
const url = location.origin + location.pathname;
share.hidden = !navigator.share && !navigator.clipboard;
share.addEventListener('click', async () => {
  if (navigator.share) {
    // Rejects when nobody is chosen.
    await navigator.share({ title: document.title, url }).catch(() => undefined);
    return;
  }
  await navigator.clipboard.writeText(url);
  share.textContent = 'Link copied';
});

openMap(map, { all: viewOfAll });
const source = new EventSource(`${location.pathname.replace(/\/+$/, '')}/events${location.search}`);
source.addEventListener('open', () => say('This page updates by itself.'));
source.addEventListener('error', () =>
  say(
    source.readyState === EventSource.CLOSED
      ? 'Reload the page to see what is new.'
      : 'The connection broke off; trying again.',
  ),
);
source.addEventListener('update', ({ data }) => {
  const { version, news: said, title, html } = JSON.parse(data);
  if (version === main.dataset.version) return;
  const page = document.createElement('template');
  page.innerHTML = html;
  const parts = [...page.content.children];
  const now = markupsOf(parts);
  for (const [i, part] of [...main.children].entries()) {
    if (now[i] !== came[i]) showPart(part, parts[i]);
  }
  came = now;
  main.dataset.version = version;
  document.title = title;
  // A live region announces news alone, not each minute of the way.
  if (said !== main.dataset.news) news.textContent = said;
  main.dataset.news = said;
});
source.addEventListener('end', () => {
  source.close();
  say('Nothing more will happen here.');
});
