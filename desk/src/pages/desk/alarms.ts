/** Alarms of the control desk: what waits for a decision, and who has taken it. */
import {
  excursionTypes,
  type OpsEvent,
  type OutputOf,
  urgentTypes,
  webhooks,
  withActions,
} from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { chip, folded } from '@svc/web/parts';
import { formatDateTime, formatTime } from '@svc/web/times';
import { nextOf, pager, searchOf } from '../../address/pager.ts';
import { area, choice, choiceOrNone, line } from '../../form/field.ts';
import { filterOf } from '../../form/form-fields.ts';
import type { FormView } from '../../form/form-view.ts';
import { form, page, type RenderContext } from '../../route/route.ts';
import { docsLink } from '../../view/secret-view.ts';
import { alarmFacts } from './alarm-facts.ts';
import {
  alarmLabels,
  alarmSeverityLabels,
  alarmStatusLabels,
  dispositionLabels,
  manyAlarms,
} from './rows/labels.ts';

const path = '/desk/alarms';
const filter = filterOf({
  status: choice(alarmStatusLabels, { label: 'State' }),
  type: choiceOrNone(alarmLabels, { label: 'What', first: 'All, many of a kind in one row' }),
  severity: choiceOrNone(alarmSeverityLabels, { label: 'Severity', first: 'All' }),
});

const acknowledge = form(webhooks, 'acknowledge', {
  path: `${path}/{id}/acknowledge`,
  access: 'ops:dispatch',
  fields: {
    note: line(webhooks.actions.acknowledge.input.shape.note, {
      ...{ label: 'Note', hint: 'No patient data.' },
    }),
  },
  input: ({ fields: { note }, person, param }) => ({
    id: param('id'),
    by: person.user.name,
    ...(note && { note }),
  }),
  home: path,
});

const recordDisposition = form(webhooks, 'recordDisposition', {
  path: `${path}/{id}/disposition`,
  access: 'ops:dispatch',
  fields: {
    disposition: choice(dispositionLabels, { label: 'Contents', first: 'Choose' }),
    reason: area(webhooks.actions.recordDisposition.input.shape.reason, {
      label: 'Why',
      hint: 'Final: it closes the alarm. No patient data.',
      missing: 'Say why.',
    }),
  },
  input: ({ fields, person, param }) => ({ id: param('id'), by: person.user.name, ...fields }),
  home: path,
});

const alarmsPage = page({
  path,
  access: 'ops:dispatch',
  nav: { label: 'Alarms', icon: 'bell' },
  title: 'Alarms',
  asks: { webhooks: withActions(webhooks, 'listOpsEvents', 'listOpsEventKinds') },
  script: new URL('../../browser/alarms.ts', import.meta.url),
  load: async ({ query, clients, now, liveLast }) => {
    const asked = query(filter.query);
    const wanted = { ...asked, status: asked.status ?? 'open' };
    const { severity, status, type, starting_after } = wanted;
    if (status === 'open' && type === undefined && starting_after === undefined) {
      const { data } = await clients.webhooks.listOpsEventKinds({ severity });
      return { wanted, now, liveLast, list: { data: byUrgency(data), has_more: false } };
    }
    const { data, has_more } = await clients.webhooks.listOpsEvents({ ...wanted, limit: 50 });
    const each = data.map((event) => ({ event, count: 1 }));
    return { wanted, now, liveLast, list: { data: each, has_more } };
  },
  render: ({ wanted, now, liveLast, list }, { forms, docsUrl }) => html`<h1>Alarms</h1>
${filter.show(path, wanted)}
<p class="soft">As of ${formatTime(now, now)}</p>
<p id="alarm-news" role="alert"></p>
<live-alarms id="alarms" last="${liveLast}">${
    list.data.length === 0
      ? html`<p>None.</p>`
      : alarmTable(list.data, {
          caption: `${alarmStatusLabels[wanted.status]}, the newest first`,
          severity: wanted.severity,
          ...{ forms, docsUrl, now },
        })
  }</live-alarms>
${pager(
  path,
  { status: wanted.status, type: wanted.type, severity: wanted.severity },
  {
    after: wanted.starting_after,
    next: nextOf({ ...list, data: list.data.map(({ event }) => event) }),
  },
)}`,
});

const columns = ['Severity', 'What', 'Job', 'Since', 'Owner'];

const severityTones = { critical: 'bad', warning: 'warn', info: 'calm' } as const;

const severityChip = (severity: OpsEvent['severity']): Html =>
  chip(severityTones[severity], alarmSeverityLabels[severity]);

