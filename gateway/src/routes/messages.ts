/** Messages between desk and courier: the same endpoints for both sides. */
import { jobs } from '@svc/contracts';
import { change, liveOnly, read } from '../endpoint/declaration.ts';
import type { GatewayRoute } from '../endpoint/route.ts';

const common = { environments: liveOnly, tag: 'Operations' } as const;
const desk = { ...common, scope: 'ops:dispatch', path: '/ops/jobs/{id}/messages' } as const;
const courier = { ...common, scope: 'ops:courier', path: '/courier/jobs/{id}/messages' } as const;

const list = {
  query: { limit: 'integer', starting_after: 'string' },
  summary: 'List the messages between desk and courier',
  description: 'Newest first. Visible only to the control desk and the courier who has the job.',
} as const;
const send = {
  method: 'POST',
  status: 201,
  summary: 'Send a message about a job',
  description: 'At most 200 messages a job. Not part of any event, timeline or chain of custody.',
} as const;
const mark = {
  method: 'POST',
  status: 200,
  summary: 'Mark messages as read',
  description: "Marks the other side's messages as read, up to the one with the id `up_to`.",
} as const;

export const messageRoutes: readonly GatewayRoute[] = [
  read(jobs, 'listMessages', { ...desk, ...list, operationId: 'listMessages' }),
  change(jobs, 'sendMessage', { ...desk, ...send, operationId: 'sendMessage' }),
  change(jobs, 'readMessages', {
    ...{ ...desk, ...mark, operationId: 'readMessages' },
    path: `${desk.path}/read`,
  }),
  read(jobs, 'listCourierMessages', { ...courier, ...list, operationId: 'listCourierMessages' }),
  change(jobs, 'sendCourierMessage', { ...courier, ...send, operationId: 'sendCourierMessage' }),
  change(jobs, 'readCourierMessages', {
    ...{ ...courier, ...mark, operationId: 'readCourierMessages' },
    path: `${courier.path}/read`,
  }),
];
