import { accounts } from '@svc/contracts';
import { changeLines } from '@svc/web/change-lines';
import { bothEnvironments, change, liveOnly, read } from '../endpoint/declaration.ts';
import type { GatewayRoute } from '../endpoint/route.ts';

const sites = { environments: liveOnly, scope: 'admin:sites', tag: 'Sites' } as const;
const users = { environments: liveOnly, scope: 'admin:users', tag: 'Users' } as const;
const credentials = { environments: liveOnly, scope: 'admin:users', tag: 'Users' } as const;
const policies = { environments: liveOnly, scope: 'admin:sites', tag: 'Policies' } as const;
const requests = { environments: bothEnvironments, scope: 'admin:users', tag: 'Requests' } as const;
const { listChanges } = accounts.actions;
const page = { limit: 'integer', starting_after: 'string' } as const;

export const accountRoutes: readonly GatewayRoute[] = [
  read(accounts, 'listSites', {
    ...sites,
    operationId: 'listSites',
    path: '/sites',
    query: page,
    summary: 'List sites',
    description:
      'Returns your own sites by name, then those shared with you. A page may hold fewer than `limit` items.',
  }),
  change(accounts, 'createSite', {
    ...sites,
    operationId: 'createSite',
    method: 'POST',
    path: '/sites',
    status: 201,
    summary: 'Add a site',
    description:
      'The site is available for bookings immediately. Distances and geofences are measured from its position.',
  }),
  change(accounts, 'updateSite', {
    ...sites,
    operationId: 'updateSite',
    method: 'PATCH',
    path: '/sites/{id}',
    status: 200,
    summary: 'Update a site',
    description:
      'Omitted fields keep their values. Existing jobs keep the site as it was when they were booked.',
  }),
  read(accounts, 'listUsers', {
    ...users,
    operationId: 'listUsers',
    path: '/users',
    query: page,
    summary: 'List users',
    description: 'Returns users in the order in which they were added, one page at a time.',
  }),
  change(accounts, 'createUser', {
    ...users,
    operationId: 'createUser',
    method: 'POST',
    path: '/users',
    status: 201,
    summary: 'Add a user',
    description:
      'Adds a person to your organisation with a role. An e-mail address belongs to one user. You can assign only roles whose scopes your own token carries.',
  }),
  change(accounts, 'updateUser', {
    ...users,
    operationId: 'updateUser',
    method: 'PATCH',
    path: '/users/{id}',
    status: 200,
    summary: 'Update a user',
    description:
      'Omitted fields keep their values. Your token must carry the scopes of both the current and the new role.',
  }),
  change(accounts, 'deleteUser', {
    ...users,
    operationId: 'deleteUser',
    method: 'DELETE',
    path: '/users/{id}',
    status: 200,
    summary: 'Remove a user',
    description: 'Access ends immediately. The record of what the user did is kept.',
  }),
  change(accounts, 'addClient', {
    ...credentials,
    operationId: 'createClient',
    method: 'POST',
    path: '/clients',
    status: 201,
    summary: 'Create an OAuth client',
    description:
      'Creates a client for the client-credentials grant. Its scopes must be ones that your own token carries. The secret is returned only once.',
  }),
  read(accounts, 'listClients', {
    ...credentials,
    operationId: 'listClients',
    path: '/clients',
    query: page,
    summary: 'List OAuth clients',
    description: 'Newest first, each with the time of its last use. Revoked clients are omitted.',
  }),
  change(accounts, 'removeClient', {
    ...credentials,
    operationId: 'deleteClient',
    method: 'DELETE',
    path: '/clients/{id}',
    status: 200,
    summary: 'Revoke an OAuth client',
    description: 'The client gets no new tokens, and its existing tokens stop working.',
  }),
  change(accounts, 'rotateClientSecret', {
    ...credentials,
    operationId: 'rotateClientSecret',
    method: 'POST',
    path: '/clients/{id}/rotate-secret',
    status: 200,
    summary: 'Rotate the secret of an OAuth client',
    description:
      'Keeps the id. The previous secret stays valid during the overlap, so that you can switch without downtime. The new secret is returned only once.',
  }),
  change(accounts, 'endOldClientSecret', {
    ...credentials,
    operationId: 'endOldClientSecret',
    method: 'DELETE',
    path: '/clients/{id}/old-secret',
    status: 200,
    summary: 'Revoke the previous secret of an OAuth client',
    description:
      'The previous secret gets no new tokens. Tokens already issued with it stay valid until they expire, at most 15 minutes.',
  }),
  change(accounts, 'addApiKey', {
    ...credentials,
    operationId: 'createApiKey',
    method: 'POST',
    path: '/api-keys',
    status: 201,
    summary: 'Create an API key',
    description:
      'For low-risk reads and the stock feed. Its scopes must be ones that your own token carries. The key is returned only once.',
  }),
  read(accounts, 'listApiKeys', {
    ...credentials,
    operationId: 'listApiKeys',
    path: '/api-keys',
    query: page,
    summary: 'List API keys',
    description: 'Newest first, each with the time of its last use. Revoked keys are omitted.',
  }),
  change(accounts, 'removeApiKey', {
    ...credentials,
    operationId: 'deleteApiKey',
    method: 'DELETE',
    path: '/api-keys/{id}',
    status: 200,
    summary: 'Revoke an API key',
    description: 'Requests with the key are refused from now on.',
  }),
  change(accounts, 'rotateApiKey', {
    ...credentials,
    operationId: 'rotateApiKey',
    method: 'POST',
    path: '/api-keys/{id}/rotate',
    status: 200,
    summary: 'Rotate an API key',
    description:
      'Keeps id, name and scopes. The previous key stays valid during the overlap. The new key is returned only once.',
  }),
  change(accounts, 'endOldApiKey', {
    ...credentials,
    operationId: 'endOldApiKey',
    method: 'DELETE',
    path: '/api-keys/{id}/old-key',
    status: 200,
    summary: 'Revoke the previous secret of an API key',
    description: 'Requests with the previous key are refused from now on. The new key stays valid.',
  }),
  read(accounts, 'listRequests', {
    ...requests,
    operationId: 'listRequests',
    path: '/request-log',
    query: { ...page, request_id: 'string', client_id: 'string', failed: 'boolean' },
    summary: 'Search your requests',
    description:
      'Returns requests of the last seven days that carried one of your credentials, including revoked and expired ones, newest first. Requests appear within seconds. Beyond 100 per second and gateway process, requests are not logged.',
  }),
  read(accounts, 'usage', {
    ...requests,
    operationId: 'getUsage',
    path: '/usage',
    summary: 'Retrieve your usage',
    description:
      'Returns requests by day, including those refused by rate limits; your limits; and what is stored for you: credentials, sites, users, endpoints with their deliveries, and files with their size. Requests are counted within seconds, including those omitted from the request log.',
  }),
  read(accounts, 'listChanges', {
    environments: liveOnly,
    scope: 'audit:read',
    tag: 'Audit log',
    operationId: 'listChanges',
    path: '/audit-log',
    query: {
      ...page,
      ...{ person_id: 'string', action: 'string', object_id: 'string' },
      ...{ created_gte: 'string', created_lt: 'string' },
    },
    representations: [
      {
        mediaType: 'text/csv',
        contentType: 'text/csv; charset=utf-8',
        action: 'listChanges',
        contract: listChanges,
        text: (output, nth) => changeLines(listChanges.output.parse(output).data, nth),
        next: (output) => nextChange(listChanges.output.parse(output)),
      },
    ],
    summary: 'Retrieve the audit log',
    description:
      "Returns changes made to your organisation's data, including those by the carrier's control desk, and changes made by your users. Newest first, within seconds of the change. Entries are never changed or removed. Send `Accept: text/csv` for the whole log as a table. For API requests, see the request log.",
  }),
  read(accounts, 'getPolicies', {
    ...policies,
    operationId: 'getPolicies',
    path: '/policies',
    summary: 'Retrieve booking defaults',
    description: 'Cost centre, proof by SKU and contact, applied to bookings that do not set them.',
  }),
  change(accounts, 'putPolicies', {
    ...policies,
    operationId: 'putPolicies',
    method: 'PUT',
    path: '/policies',
    status: 200,
    summary: 'Replace booking defaults',
    description: 'Replaces all defaults: omitted fields are cleared. Existing jobs keep theirs.',
  }),
];

function nextChange({ data, has_more }: ReturnType<typeof listChanges.output.parse>) {
  return has_more ? data.at(-1)?.id : undefined;
}
