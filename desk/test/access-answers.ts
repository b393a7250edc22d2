/** Outputs of accounts and webhooks behind the pages of people, access, webhooks and usage. */
import { accounts, type OutputOf, type Usage, webhooks } from '@svc/contracts';
import { type Outputs, pageOf, recorded } from './examples.ts';
import { personOf } from './persons.ts';

const { actions: of } = accounts;
const { actions: ofWebhooks } = webhooks;
/** Of whom and what a page names, and a form is about. */
const id = 'x_01';
const created_at = '2026-11-02T07:00:00.000Z';

export const exampleUser = recorded('createUser', of.createUser, {
  ...{ id, name: 'Person booker', email: 'booker@demo.example', created_at },
});
const exampleUsers = pageOf([{ ...personOf('admin').user, created_at }, exampleUser]);

const invitation = {
  user: exampleUser,
  ...{ token: 'the-invitation-token', expires_at: '2026-11-09T08:00:00.000Z' },
};

/** While two secrets count. */
export const rotated = {
  ...{ rotated_at: '2026-11-02T08:00:00.000Z', secret_last_used_at: null },
  old_secret: { expires_at: '2026-11-03T08:00:00.000Z', last_used_at: null },
};
const madeClient = recorded('createClient', of.addClient, {
  ...{ id, name: 'Booking system', scopes: ['jobs:read', 'jobs:write'] },
  client_secret: 'the-client-secret',
});
const madeKey = recorded('createApiKey', of.addApiKey, {
  ...{ id, api_key: 'svc_live_the-key', last_used_at: created_at },
});
const { client_secret: _secret, ...client } = madeClient;
const { api_key: _key, ...key } = madeKey;

export { client as exampleClient, key as exampleKey };

/** Beside one that was rotated. */
const withArchive = <T extends object>(example: T) =>
  pageOf([example, { ...example, ...rotated, id: 'archive', name: 'Archive' }]);

const exampleRequest: OutputOf<typeof of.listRequests>['data'][number] = {
  ...{ object: 'request', id: 'req_01', created_at, client_id: 'cli_01' },
  ...{ method: 'GET', path: '/v1/jobs/job_01', status: 404 },
  ...{ code: 'job_not_found', duration_ms: 12.4 },
};

export const exampleChange: OutputOf<typeof of.listChanges>['data'][number] = {
  ...{ object: 'change', id: 'chg_01', created_at, tenant_id: 'ten_demo' },
  ...{ person_id: 'usr_admin', person_name: 'Person admin', action: 'accounts.updateUser' },
  ...{ object_id: id, reason: null, before: { role: 'viewer' }, after: { role: 'booker' } },
};

export const exampleEndpoint = recorded('getWebhook', ofWebhooks.get, {
  ...{ id, url: 'https://hooks.example.com/svc', events: ['job.created', 'delivery.completed'] },
});

export const exampleDelivery: OutputOf<typeof ofWebhooks.listDeliveries>['data'][number] = {
  ...{ id: 'whd_01', object: 'delivery', event_id: id, type: 'job.created' },
  ...{ attempt: 3, status: 'failed', response_code: 500, failure: null, duration_ms: 120 },
  ...{ response_excerpt: 'broken', attempted_at: created_at, next_attempt_at: null, created_at },
};

export const exampleEvent = recorded('getEvent', ofWebhooks.getEvent, { id: 'evt_01' });

export const exampleHealth = recorded('getWebhookHealth', ofWebhooks.health, {
  ...{ succeeded: 8, retried: 2, pending: 2, failed: 1, last_success_at: created_at },
  ...{ median_ms: 120, p95_ms: 900 },
  days: [{ day: '2026-11-02', succeeded: 8, pending: 2, failed: 1 }],
});

export const exampleUsage: Usage = recorded('getUsage', of.usage, {
  rate_limit: { per_minute: 600, burst: 100 },
  request_days: [
    { day: '2026-11-02', requests: 12_345, rate_limited: 67 },
    { day: '2026-10-31', requests: 800, rate_limited: 0 },
  ],
  ...{ clients: 2, api_keys: 3, sites: 4, users: 5 },
  webhooks: {
    ...{ endpoints: 2, endpoints_max: 20, since: '2026-10-26T08:00:00.000Z', is_complete: true },
    days: [{ day: '2026-11-02', succeeded: 1_234, pending: 5, failed: 6 }],
  },
  proof_files: { files: 1_500, bytes: 61_250_000 },
});

const { session } = personOf('admin');

export const accessOutputs: Outputs = {
  'accounts.listSessions': { sessions: [session, { ...session, id }] },
  'accounts.listUsers': exampleUsers,
  'accounts.listSignInStates': {
    states: [{ user_id: id, is_bound: false, invitation_expires_at: invitation.expires_at }],
  },
  'accounts.inviteUser': invitation,
  'accounts.renewInvitation': invitation,
  'accounts.listClients': withArchive(client),
  'accounts.addClient': madeClient,
  'accounts.rotateClientSecret': { ...madeClient, client_secret: 'the-new-client-secret' },
  'accounts.listApiKeys': withArchive(key),
  'accounts.addApiKey': madeKey,
  'accounts.rotateApiKey': { ...madeKey, api_key: 'svc_live_the-new-key' },
  'accounts.listRequests': pageOf([exampleRequest]),
  'accounts.usage': exampleUsage,
  'accounts.listChanges': pageOf([exampleChange]),
  'webhooks.list': pageOf([exampleEndpoint]),
  'webhooks.create': { ...exampleEndpoint, secret: 'whsec_the-secret' },
  'webhooks.get': exampleEndpoint,
  'webhooks.rotateSecret': recorded('rotateWebhookSecret', ofWebhooks.rotateSecret, {
    secret: 'whsec_the-new-secret',
  }),
  'webhooks.test': recorded('testWebhook', ofWebhooks.test),
  'webhooks.listDeliveries': pageOf([exampleDelivery]),
  'webhooks.health': exampleHealth,
  'webhooks.getEvent': exampleEvent,
  'webhooks.replay': recorded('replayWebhook', ofWebhooks.replay, { replayed: 2 }),
  'webhooks.listEvents': pageOf([exampleEvent]),
};
