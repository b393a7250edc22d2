/** Pages of the sandbox: those of the tenant whose every action its API has, and two of its own. */
import type { Scope } from '@svc/contracts';
import { requestsPage } from '../pages/access/requests.ts';
import { jobPage } from '../pages/portal/job.ts';
import { cancelJob, changeJob } from '../pages/portal/job-forms.ts';
import { jobsPage } from '../pages/portal/jobs.ts';
import { pricesPage } from '../pages/portal/prices.ts';
import { usagePage } from '../pages/portal/usage.ts';
import type { DeskRoute } from '../pages/route.ts';
import { webhookRoutes } from '../pages/webhooks/index.ts';
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
