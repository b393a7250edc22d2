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
      'Your own sites by name, then those shared with you. A page may hold fewer than `limit`.',
  }),
  change(accounts, 'createSite', {
    ...sites,
    operationId: 'createSite',
    method: 'POST',
    path: '/sites',
    status: 201,
    summary: 'Add a site',
    description:
      'Jobs can be booked from and to it at once; distances and geofences count from its position.',
  }),
  change(accounts, 'updateSite', {
    ...sites,
    operationId: 'updateSite',
    method: 'PATCH',
    path: '/sites/{id}',
    status: 200,
    summary: 'Change a site',
    description:
      'Fields that are not sent stay as they are. Jobs that are booked already keep the site as it was.',
  }),
  read(accounts, 'listUsers', {
    ...users,
    operationId: 'listUsers',
    path: '/users',
    query: page,
    summary: 'List users',
    description: 'In the order in which they were added, a page at a time.',
  }),
  change(accounts, 'createUser', {
    ...users,
    operationId: 'createUser',
    method: 'POST',
    path: '/users',
    status: 201,
    summary: 'Add a user',
    description:
      'A person of your organisation with a role. An e-mail address belongs to one user. You give only a role whose scopes your own token carries.',
  }),
  change(accounts, 'updateUser', {
    ...users,
    operationId: 'updateUser',
    method: 'PATCH',
    path: '/users/{id}',
    status: 200,
    summary: 'Change a user',
    description:
      'Fields that are not sent stay as they are. Your token carries the scopes of the role, before and after.',
  }),
  change(accounts, 'deleteUser', {
    ...users,
    operationId: 'deleteUser',
    method: 'DELETE',
    path: '/users/{id}',
    status: 200,
    summary: 'Remove a user',
    description: 'The user is gone at once; what the user did stays recorded.',
  }),
  change(accounts, 'addClient', {
    ...credentials,
    operationId: 'createClient',
    method: 'POST',
    path: '/clients',
    status: 201,
    summary: 'Make an OAuth client',
    description:
      'For the client-credentials grant. It may have no scope that your own token does not carry. The secret is shown this once.',
  }),
  read(accounts, 'listClients', {
    ...credentials,
    operationId: 'listClients',
    path: '/clients',
    query: page,
    summary: 'List OAuth clients',
    description: 'Newest first, with the time of their last use; revoked ones are not listed.',
  }),
  change(accounts, 'removeClient', {
    ...credentials,
    operationId: 'deleteClient',
    method: 'DELETE',
    path: '/clients/{id}',
    status: 200,
    summary: 'Revoke an OAuth client',
    description: 'It gets no more tokens, and those that it has end as well.',
  }),
  change(accounts, 'rotateClientSecret', {
    ...credentials,
    operationId: 'rotateClientSecret',
    method: 'POST',
    path: '/clients/{id}/rotate-secret',
    status: 200,
    summary: 'Rotate the secret of an OAuth client',
    description:
      'The id stays. The previous secret is accepted during the overlap, so that programs change over without a refusal. The new one is shown this once.',
  }),
  change(accounts, 'endOldClientSecret', {
    ...credentials,
    operationId: 'endOldClientSecret',
    method: 'DELETE',
    path: '/clients/{id}/old-secret',
    status: 200,
    summary: 'End the former secret of an OAuth client',
    description: 'It gets no more tokens; those that were fetched with it live their 15 minutes.',
  }),
  change(accounts, 'addApiKey', {
    ...credentials,
    operationId: 'createApiKey',
    method: 'POST',
    path: '/api-keys',
    status: 201,
    summary: 'Make an API key',
    description:
      'For low-risk reads and the stock feed; with no scope that your own token does not carry. The key is shown this once.',
  }),
  read(accounts, 'listApiKeys', {
    ...credentials,
    operationId: 'listApiKeys',
    path: '/api-keys',
    query: page,
    summary: 'List API keys',
    description: 'Newest first, with the time of their last use; revoked ones are not listed.',
  }),
  change(accounts, 'removeApiKey', {
    ...credentials,
    operationId: 'deleteApiKey',
    method: 'DELETE',
    path: '/api-keys/{id}',
    status: 200,
    summary: 'Revoke an API key',
    description: 'It is refused from then on.',
  }),
  change(accounts, 'rotateApiKey', {
    ...credentials,
    operationId: 'rotateApiKey',
    method: 'POST',
    path: '/api-keys/{id}/rotate',
    status: 200,
    summary: 'Rotate an API key',
    description:
      'Id, name and scopes stay. The previous key is accepted during the overlap. The new one is shown this once.',
  }),
  change(accounts, 'endOldApiKey', {
    ...credentials,
    operationId: 'endOldApiKey',
    method: 'DELETE',
    path: '/api-keys/{id}/old-key',
    status: 200,
    summary: 'End the former key of an API key',
    description: 'It is refused from then on; the new one goes on.',
  }),
  read(accounts, 'listRequests', {
    ...requests,
    operationId: 'listRequests',
    path: '/request-log',
    query: { ...page, request_id: 'string', client_id: 'string', failed: 'boolean' },
    summary: 'Search your requests',
    description:
      'Requests of the last seven days that carried a credential of yours, newest first; also those with one that is revoked or has expired. They appear within seconds. Of more than 100 a second that one gateway process gets from you, the rest is left out.',
  }),
  read(accounts, 'usage', {
    ...requests,
    operationId: 'getUsage',
    path: '/usage',
    summary: 'Read your usage',
    description:
      'Requests by day with those that were refused for their number, the limits that hold, and what is kept for you: credentials, sites, people, endpoints with their deliveries, files with their size. Requests are counted within seconds, also those that the request log leaves out.',
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
    summary: 'Read the audit log',
    description:
      "What people changed of your organisation's data, and what your people changed, the carrier's control desk included: newest first, within seconds of the change. Nothing is ever changed or removed in it. With `Accept: text/csv` all of it comes as a table. What your credentials asked of the API is in the request log.",
  }),
  read(accounts, 'getPolicies', {
    ...policies,
    operationId: 'getPolicies',
    path: '/policies',
    summary: 'Read booking defaults',
    description: 'Cost centre, proof by SKU and contact that bookings fall back on.',
  }),
  change(accounts, 'putPolicies', {
    ...policies,
    operationId: 'putPolicies',
    method: 'PUT',
    path: '/policies',
    status: 200,
    summary: 'Replace booking defaults',
    description:
      'Replaces all of them: what is not sent is emptied. Jobs that are booked already keep theirs.',
  }),
];

function nextChange({ data, has_more }: ReturnType<typeof listChanges.output.parse>) {
  return has_more ? data.at(-1)?.id : undefined;
}
