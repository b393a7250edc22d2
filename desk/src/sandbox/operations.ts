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
  'webhooks.create': 'POST /sandbox/webhooks',
  'webhooks.list': 'GET /sandbox/webhooks',
  'webhooks.get': 'GET /sandbox/webhooks/{id}',
  'webhooks.update': 'PATCH /sandbox/webhooks/{id}',
  'webhooks.remove': 'DELETE /sandbox/webhooks/{id}',
  'webhooks.rotateSecret': 'POST /sandbox/webhooks/{id}/rotate-secret',
  'webhooks.test': 'POST /sandbox/webhooks/{id}/test',
  'webhooks.replay': 'POST /sandbox/webhooks/{id}/replay',
  'webhooks.listDeliveries': 'GET /sandbox/webhooks/{id}/deliveries',
  'webhooks.health': 'GET /sandbox/webhooks/{id}/health',
  'webhooks.listEvents': 'GET /events',
  'webhooks.getEvent': 'GET /events/{id}',
};
