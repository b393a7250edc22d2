import { accounts } from '@svc/contracts';
import { change, type GatewayRoute, liveOnly, read } from './route.ts';

const sites = { environments: liveOnly, scope: 'admin:sites', tag: 'Sites' } as const;
const users = { environments: liveOnly, scope: 'admin:users', tag: 'Users' } as const;
const policies = { environments: liveOnly, scope: 'admin:sites', tag: 'Policies' } as const;
const page = { limit: 'integer', starting_after: 'string' } as const;

export const accountRoutes: readonly GatewayRoute[] = [
  read(accounts, 'listSites', {
    ...sites,
    operationId: 'listSites',
    path: '/sites',
    query: page,
    summary: 'List sites',
  }),
  change(accounts, 'createSite', {
    ...sites,
    operationId: 'createSite',
    method: 'POST',
    path: '/sites',
    status: 201,
    summary: 'Add a site',
  }),
  change(accounts, 'updateSite', {
    ...sites,
    operationId: 'updateSite',
    method: 'PATCH',
    path: '/sites/{id}',
    status: 200,
    summary: 'Change a site',
  }),
  read(accounts, 'listUsers', {
    ...users,
    operationId: 'listUsers',
    path: '/users',
    query: page,
    summary: 'List users',
  }),
  change(accounts, 'createUser', {
    ...users,
    operationId: 'createUser',
    method: 'POST',
    path: '/users',
    status: 201,
    summary: 'Add a user',
  }),
  change(accounts, 'updateUser', {
    ...users,
    operationId: 'updateUser',
    method: 'PATCH',
    path: '/users/{id}',
    status: 200,
    summary: 'Change a user',
  }),
  change(accounts, 'deleteUser', {
    ...users,
    operationId: 'deleteUser',
    method: 'DELETE',
    path: '/users/{id}',
    status: 200,
    summary: 'Remove a user',
  }),
  read(accounts, 'getPolicies', {
    ...policies,
    operationId: 'getPolicies',
    path: '/policies',
    summary: 'Read booking defaults',
  }),
  change(accounts, 'putPolicies', {
    ...policies,
    operationId: 'putPolicies',
    method: 'PUT',
    path: '/policies',
    status: 200,
    summary: 'Replace booking defaults',
  }),
];
