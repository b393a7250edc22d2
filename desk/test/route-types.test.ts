/**
 * Type tests: code that must not compile. Checked by `tsc`; here it only has to be written down.
 */
import { accounts, jobs, withActions } from '@svc/contracts';
import { html } from '@svc/web/html';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { line } from '../src/form/field.ts';
import { form, page } from '../src/route/route.ts';

const asks = { jobs: withActions(jobs, 'get') };
const render = () => html``;
const shown = { path: '/jobs/{id}', access: 'jobs:read', title: 'x', asks, render } as const;
const sent = {
  path: '/jobs/{id}/cancel',
  access: 'jobs:write',
  fields: { reason: line(z.string(), { label: 'Reason' }) },
  home: '/jobs/{id}',
  next: '/jobs/{id}',
} as const;

it('a page or form that does not fit its contract does not compile', () => {
  const wrong = [
    // @ts-expect-error a misspelt action
    () => withActions(jobs, 'gett'),
    () =>
      page({
        ...shown,
        // @ts-expect-error an action that the page does not ask
        load: ({ clients }) => clients.jobs.list({}),
      }),
    () =>
      page({
        ...shown,
        // @ts-expect-error a parameter that the path does not have
        load: ({ clients, param }) => clients.jobs.get({ id: param('job') }),
      }),
    // @ts-expect-error a scope that does not exist
    () => page({ ...shown, access: 'jobs:all', load: async () => 1 }),
    // @ts-expect-error a query as a form
    () => form(jobs, 'get', { ...sent, input: ({ param }) => ({ id: param('id') }) }),
    () =>
      form(jobs, 'cancel', {
        ...sent,
        // @ts-expect-error an input without a required field
        input: ({ param }) => ({ id: param('id') }),
      }),
    () =>
      form(accounts, 'endSession', {
        ...sent,
        // @ts-expect-error a field that the form does not have
        input: ({ fields }) => ({ user_id: fields.user, session_id: 'ses_1' }),
      }),
  ];
  expect(wrong).toHaveLength(7);
});
