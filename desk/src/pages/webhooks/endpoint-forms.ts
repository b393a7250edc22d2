/** Forms of the page of an endpoint. */
import { opaqueId, webhooks } from '@svc/contracts';
import { html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';
import { choice, line, moment } from '../../form/field.ts';
import { withId } from '../../form/form-fields.ts';
import { form, type View } from '../../route/route.ts';
import { secretView } from '../../view/secret-view.ts';
import { endpointStatusLabels } from '../../words/labels.ts';
import { pathOf, urlField } from './endpoints.ts';
import { eventsField } from './event-choice.ts';
import { signatureSteps } from './signature-steps.ts';

const home = '/webhooks/{id}';
const common = { access: 'webhooks:manage', home } as const;

export const changeStatus = form(webhooks, 'update', {
  ...common,
  path: '/webhooks/{id}/status',
  fields: {
    status: choice(endpointStatusLabels, {
      label: 'Status',
      hint: 'Disabling gives up deliveries under way. A disabled endpoint can be made active again, and events of 14 days replayed.',
      error: 'Choose one of the two.',
    }),
  },
  input: withId,
});

export const changeAddress = form(webhooks, 'update', {
  ...common,
  path: '/webhooks/{id}/address',
  fields: { url: urlField },
  input: withId,
});

export const changeEvents = form(webhooks, 'update', {
  ...common,
  path: '/webhooks/{id}/events',
  fields: { events: eventsField },
  input: withId,
});

export const removeEndpoint = form(webhooks, 'remove', {
  ...common,
  path: '/webhooks/{id}/remove',
  input: withId,
  next: '/webhooks',
});

export const rotateSecret = form(webhooks, 'rotateSecret', {
  ...common,
  path: '/webhooks/{id}/secret',
  input: withId,
  answer: ({ secret, old_secret_expires_at }, { param }, { docsUrl }) =>
    secretView({
      title: 'The new signing secret',
      entries: [
        { label: 'Endpoint', value: param('id') },
        { label: 'Signing secret', value: secret, isSecret: true },
      ],
      next: html`<p>The former secret is valid until ${formatDateTime(new Date(old_secret_expires_at))}: let the receiver accept both until then.</p>
${signatureSteps(docsUrl)}`,
      back: { path: pathOf(param('id')), label: 'The endpoint' },
    }),
});

export const sendTest = form(webhooks, 'test', {
  ...common,
  path: '/webhooks/{id}/test',
  input: withId,
  answer: ({ event_id }, { param }) => ({
    title: 'A test event is under way',
    body: html`<h1>A test event is under way</h1>
<p>Its id is <code>${event_id}</code>. The log shows within seconds what the endpoint answered.</p>
<p><a href="${pathOf(param('id'))}">The endpoint and its log</a></p>`,
  }),
});

export const replaySince = form(webhooks, 'replay', {
  ...common,
  path: '/webhooks/{id}/replay',
  fields: {
    since: moment({
      label: 'Since',
      hint: 'South African time. All events of the types that the endpoint receives.',
      missing: 'Enter a day and a time.',
    }),
  },
  input: withId,
  answer: ({ replayed }, { param }) => replayView(replayed, param('id')),
});

export const replayById = form(webhooks, 'replay', {
  ...common,
  path: '/webhooks/{id}/replay-event',
  fields: {
    event_id: line(opaqueId, {
      ...{ label: 'Id of an event', max: 64 },
      hint: 'Of any type, as the log and the events show it.',
      missing: 'Enter the id of an event.',
      error: 'Enter the id of an event.',
    }),
  },
  input: ({ fields, param }) => ({ id: param('id'), event_ids: [fields.event_id] }),
  answer: ({ replayed }, { param }) => replayView(replayed, param('id')),
});

/** From a row of the log. */
export const replayDelivery = form(webhooks, 'replay', {
  ...common,
  path: '/webhooks/{id}/events/{event_id}/replay',
  input: ({ param }) => ({ id: param('id'), event_ids: [param('event_id')] }),
  answer: ({ replayed }, { param }) => replayView(replayed, param('id')),
});

function replayView(replayed: number, id: string): View {
  const title =
    replayed === 0
      ? 'There is nothing to send again'
      : `${replayed} ${replayed === 1 ? 'event is' : 'events are'} sent again`;
  return {
    title,
    body: html`<h1>${title}</h1>
<p>${
      replayed === 0
        ? 'No event of the last 14 days fits.'
        : 'In order of creation, one after the other. A disabled endpoint gets them when it is enabled, within 14 days.'
    }</p>
<p><a href="${pathOf(id)}">The endpoint and its log</a></p>`,
  };
}

export const endpointForms = [
  changeStatus,
  changeAddress,
  changeEvents,
  removeEndpoint,
  rotateSecret,
  sendTest,
  replaySince,
  replayById,
  replayDelivery,
];
