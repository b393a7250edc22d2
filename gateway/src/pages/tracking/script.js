// Keeps the page as the server would show it now. Without it the page is complete, but stands still.
const main = document.getElementById('tracking');
const news = document.getElementById('news');
const hint = document.getElementById('hint');

const say = (text) => {
  hint.textContent = text;
};

// The link of this page may hold a key that opens more than others do.
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
  const { version, headline, title, html } = JSON.parse(data);
  if (version === main.dataset.version) return;
  const before = main.querySelector('h1')?.textContent;
  main.innerHTML = html;
  main.dataset.version = version;
  document.title = title;
  // Read out only what is news: not each minute of the way.
  if (headline !== before) news.textContent = headline;
});
source.addEventListener('end', () => {
  source.close();
  say('Nothing more will happen here.');
});
