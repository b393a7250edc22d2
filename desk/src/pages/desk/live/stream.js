// The stream of live pages: reconnects with jittered backoff, and goes on after the last message.
const baseMs = 1_000;
const longestMs = 30_000;
/** Has `data-live` while changes come by themselves: what tests and measurements wait for. */
const root = document.documentElement;

/** Half to whole of a wait that doubles: many pages do not come back at one moment. */
export const waitMs = (attempts, random = Math.random()) =>
  Math.min(longestMs, baseMs * 2 ** attempts) * (0.5 + random / 2);

/**
 * `on` has a handler per type of message; `current` is called when the stream shows all changes from
 * now on (with true where the rows must be read again before), `lost` when it does not, `ended` when
 * the session is over.
 */
export function createStream({ topics, last = '', on, current, lost, ended }) {
  let source;
  let timer;
  let attempts = 0;
  let lastId = last;

  function close() {
    clearTimeout(timer);
    timer = undefined;
    source?.close();
    source = undefined;
    delete root.dataset.live;
  }
  function open() {
    if (source || timer !== undefined) return;
    const query = new URLSearchParams({ topics: topics.join(',') });
    if (lastId !== '') query.set('last', lastId);
    source = new EventSource(`/desk/live?${query}`);
    const follow = (type, handle) =>
      source.addEventListener(type, ({ data, lastEventId }) => {
        if (lastEventId !== '') lastId = lastEventId;
        handle(JSON.parse(data));
      });
    for (const [type, handle] of Object.entries(on)) follow(type, handle);
    for (const type of ['ready', 'reset']) {
      follow(type, () => {
        attempts = 0;
        root.dataset.live = '';
        current(type === 'reset');
      });
    }
    follow('end', () => {
      close();
      ended();
    });
    source.addEventListener('error', () => {
      close();
      lost();
      timer = setTimeout(() => {
        timer = undefined;
        open();
      }, waitMs(attempts));
      attempts += 1;
    });
  }
  return { open, close };
}
