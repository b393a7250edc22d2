/** Pages of the sandbox: those of the tenant whose every action its API has, and two of its own. */
import type { Scope } from '@svc/contracts';
import type { DeskRoute } from '../../route/route.ts';
import { requestsPage } from '../access/requests.ts';
import { jobPage } from '../portal/job.ts';
import { cancelJob, changeJob } from '../portal/job-forms.ts';
import { jobsPage } from '../portal/jobs.ts';
import { pricesPage } from '../portal/prices.ts';
import { usagePage } from '../portal/usage.ts';
import { webhookRoutes } from '../webhooks/index.ts';
import { bookPage, bookTestJob } from './book.ts';
import { sandboxHome } from './home.ts';

const sandboxTable: readonly DeskRoute[] = [
  sandboxHome,
  jobsPage,
  jobPage,
  changeJob,
  cancelJob,
  bookPage,
  bookTestJob,
  pricesPage,
  requestsPage,
  ...webhookRoutes,
  usagePage,
];

/** Those of actions that the sandbox has; parts of pages under others are left out there. */
const sandboxScopes: ReadonlySet<Scope> = new Set([
  'jobs:read',
  'jobs:write',
  'quotes:write',
  'tracking:read',
  'temperature:read',
  'certificates:read',
  'admin:users',
  'webhooks:manage',
]);

export const sandboxFace = {
  base: '/sandbox',
  table: sandboxTable,
  scopes: sandboxScopes,
} as const;
