import { webhooks } from '@svc/contracts';
import { listBytesMax } from '../endpoint/bodies.ts';
import { bothEnvironments, change, liveOnly, read } from '../endpoint/declaration.ts';
import type { ActionRoute, GatewayRoute } from '../endpoint/route.ts';

const feed = {
  environments: bothEnvironments,
  scope: 'webhooks:manage',
  tag: 'Webhooks',
} as const;
const common = { ...feed, environments: liveOnly } as const;
const page = { limit: 'integer', starting_after: 'string' } as const;

const endpointRoutes: readonly ActionRoute[] = [
  change(webhooks, 'create', {
    ...common,
    operationId: 'createWebhook',
    method: 'POST',
    path: '/webhooks',
    status: 201,
    summary: 'Register an endpoint',
    description: '`events: ["*"]` means all types. The secret is shown this once.',
  }),
  read(webhooks, 'list', {
    ...common,
    operationId: 'listWebhooks',
    path: '/webhooks',
    query: page,
    summary: 'List endpoints',
    description: 'Newest first, disabled ones among them. Secrets are not shown again.',
  }),
  read(webhooks, 'get', {
    ...common,
    operationId: 'getWebhook',
    path: '/webhooks/{id}',
    summary: 'Fetch an endpoint',
    description: 'Address, event types and status of one endpoint. The secret is not shown again.',
  }),
  change(webhooks, 'update', {
    ...common,
    operationId: 'updateWebhook',
    method: 'PATCH',
    path: '/webhooks/{id}',
    status: 200,
    summary: 'Change an endpoint',
    description:
      'Fields that are not sent stay as they are. `status: "active"` takes up deliveries again after an endpoint was disabled.',
  }),
  change(webhooks, 'remove', {
    ...common,
    operationId: 'deleteWebhook',
    method: 'DELETE',
    path: '/webhooks/{id}',
    status: 200,
    summary: 'Remove an endpoint',
    description: 'Nothing is sent to it any more, pending deliveries included.',
  }),
  change(webhooks, 'rotateSecret', {
    ...common,
    operationId: 'rotateWebhookSecret',
    method: 'POST',
    path: '/webhooks/{id}/rotate-secret',
    status: 200,
    summary: 'Replace the signing secret',
    description: 'The old secret stays valid for 24 hours.',
  }),
  change(webhooks, 'test', {
    ...common,
    operationId: 'testWebhook',
    method: 'POST',
    path: '/webhooks/{id}/test',
    status: 202,
    summary: 'Send a test event to an endpoint',
    description: 'An event of type `webhook.test`, to this endpoint alone.',
  }),
  change(webhooks, 'replay', {
    ...common,
    operationId: 'replayWebhook',
    method: 'POST',
    path: '/webhooks/{id}/replay',
    bodyBytesMax: listBytesMax,
    status: 202,
    summary: 'Send events again',
    description: 'Those of `event_ids`, or everything since a moment of the last 14 days.',
  }),
  read(webhooks, 'listDeliveries', {
    ...common,
    operationId: 'listDeliveries',
    path: '/webhooks/{id}/deliveries',
    query: { status: 'string', ...page },
    summary: 'Read the delivery log of an endpoint',
    description:
      'Newest first, each with its attempts, the last answer and the time of the next attempt.',
  }),
  read(webhooks, 'health', {
    ...common,
    operationId: 'getWebhookHealth',
    path: '/webhooks/{id}/health',
    summary: 'See how deliveries to an endpoint go',
    description:
      'Counts and durations of the last seven days, by day; of the newest 50 000 deliveries at most.',
  }),
];

/** Test endpoints of a caller of the sandbox, where registration proper is live only. */
const onSandbox = (route: ActionRoute): ActionRoute => ({
  ...route,
  environments: ['sandbox'],
  path: `/sandbox${route.path}`,
  operationId: route.operationId.replace(/^[a-z]+/, '$&Sandbox'),
});

export const webhookRoutes: readonly GatewayRoute[] = [
  ...endpointRoutes,
  ...endpointRoutes.map(onSandbox),
  read(webhooks, 'listEvents', {
    ...feed,
    operationId: 'listEvents',
    path: '/events',
    query: { type: 'string', ...page },
    summary: 'Fetch events instead of receiving them',
    description:
      'Oldest first, of the last 30 days. Page with `starting_after`, the id of the last event you have.',
  }),
  read(webhooks, 'getEvent', {
    ...feed,
    operationId: 'getEvent',
    path: '/events/{id}',
    summary: 'Fetch an event',
    description: 'As it was sent, of the last 30 days.',
  }),
];
