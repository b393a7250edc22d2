/** Answers of accounts and webhooks to the pages of people, access and webhooks. */
import type { accounts, OutputOf, Usage, webhooks } from '@svc/contracts';
import { personOf } from './persons.ts';
import type { Services } from './services.ts';

type Accounts = (typeof accounts)['actions'];
type Webhooks = (typeof webhooks)['actions'];

const created_at = '2026-11-02T07:00:00.000Z';
const { user } = personOf('admin');

export const exampleUser: OutputOf<Accounts['createUser']> = {
  id: 'usr_booker',
  name: 'Person booker',
  email: 'booker@demo.example',
  role: 'booker',
  created_at,
};

export const exampleUsers: OutputOf<Accounts['listUsers']> = {
  object: 'list',
  total: 2,
  data: [{ ...user, created_at }, exampleUser],
  has_more: false,
};

const token = 'the-invitation-token';
const expires_at = '2026-11-09T08:00:00.000Z';
const exampleInvitation = { user: exampleUser, token, expires_at };

const neverRotated = { rotated_at: null, secret_last_used_at: null, old_secret: null };
/** While two secrets count. */
export const rotated = {
  ...{ rotated_at: '2026-11-02T08:00:00.000Z', secret_last_used_at: null },
  old_secret: { expires_at: '2026-11-03T08:00:00.000Z', last_used_at: null },
};

export const exampleClient: OutputOf<Accounts['listClients']>['data'][number] = {
  object: 'client',
  id: 'cli_01',
  name: 'Booking system',
  scopes: ['jobs:read', 'jobs:write'],
  created_at,
  ...neverRotated,
  last_used_at: null,
};

export const exampleKey: OutputOf<Accounts['listApiKeys']>['data'][number] = {
  object: 'api_key',
  id: 'key_01',
  name: 'Status board',
  scopes: ['jobs:read'],
  created_at,
  ...neverRotated,
  last_used_at: created_at,
};

export const exampleRequest: OutputOf<Accounts['listRequests']>['data'][number] = {
  object: 'request',
  id: 'req_01',
  created_at,
  client_id: 'cli_01',
  method: 'GET',
  path: '/v1/jobs/job_01',
  status: 404,
  code: 'job_not_found',
  duration_ms: 12.4,
};

export const exampleChange: OutputOf<Accounts['listChanges']>['data'][number] = {
  object: 'change',
  id: 'chg_01',
  created_at,
  person_id: 'usr_admin',
  person_name: 'Person admin',
  action: 'accounts.updateUser',
  object_id: 'usr_booker',
  tenant_id: 'ten_demo',
  reason: null,
  before: { role: 'viewer' },
  after: { role: 'booker' },
};

export const exampleEndpoint: OutputOf<Webhooks['get']> = {
  id: 'wh_01',
  object: 'webhook',
  url: 'https://hooks.example.com/svc',
  events: ['job.created', 'delivery.completed'],
  status: 'active',
  created_at,
};

export const exampleDelivery: OutputOf<Webhooks['listDeliveries']>['data'][number] = {
  id: 'whd_01',
  object: 'delivery',
  event_id: 'evt_01',
  type: 'job.created',
  attempt: 3,
  status: 'failed',
  response_code: 500,
  failure: null,
  duration_ms: 120,
  response_excerpt: 'broken',
  attempted_at: created_at,
  next_attempt_at: null,
  created_at,
};

export const exampleEvent: OutputOf<Webhooks['listEvents']>['data'][number] = {
  id: 'evt_01',
  type: 'job.created',
  created_at,
  tenant_id: 'ten_demo',
  job_id: 'job_01',
  sequence: 1,
  data: { job_id: 'job_01', ref: 'SVC-00000001' },
};

