/** Messages between the desk and the courier who has the job; nobody else reads them. */
import { type JobMessage, jobs, opaqueId, readyMessages } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { card, chip } from '@svc/web/parts';
import { formatTime } from '@svc/web/times';
import { choiceOrNone, hidden, line } from '../../../form/field.ts';
import { form, type RenderContext } from '../../../route/route.ts';
import { contentOf } from '../../../view/part.ts';
import { table } from '../rows/table.ts';
import { jobPath } from './hand-offs.ts';
import type { JobPageData } from './job-data.ts';

const common = { access: 'ops:dispatch', home: jobPath, next: `${jobPath}#messages` } as const;
const ready = readyMessages.desk.map((text) => [text, text] as const);

export const sendMessage = form(jobs, 'sendMessage', {
  ...common,
  path: '/desk/jobs/{id}/messages',
  fields: {
    /** The button that was pressed; none for an own text. */
    ready: choiceOrNone(ready, { label: 'Ready text' }),
    text: line(jobs.actions.sendMessage.input.shape.text, {
      ...{ label: 'Message to the courier', hint: 'No patient data and no medicines.' },
    }),
  },
  check: (entered, context) => {
    if (Object(entered).ready || Object(entered).text) return;
    context.addIssue({ code: 'custom', path: ['text'], message: 'Write the message.' });
  },
  input: ({ fields, param, person }) => ({
    ...{ id: param('id'), text: fields.ready ?? fields.text, by: person.user.name },
  }),
});

export const readMessages = form(jobs, 'readMessages', {
  ...common,
  path: '/desk/jobs/{id}/messages/read',
  fields: { up_to: hidden(opaqueId) },
  input: ({ fields, param }) => ({ id: param('id'), ...fields }),
});

type Shown = Pick<JobPageData, 'id' | 'job' | 'messages'> & { liveLast: string };

/** The script replaces the thread, so that what is being written stays. */
export function messagesSection(shown: Shown, { forms, now }: RenderContext): Html {
  const { job, messages, liveLast } = shown;
  const params = { id: shown.id };
  const thread = contentOf(messages, {
    absent: 'There are none.',
    show: ({ data, has_more }) => {
      const isNew = ({ from, read_at }: JobMessage) => from === 'courier' && read_at === null;
      const [newest, ...others] = data.filter(isNew);
      const read = { params, submit: 'Mark as read', values: { up_to: newest?.id } };
      const caption = has_more ? `The newest ${data.length}; the API has all` : 'The newest first';
      const columns = ['When', 'Who', 'Message', 'Read'];
      const rows = data.map((message) => messageRow(message, now));
      const unread = chip('warn', `${others.length + 1} unread`);
      return html`${newest && html`<p>${unread}</p>${forms.show(readMessages, read)}`}
${rows.length > 0 ? table({ label: 'Messages', caption, columns, rows }) : html`<p>None yet.</p>`}`;
    },
  });
  const own = forms.show(sendMessage, {
    ...{ params, submit: 'Send', prefix: 'message', id: 'message' },
    known: { ready: { isLeftOut: true } },
  });
  const buttons = ready.map(
    ([text]) => html`<button form="message" name="ready" value="${text}">${text}</button>`,
  );
  const writing = html`${own}<p class="actions">${buttons}</p>`;
  return card(
    { title: 'Messages' },
    html`<div id="thread" data-job="${job.id}" data-last="${liveLast}">${thread}</div>
<p id="message-news" role="status" class="unseen"></p>
${job.driver ? writing : html`<p>Assign a driver to write to.</p>`}`,
  );
}

/** Received in another minute than written: the phone had no network. */
function messageRow({ from, by, text, ...at }: JobMessage, now: Date): Html {
  const isLate = at.written_at.slice(0, 16) !== at.created_at.slice(0, 16);
  const timeOf = (moment: string) => formatTime(new Date(moment), now);
  const received = isLate && html`, received ${timeOf(at.created_at)}`;
  return html`<th scope="row">${timeOf(at.written_at)}${received}</th><td>${by}, ${from}</td>
<td>${text}</td><td>${at.read_at === null ? 'Not yet' : timeOf(at.read_at)}</td>`;
}
