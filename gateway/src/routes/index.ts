import type { Environment } from '../config.ts';
import { accountRoutes } from './accounts.ts';
import { billingRoutes } from './billing.ts';
import { custodyRoutes } from './custody.ts';
import { fileRoutes } from './files.ts';
import { healthRoutes } from './health.ts';
import { jobRoutes } from './jobs.ts';
import { oauthRoutes } from './oauth.ts';
import { operationsRoutes } from './operations.ts';
import { pageRoutes } from './pages.ts';
import { partnerRoutes } from './partner.ts';
import { publicPageRoutes } from './public-pages.ts';
import { quoteRoutes } from './quotes.ts';
import type { Route } from './route.ts';
import { telemetryRoutes } from './telemetry.ts';
import { temperatureRoutes } from './temperature.ts';
import { webhookRoutes } from './webhooks.ts';
import { wholesaleFileRoutes } from './wholesale-files.ts';

/** Every endpoint there is: one that does not stand here does not exist. */
export const routeTable: readonly Route[] = [
  ...quoteRoutes,
  ...jobRoutes,
  ...custodyRoutes,
  ...partnerRoutes,
  ...telemetryRoutes,
  ...temperatureRoutes,
  ...webhookRoutes,
  ...accountRoutes,
  ...billingRoutes,
  ...operationsRoutes,
  ...wholesaleFileRoutes,
  ...healthRoutes,
  ...oauthRoutes,
  ...publicPageRoutes,
  ...fileRoutes,
  ...pageRoutes,
];

export const routesOf = (environment: Environment, table = routeTable): readonly Route[] =>
  table.filter((route) => route.environments.includes(environment));