interface Shown extends Pick<RenderContext, 'forms' | 'docsUrl' | 'now'> {
  severity: OpsEvent['severity'] | undefined;
}
type AlarmKind = OutputOf<typeof webhooks.actions.listOpsEventKinds>['data'][number];

const isUrgent = ({ event }: AlarmKind): boolean => urgentTypes.includes(event.type);

/** Urgent types first, whatever their age; many of another type are one row. */
const byUrgency = (kinds: readonly AlarmKind[]): AlarmKind[] => [
  ...kinds.filter(isUrgent).map(({ event }) => ({ event, count: 1 })),
  ...kinds.filter((kind) => !isUrgent(kind)),
];

/** The script finds alarms by `data-alarm`, and those that changed by `data-state`. */
const alarmTable = (
  kinds: readonly AlarmKind[],
  { caption, ...shown }: Shown & { caption: string },
): Html =>
  html`<div class="table" role="region" aria-label="Alarms" tabindex="0"><table class="alarms">
<caption>${caption}</caption>
<thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${kinds.map((kind) => (kind.count > 1 ? manyRow(kind, shown) : row(kind.event, shown)))}</tbody>
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

/** Announced again when it grows. */
const manyRow = ({ count, event }: AlarmKind, { severity, now }: Shown): Html =>
  html`<tr class="${event.severity}" data-alarm="${event.type}" data-state="${count} ${event.id}" data-count="${count}">
<td>${severityChip(event.severity)}</td>
<th scope="row"><strong>${count} ${manyAlarms[event.type] ?? `× ${alarmLabels[event.type]}`}</strong></th>
<td></td><td>${sinceOf(event, now)}</td>
<td><a class="target" href="${
    path + searchOf({ status: 'open', type: event.type, severity })
  }">Show each<span class="unseen"> ${alarmLabels[event.type]}</span></a></td></tr>`;

const row = (alarm: OpsEvent, { forms, docsUrl, now }: Shown): Html =>
  html`<tr class="${alarm.severity}" data-alarm="${alarm.id}" data-state="${alarm.status} ${alarm.escalated_at ?? ''}">
<td>${severityChip(alarm.severity)}${
    alarm.escalated_at !== null &&
    html` <span class="bad-text">Escalated ${formatTime(new Date(alarm.escalated_at), now)}</span>`
  }</td>
<th scope="row"><strong>${alarmLabels[alarm.type]}</strong>${alarmFacts(alarm.data)}${whatToDo(alarm, docsUrl)}</th>
<td>${alarm.job_id !== '' && jobLink(alarm)}</td>
<td>${sinceOf(alarm, now)}</td>
<td>${alarm.acknowledged_by === null ? acknowledgement(alarm, forms) : seenTo(alarm)}${
    excursionTypes.includes(alarm.type) ? dispositionOf(alarm, forms) : undefined
  }</td></tr>`;

/** Names the job by its reference; alarms without one have its id. */
const jobLink = ({ job_id, data }: OpsEvent): Html =>
  html`<a class="target" href="/desk/jobs/${encodeURIComponent(job_id)}">${String(data.ref ?? job_id)}</a>`;

const sinceOf = ({ created_at }: OpsEvent, now: Date): Html =>
  formatTime(new Date(created_at), now);

function dispositionOf(alarm: OpsEvent, forms: FormView): Html {
  const { id, disposition, disposition_by, disposition_at, disposition_reason } = alarm;
  if (disposition && disposition_at) {
    return html`<p>${dispositionLabels[disposition]}. ${disposition_by ?? ''}, ${formatDateTime(new Date(disposition_at))}
${disposition_reason === null ? undefined : html`<br>${disposition_reason}`}</p>`;
  }
  const label = html`Decide<span class="unseen"> ${alarmLabels[alarm.type]}</span>`;
  return folded(
    { label, isOpen: forms.isRefused(recordDisposition, { params: { id } }) },
    forms.show(recordDisposition, {
      params: { id },
      submit: 'Record the decision',
      submitOf: alarmLabels[alarm.type],
      prefix: id,
    }),
  );
}

const acknowledgement = ({ id, type }: OpsEvent, forms: FormView): Html =>
  forms.show(acknowledge, {
    params: { id },
    submit: 'Acknowledge',
    submitOf: alarmLabels[type],
    prefix: id,
  });

const seenTo = ({ acknowledged_by, acknowledged_at, note }: OpsEvent): Html =>
  html`${acknowledged_by ?? ''}${
    acknowledged_at === null ? undefined : html`, ${formatDateTime(new Date(acknowledged_at))}`
  }${note ? html`<br>${note}` : undefined}`;

export const alarmRoutes = [alarmsPage, acknowledge, recordDisposition];
