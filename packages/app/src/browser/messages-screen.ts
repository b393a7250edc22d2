/** Messages between the courier and the control desk about one job. */
import { readyMessages } from '@svc/contracts/jobs/ready-messages';
import { inOrder } from '../domain/queue.ts';
import { actionList } from './action-list.ts';
import type { ThreadMessage } from './api-answers.ts';
import type { App, Screen } from './app.ts';
import type { StoredJob } from './database.ts';
import { element } from './dom.ts';
import { openDraft } from './drafts.ts';
import { jobScreen } from './job-screen.ts';
import { orNoRoom } from './step-buttons.ts';
import { beginQuiet, quieted } from './taps.ts';
import { markSeen, recordMessage } from './threads.ts';
import { actionLabels, clockTime } from './words.ts';

const alertId = 'alert-messages';

/** What is on the screen is read, and reported as soon as there is a network. */
export async function messagesScreen(app: App, id: string): Promise<Screen> {
  const { db } = app;
  const job = await db.get('job', id);
  if (!job) return jobScreen(app, id);
  if (!document.hidden && (await markSeen(db, job))) app.ask();
  const waiting = inOrder(await db.getAllFromIndex('action', 'job', id));
  return {
    title: `Messages: ${job.ref}`,
    isLive: true,
    parts: [
      element('p', { role: 'alert', class: 'bad', id: alertId }),
      element(
        'div',
        { class: 'steps' },
        ...readyMessages.courier.map((text, n) =>
          ready(app, job, { text, id: `ready-${n}-${waiting.length}` }),
        ),
      ),
      own(app, job),
      ...actionList(
        app,
        waiting.filter(({ type }) => type === 'message'),
      ),
      element('h2', {}, 'Sent and received'),
      thread(job.thread?.data ?? []),
      element('p', {}, element('a', { href: `#job=${id}`, class: 'wide' }, 'Back to the job')),
    ],
  };
}

/** One tap sends it. Its id differs after each message, so that the quiet one takes its place. */
function ready(app: App, job: StoredJob, { text, id }: { text: string; id: string }): HTMLElement {
  const take = async () => {
    button.disabled = true;
    const isRecorded = await orNoRoom(alertId, async () => {
      await recordMessage(app.db, job, text);
      beginQuiet();
      await app.stored();
    });
    if (!isRecorded) button.disabled = false;
  };
  const button = element('button', { type: 'button', class: 'other', id, onclick: take }, text);
  return quieted(button);
}

/** In a form that is kept until it is recorded. */
function own({ db, go }: App, job: StoredJob): HTMLElement {
  const open = () =>
    orNoRoom(alertId, async () => {
      const draft = await openDraft(db, job.id, 'message');
      go(`#draft=${draft.id}&job=${job.id}`);
    });
  const id = `write-${job.id}`;
  const attributes = { type: 'button', class: 'other', id, onclick: open };
  return element('p', {}, element('button', attributes, actionLabels('message').label));
}

function thread(messages: readonly ThreadMessage[]): HTMLElement {
  if (messages.length === 0) return element('p', {}, 'None yet.');
  return element('ul', { class: 'queue' }, ...messages.map(item));
}

function item({ from, text, written_at, read_at }: ThreadMessage): HTMLElement {
  const who = from === 'desk' ? 'Desk' : 'You';
  const state = from === 'desk' ? '' : read_at === null ? ', not read yet' : ', read';
  return element(
    'li',
    {},
    element('strong', {}, `${who}, ${clockTime(written_at)}`),
    element('span', { class: 'soft' }, state),
    element('p', {}, text),
  );
}
