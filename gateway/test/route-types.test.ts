/**
 * Type tests: code that must not compile. Checked by `tsc`; here it only has to be written down.
 */
import { accounts, command, jobs } from '@svc/contracts';
import { expect, it } from 'vitest';
import { bothEnvironments, change, read } from '../src/endpoint/declaration.ts';

const placed = {
  operationId: 'x',
  environments: bothEnvironments,
  scope: 'jobs:read',
  tag: 'Jobs',
  summary: 'x',
} as const;
const cancel = { ...placed, method: 'POST', path: '/jobs/{id}/cancel', status: 200 } as const;

it('a route that does not fit its contract does not compile', () => {
  const wrong = [
    // @ts-expect-error a misspelt action
    () => read(jobs, 'lst', { ...placed, path: '/jobs' }),
    // @ts-expect-error an action of another contract
    () => read(jobs, 'listSites', { ...placed, path: '/sites' }),
    // @ts-expect-error a command as a read
    () => read(jobs, 'book', { ...placed, path: '/jobs' }),
    // @ts-expect-error a query as a change
    () => change(accounts, 'listSites', { ...cancel, path: '/sites' }),
    // @ts-expect-error a path parameter that the action does not take
    () => read(jobs, 'get', { ...placed, path: '/jobs/{job_id}' }),
    // @ts-expect-error a query parameter that the action does not take
    () => read(jobs, 'list', { ...placed, path: '/jobs', query: { colour: 'string' } }),
    // @ts-expect-error a scope that does not exist
    () => read(jobs, 'list', { ...placed, path: '/jobs', scope: 'jobs:all' }),
    // @ts-expect-error an example without a required field
    () => command({ ...jobs.actions.cancel, example: {} }),
    // @ts-expect-error an example of the wrong type
    () => command({ ...jobs.actions.cancel, example: { id: 'job_1', reason: 7 } }),
  ];
  expect(wrong).toHaveLength(9);
});
