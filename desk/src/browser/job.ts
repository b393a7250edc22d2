// Keeps the messages of a job's page current: the stream says that they changed, the page is read again.
import '@svc/web/browser/maps';
import { need } from '@svc/web/browser/page-element';
import { announce, readPage } from './page.ts';
import { createStream } from './stream.ts';

const thread = need('#thread', HTMLElement);
const news = need('#message-news', HTMLElement);
/** State of the messages as the stream last told it. */
let told: string | undefined;

const unreadIn = (root: Element): string => root.querySelector('.chip')?.textContent ?? '';

function show(page: Document): void {
  const next = need('#thread', HTMLElement, page);
  const unread = unreadIn(next);
  if (unread !== unreadIn(thread)) announce(news, unread === '' ? '' : `Messages: ${unread}.`);
  thread.replaceChildren(...next.childNodes);
}

const failed = () => announce(news, 'Messages could not be read. Reload the page.');
const look = () => readPage({ show, failed });

const stream = createStream({
  topics: ['jobs'],
  last: thread.dataset.last ?? '',
  on: {
    job: ({ id, messages }) => {
      const state = JSON.stringify(messages);
      if (id !== thread.dataset.job || state === told) return;
      told = state;
      void look();
    },
  },
  current: (isReset) => void (isReset && look()),
  lost: () => {},
  ended: () => announce(news, 'You are signed out. Reload the page to sign in.'),
});

const follow = (): void => (document.hidden ? stream.close() : stream.open());
document.addEventListener('visibilitychange', follow);
follow();
