/** Alarms of the control desk: what waits for a decision, and who sees to it. */
import { type OpsEvent, opsEvent, webhooks, withActions } from '@svc/contracts';
import { type Html, html } from '@svc/pages/html';
import { formatDateTime, formatTime } from '@svc/pages/times';
import { z } from 'zod';
import { selectField, textField } from '../fields.ts';
import type { FormView } from '../form-view.ts';
import { cursor, nextOf, pager } from '../pager.ts';
import { form, page, type RenderContext } from '../route.ts';
import { docsLink } from '../secret-view.ts';
import { alarmFacts } from './alarm-facts.ts';
import { marked } from './board-table.ts';
import { alarmLabels, alarmSeverityLabels, alarmStatusLabels, filterOptions } from './labels.ts';

const path = '/desk/alarms';
const { status, severity } = opsEvent.shape;
const filter = z.object({
  status: status.catch('open'),
  severity: severity.optional().catch(undefined),
  ...cursor,
});

const acknowledge = form(webhooks, 'acknowledge', {
  path: `${path}/{id}/acknowledge`,
  access: 'ops:dispatch',
  fields: z.object({ note: z.string().max(500, 'At most 500 characters.').optional() }),
  input: ({ fields: { note }, person, param }) => ({
    id: param('id'),
    by: person.user.name,
    ...(note && { note }),
  }),
  home: path,
  next: path,
});

const alarmsPage = page({
  path,
  access: 'ops:dispatch',
  nav: 'Alarms',
  title: 'Alarms',
  asks: { webhooks: withActions(webhooks, 'listOpsEvents') },
  script: new URL('../../browser/alarms.ts', import.meta.url),
  load: async ({ query, clients, now, liveLast }) => {
    const wanted = query(filter);
    const list = await clients.webhooks.listOpsEvents({ ...wanted, limit: 50 });
    return { wanted, now, liveLast, list };
  },
  render: ({ wanted, now, liveLast, list }, { forms, docsUrl }) => html`<h1>Alarms</h1>
<form class="filter" method="get" action="${path}">
${selectField({ name: 'status', label: 'State', options: Object.entries(alarmStatusLabels), value: wanted.status })}
${selectField({ name: 'severity', label: 'Urgency', options: filterOptions(alarmSeverityLabels, 'All'), value: wanted.severity })}
<button>Show</button>
</form>
<p class="soft">As of ${formatTime(now, now)}</p>
<p id="alarm-news" role="alert"></p>
<live-alarms id="alarms" last="${liveLast}">${
    list.data.length === 0
      ? html`<p>None.</p>`
      : alarmTable(list.data, {
          caption: `${alarmStatusLabels[wanted.status]}, the newest first`,
          ...{ forms, docsUrl },
        })
  }</live-alarms>
${pager(
  path,
  { status: wanted.status, severity: wanted.severity },
  { after: wanted.starting_after, next: nextOf(list) },
)}`,
});

const columns = ['When', 'What', 'Urgency', 'Job', 'Who sees to it'];

type Shown = Pick<RenderContext, 'forms' | 'docsUrl'>;

/** The script finds alarms by `data-alarm`, and those that changed by `data-state`. */
const alarmTable = (
  alarms: readonly OpsEvent[],
  { caption, ...shown }: Shown & { caption: string },
): Html =>
  html`<div class="table" role="region" aria-label="Alarms" tabindex="0"><table>
<caption>${caption}</caption>
<thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${alarms.map((alarm) => row(alarm, shown))}</tbody>
</table></div>`;

/** Where acting on it takes more than the page of its job. */
function whatToDo({ type }: OpsEvent, docsUrl: string | undefined): Html | undefined {
  if (type === 'event.quarantined') {
    return html`<p>Its effect is missing. Call operations, who re-drive it:
${docsLink(docsUrl, '/operations/dead-letters', 'what they do')}.</p>`;
  }
  if (type !== 'webhook.disabled') return undefined;
  return html`<p>Tell the customer, who enables it in the portal and has the events sent again:
${docsLink(docsUrl, '/webhooks', 'how')}.</p>`;
}

const row = (alarm: OpsEvent, { forms, docsUrl }: Shown): Html =>
  html`<tr data-alarm="${alarm.id}" data-state="${alarm.status} ${alarm.escalated_at ?? ''}">
<th scope="row">${formatDateTime(new Date(alarm.created_at))}</th>
<td><strong>${alarmLabels[alarm.type]}</strong>${alarmFacts(alarm.data)}${whatToDo(alarm, docsUrl)}</td>
<td>${marked(alarmSeverityLabels[alarm.severity], alarm.severity === 'critical')}${
    alarm.escalated_at === null
      ? undefined
      : html`<br>Open for too long since ${formatDateTime(new Date(alarm.escalated_at))}`
  }</td>
<td>${alarm.job_id === '' ? 'None' : html`<a class="target" href="/desk/jobs/${encodeURIComponent(alarm.job_id)}">${alarm.job_id}</a>`}</td>
<td>${alarm.acknowledged_by === null ? acknowledgement(alarm, forms) : seenTo(alarm)}</td></tr>`;

const acknowledgement = ({ id, type }: OpsEvent, forms: FormView): Html =>
  forms.show(acknowledge, {
    params: { id },
    submit: 'I see to it',
    submitOf: alarmLabels[type],
    fields: (entries) =>
      textField(
        {
          name: 'note',
          form: id,
          label: 'For the others',
          hint: 'No patient data.',
          maxLength: 500,
        },
        entries,
      ),
  });

const seenTo = ({ acknowledged_by, acknowledged_at, note }: OpsEvent): Html =>
  html`${acknowledged_by ?? ''}${
    acknowledged_at === null ? undefined : html`, ${formatDateTime(new Date(acknowledged_at))}`
  }${note ? html`<br>${note}` : undefined}`;

export const alarmRoutes = [alarmsPage, acknowledge];
