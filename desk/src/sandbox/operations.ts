/** Operations of the sandbox's API that its pages ask for, by action. A check compares them with the API. */
export const operations: Readonly<
  Record<string, `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`>
> = {
  'pricing.listQuotes': 'GET /quotes',
  'jobs.list': 'GET /jobs',
  'jobs.get': 'GET /jobs/{id}',
  'jobs.book': 'POST /jobs',
  'jobs.update': 'PATCH /jobs/{id}',
  'jobs.cancel': 'POST /jobs/{id}/cancel',
  'tracking.track': 'GET /tracking/{ref}',
  'tracking.temperature': 'GET /jobs/{id}/temperature',
  'custody.certificate': 'GET /certificates/{id}',
  'accounts.listRequests': 'GET /request-log',
  'accounts.usage': 'GET /usage',
  'webhooks.create': 'POST /webhooks',
  'webhooks.list': 'GET /webhooks',
  'webhooks.get': 'GET /webhooks/{id}',
  'webhooks.update': 'PATCH /webhooks/{id}',
  'webhooks.remove': 'DELETE /webhooks/{id}',
  'webhooks.rotateSecret': 'POST /webhooks/{id}/rotate-secret',
  'webhooks.test': 'POST /webhooks/{id}/test',
  'webhooks.replay': 'POST /webhooks/{id}/replay',
  'webhooks.listDeliveries': 'GET /webhooks/{id}/deliveries',
  'webhooks.health': 'GET /webhooks/{id}/health',
  'webhooks.listEvents': 'GET /events',
  'webhooks.getEvent': 'GET /events/{id}',
};