export const exampleHealth: OutputOf<Webhooks['health']> = {
  object: 'webhook_health',
  webhook_id: 'wh_01',
  since: '2026-10-26T08:00:00.000Z',
  is_complete: true,
  ...{ succeeded: 8, retried: 2, pending: 2, failed: 1 },
  last_success_at: created_at,
  ...{ median_ms: 120, p95_ms: 900 },
  days: [{ day: '2026-11-02', succeeded: 8, pending: 2, failed: 1 }],
};

const page = <T>(data: T[]) => ({ object: 'list' as const, data, has_more: false });

type Outputs<A extends Accounts | Webhooks> = {
  [N in keyof A]?: A[N] extends Accounts[keyof Accounts] | Webhooks[keyof Webhooks]
    ? OutputOf<A[N]>
    : never;
};

export const exampleUsage: Usage = {
  object: 'usage',
  rate_limit: { per_minute: 600, burst: 100 },
  request_days: [
    { day: '2026-11-02', requests: 12_345, rate_limited: 67 },
    { day: '2026-10-31', requests: 800, rate_limited: 0 },
  ],
  ...{ clients: 2, api_keys: 3, sites: 4, users: 5 },
  webhooks: {
    ...{ endpoints: 2, endpoints_max: 20 },
    since: '2026-10-26T08:00:00.000Z',
    is_complete: true,
    days: [{ day: '2026-11-02', succeeded: 1_234, pending: 5, failed: 6 }],
  },
  proof_files: { files: 1_500, bytes: 61_250_000 },
  wholesale_files: { files: 0, bytes: 0 },
};

const ofAccounts: Outputs<Accounts> = {
  listUsers: exampleUsers,
  listSignInStates: {
    states: [{ user_id: exampleUser.id, is_bound: false, invitation_expires_at: expires_at }],
  },
  inviteUser: exampleInvitation,
  renewInvitation: exampleInvitation,
  withdrawInvitation: {},
  updateUser: exampleUser,
  deleteUser: { id: exampleUser.id, object: 'user', deleted: true },
  listClients: page([
    exampleClient,
    { ...exampleClient, ...rotated, id: 'cli_02', name: 'Archive' },
  ]),
  addClient: { ...exampleClient, client_secret: 'the-client-secret' },
  rotateClientSecret: { ...exampleClient, client_secret: 'the-new-client-secret' },
  endOldClientSecret: exampleClient,
  rotateApiKey: { ...exampleKey, api_key: 'svc_live_the-new-key' },
  endOldApiKey: exampleKey,
  removeClient: { id: exampleClient.id, object: 'client', deleted: true },
  listApiKeys: page([exampleKey, { ...exampleKey, ...rotated, id: 'key_02', name: 'Archive' }]),
  addApiKey: { ...exampleKey, api_key: 'svc_live_the-key' },
  removeApiKey: { id: exampleKey.id, object: 'api_key', deleted: true },
  listRequests: page([exampleRequest]),
  usage: exampleUsage,
  listChanges: page([exampleChange]),
};

const ofWebhooks: Outputs<Webhooks> = {
  list: page([exampleEndpoint]),
  create: { ...exampleEndpoint, secret: 'whsec_the-secret' },
  get: exampleEndpoint,
  update: exampleEndpoint,
  remove: { id: exampleEndpoint.id, object: 'webhook', deleted: true },
  rotateSecret: {
    secret: 'whsec_the-new-secret',
    old_secret_expires_at: '2026-11-03T08:00:00.000Z',
  },
  test: { object: 'webhook_test', event_id: 'evt_test' },
  listDeliveries: page([exampleDelivery]),
  health: exampleHealth,
  getEvent: exampleEvent,
  replay: { object: 'replay', replayed: 2 },
  listEvents: page([exampleEvent]),
};

export function answerAccess(answers: Services['answers']): void {
  for (const [service, outputs] of Object.entries({ accounts: ofAccounts, webhooks: ofWebhooks })) {
    for (const [action, output] of Object.entries(outputs)) {
      answers.set(`${service}.${action}`, () => ({ ok: output }));
    }
  }
}
