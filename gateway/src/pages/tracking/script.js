// Live update of the page by server-sent events. Without the script the page is complete but static.
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
  const { version, news: said, title, html } = JSON.parse(data);
  if (version === main.dataset.version) return;
  main.innerHTML = html;
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
