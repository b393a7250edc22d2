/** Alarms of the control desk: what waits for a decision, and who has taken it. */
import {
  excursionTypes,
  jobs,
  type OpsEvent,
  type OutputOf,
  urgentTypes,
  webhooks,
  withActions,
} from '@svc/contracts';
import type { Clients } from '@svc/kit/client';
import { type Html, html } from '@svc/web/html';
import { icon } from '@svc/web/icon';
import { chip, folded } from '@svc/web/parts';
import { formatDateTime, formatTime } from '@svc/web/times';
import type { z } from 'zod';
import { nextOf, pager, searchOf } from '../../address/pager.ts';
import { area, choice, choiceOrNone, line } from '../../form/field.ts';
import { filterOf } from '../../form/form-fields.ts';
import type { FormView } from '../../form/form-view.ts';
import { mayOpen } from '../../route/access.ts';
import { form, page, type RenderContext } from '../../route/route.ts';
import { dataOf, partOf } from '../../view/part.ts';
import { docsLink } from '../../view/secret-view.ts';
import { fullName } from '../../words/labels.ts';
import { ageText } from '../../words/lateness.ts';
import { localMoment } from '../../words/local-time.ts';
import { alarmFacts } from './alarm-facts.ts';
import { alarmSentence, type DriversByJob } from './alarm-sentence.ts';
import { allDrivers, driversAsked } from './assignment/fleet.ts';
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
  access: 'ops:disposition',
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

const asked = {
  webhooks: withActions(webhooks, 'listOpsEvents', 'listOpsEventKinds'),
  jobs: withActions(jobs, 'listLive'),
  tracking: driversAsked,
};
type Asked = Clients<typeof asked>;

async function listOf(wanted: z.output<typeof filter.query>, { webhooks }: Asked) {
  const { severity, status, type, starting_after } = wanted;
  if (status === 'open' && type === undefined && starting_after === undefined) {
    const { data } = await webhooks.listOpsEventKinds({ severity });
    return { data: byUrgency(data), has_more: false };
  }
  const { data, has_more } = await webhooks.listOpsEvents({ ...wanted, limit: 50 });
  return { data: data.map((event) => ({ event, count: 1 })), has_more };
}

/** Drivers of jobs under way; none where a service does not answer. */
async function driversOf(kinds: readonly AlarmKind[], clients: Asked): Promise<DriversByJob> {
  const ids = [...new Set(kinds.map(({ event }) => event.job_id))].filter((id) => id !== '');
  if (ids.length === 0) return new Map();
  const [found, all] = await Promise.all([
    partOf(clients.jobs.listLive({ ids: ids.slice(0, 100) })).then(dataOf),
    partOf(allDrivers(clients)).then(dataOf),
  ]);
  const names = new Map(all?.map((each) => [each.id, fullName(each)]));
  return new Map(
    found?.data.flatMap(({ id, driver_id }) => {
      const name = names.get(driver_id ?? '');
      return name === undefined ? [] : [[id, name]];
    }),
  );
}

