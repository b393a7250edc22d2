import type { DeskRoute } from '../route/route.ts';
import { accessRoutes } from './access/index.ts';
import { designPage } from './design.ts';
import { deskRoutes } from './desk/index.ts';
import { homePage } from './home.ts';
import { bookRoutes } from './portal/book.ts';
import { invoiceRoutes } from './portal/invoices.ts';
import { jobRoutes } from './portal/jobs.ts';
import { policyRoutes } from './portal/policies.ts';
import { pricesPage } from './portal/prices.ts';
import { receptionRoutes } from './portal/reception.ts';
import { routeRoutes } from './portal/routes.ts';
import { siteRoutes } from './portal/sites.ts';
import { usagePage } from './portal/usage.ts';
import { sessionRoutes } from './sessions.ts';
import { webhookRoutes } from './webhooks/index.ts';

/** The table: every page and form of the desk, in the order of the navigation. */
export const deskTable: readonly DeskRoute[] = [
  homePage,
  ...deskRoutes,
  ...jobRoutes,
  ...bookRoutes,
  ...routeRoutes,
  ...receptionRoutes,
  pricesPage,
  ...siteRoutes,
  ...invoiceRoutes,
  ...policyRoutes,
  ...accessRoutes,
  ...webhookRoutes,
  usagePage,
  ...sessionRoutes,
];

export const developmentTable: readonly DeskRoute[] = [...deskTable, designPage];
