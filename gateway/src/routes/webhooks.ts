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
    summary: 'Register a webhook endpoint',
    description: '`events: ["*"]` subscribes to all types. The secret is returned only once.',
  }),
  read(webhooks, 'list', {
    ...common,
    operationId: 'listWebhooks',
    path: '/webhooks',
    query: page,
    summary: 'List webhook endpoints',
    description: 'Newest first, including disabled endpoints. Secrets are not included.',
  }),
  read(webhooks, 'get', {
    ...common,
    operationId: 'getWebhook',
    path: '/webhooks/{id}',
    summary: 'Fetch a webhook endpoint',
    description: 'Returns URL, event types and status. The secret is not included.',
  }),
  change(webhooks, 'update', {
    ...common,
    operationId: 'updateWebhook',
    method: 'PATCH',
    path: '/webhooks/{id}',
    status: 200,
    summary: 'Update a webhook endpoint',
    description:
      'Omitted fields keep their values. `status: "active"` resumes deliveries to a disabled endpoint.',
  }),
  change(webhooks, 'remove', {
    ...common,
    operationId: 'deleteWebhook',
    method: 'DELETE',
    path: '/webhooks/{id}',
    status: 200,
    summary: 'Delete a webhook endpoint',
    description: 'Stops all deliveries to it, including pending ones.',
  }),
  change(webhooks, 'rotateSecret', {
    ...common,
    operationId: 'rotateWebhookSecret',
    method: 'POST',
    path: '/webhooks/{id}/rotate-secret',
    status: 200,
    summary: 'Rotate the signing secret',
    description: 'The previous secret stays valid for 24 hours.',
  }),
  change(webhooks, 'test', {
    ...common,
    operationId: 'testWebhook',
    method: 'POST',
    path: '/webhooks/{id}/test',
    status: 202,
    summary: 'Send a test event',
    description: 'Sends an event of type `webhook.test` to this endpoint only.',
  }),
  change(webhooks, 'replay', {
    ...common,
    operationId: 'replayWebhook',
    method: 'POST',
    path: '/webhooks/{id}/replay',
    bodyBytesMax: listBytesMax,
    status: 202,
    summary: 'Replay events',
    description:
      'Resends the events in `event_ids`, or all events since a time within the last 14 days.',
  }),
  read(webhooks, 'listDeliveries', {
    ...common,
    operationId: 'listDeliveries',
    path: '/webhooks/{id}/deliveries',
    query: { status: 'string', ...page },
    summary: 'List deliveries of a webhook endpoint',
    description:
      'Newest first, each with its attempts, the last response and the time of the next attempt.',
  }),
  read(webhooks, 'health', {
    ...common,
    operationId: 'getWebhookHealth',
    path: '/webhooks/{id}/health',
    summary: 'Retrieve delivery statistics of a webhook endpoint',
    description:
      'Counts and durations of the last seven days, by day; covers at most the newest 50 000 deliveries.',
  }),
];

/** Test endpoints of a sandbox caller; real registration is live only. */
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
    summary: 'List events',
    description:
      'Returns events of the last 30 days, oldest first, as an alternative to webhooks. Page with `starting_after`, the id of the last event you received.',
  }),
  read(webhooks, 'getEvent', {
    ...feed,
    operationId: 'getEvent',
    path: '/events/{id}',
    summary: 'Fetch an event',
    description: 'Returns the event as it was sent, for 30 days.',
  }),
];