const alarmsPage = page({
  path,
  access: 'ops:dispatch',
  nav: { label: 'Alarms', icon: 'bell', count: ['alarms', 'open'] },
  title: 'Alarms',
  asks: asked,
  script: new URL('../../browser/alarms.ts', import.meta.url),
  load: async ({ query, clients, now, liveLast }) => {
    const asked = query(filter.query);
    const wanted = { ...asked, status: asked.status ?? 'open' };
    const list = await listOf(wanted, clients);
    const drivers = await driversOf(list.data, clients);
    return { wanted, now, liveLast, list, drivers };
  },
  render: (
    { wanted, now, liveLast, list, drivers },
    { forms, docsUrl, person },
  ) => html`<div class="title"><h1>Alarms</h1><span class="soft">As of ${formatTime(now, now)}</span>
<button type="button" id="alarm-sound" aria-pressed="false" hidden>${icon('bell')}<span>Sound off</span></button></div>
${filter.show(path, wanted)}
<p id="alarm-news" role="alert"></p>
<live-alarms id="alarms" last="${liveLast}">${
    list.data.length === 0
      ? html`<p class="empty">No alarms.</p>`
      : alarmTable(list.data, {
          caption: `${alarmStatusLabels[wanted.status]}, the newest first`,
          severity: wanted.severity,
          ...{ forms, docsUrl, person, now, drivers },
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

const columns = ['Severity', 'Alarm', 'Age', 'Owner'];

const severityTones = { critical: 'bad', warning: 'warn', info: 'calm' } as const;
const severityIcons = {
  critical: 'triangle-alert',
  warning: 'bell',
  info: 'clipboard-list',
} as const;

const severityChip = (severity: OpsEvent['severity']): Html =>
  chip(
    severityTones[severity],
    html`${icon(severityIcons[severity])}${alarmSeverityLabels[severity]}`,
  );

interface Shown extends Pick<RenderContext, 'forms' | 'docsUrl' | 'person' | 'now'> {
  severity: OpsEvent['severity'] | undefined;
  drivers: DriversByJob;
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
<td>${ageOf(event, now)}</td>
<td><a class="button" href="${
    path + searchOf({ status: 'open', type: event.type, severity })
  }">Show each<span class="unseen"> ${alarmLabels[event.type]}</span></a></td></tr>`;

const row = (alarm: OpsEvent, { forms, docsUrl, person, now, drivers }: Shown): Html =>
  html`<tr class="${alarm.severity}" data-alarm="${alarm.id}" data-state="${alarm.status} ${alarm.escalated_at ?? ''}">
<td>${severityChip(alarm.severity)}</td>
<th scope="row"><span class="soft">${alarmLabels[alarm.type]}</span>${
    alarm.escalated_at !== null &&
    html` <span class="bad-text">Escalated ${formatTime(new Date(alarm.escalated_at), now)}</span>`
  }
<strong>${alarmSentence(alarm, drivers)}</strong></th>
<td>${ageOf(alarm, now)}</td>
<td>${alarm.acknowledged_by !== null && seenTo(alarm)}<div class="actions">${
    alarm.acknowledged_by === null && acknowledgement(alarm, forms, 'Acknowledge')
  }${excursionTypes.includes(alarm.type) && dispositionOf(alarm, { forms, person })}
${detailsOf(alarm, { forms, docsUrl })}</div></td></tr>`;

/** For those who hear a control apart from its row. */
const aboutOf = ({ type, data }: OpsEvent): string => `${alarmLabels[type]} ${data.ref ?? ''}`;

/** The script counts on. */
const ageOf = ({ created_at }: OpsEvent, now: Date): Html => {
  const at = new Date(created_at);
  return html`<time datetime="${created_at}" title="${localMoment(at)}" data-age>${ageText(at, now.getTime())}</time>`;
};

const detailsOf = (alarm: OpsEvent, { forms, docsUrl }: Pick<Shown, 'forms' | 'docsUrl'>): Html =>
  folded(
    { label: html`Details<span class="unseen"> ${aboutOf(alarm)}</span>` },
    html`<p class="soft">Since ${formatDateTime(new Date(alarm.created_at))}</p>
${alarmFacts(alarm.data)}${whatToDo(alarm, docsUrl)}
${alarm.acknowledged_by === null && acknowledgement(alarm, forms, 'Take it with the note')}`,
  );

function dispositionOf(alarm: OpsEvent, { forms, person }: Pick<Shown, 'forms' | 'person'>): Html {
  const { id, disposition, disposition_by, disposition_at, disposition_reason } = alarm;
  if (disposition && disposition_at) {
    return html`<p>${dispositionLabels[disposition]}. ${disposition_by ?? ''}, ${formatDateTime(new Date(disposition_at))}
${disposition_reason === null ? undefined : html`<br>${disposition_reason}`}</p>`;
  }
  if (!mayOpen(recordDisposition.access, person)) {
    return html`<p>Waits for a decision of quality.</p>`;
  }
  const label = html`Decide<span class="unseen"> ${aboutOf(alarm)}</span>`;
  return folded(
    { label, isOpen: forms.isRefused(recordDisposition, { params: { id } }) },
    forms.show(recordDisposition, {
      params: { id },
      submit: 'Record the decision',
      submitOf: aboutOf(alarm),
      prefix: id,
    }),
  );
}

const acknowledgement = (
  alarm: OpsEvent,
  forms: FormView,
  submit: 'Acknowledge' | 'Take it with the note',
): Html =>
  forms.show(acknowledge, {
    ...{ params: { id: alarm.id }, submit, submitOf: aboutOf(alarm), prefix: alarm.id },
    known: { note: { isLeftOut: submit === 'Acknowledge' } },
  });

const seenTo = ({ acknowledged_by, acknowledged_at, note }: OpsEvent): Html =>
  html`${acknowledged_by ?? ''}${
    acknowledged_at === null ? undefined : html`, ${formatDateTime(new Date(acknowledged_at))}`
  }${note ? html`<br>${note}` : undefined}`;

export const alarmRoutes = [alarmsPage, acknowledge, recordDisposition];
