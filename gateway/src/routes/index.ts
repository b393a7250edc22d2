import type { Environment } from '../config.ts';
import { accountRoutes } from './accounts.ts';
import { custodyRoutes } from './custody.ts';
import { fileRoutes } from './files.ts';
import { healthRoutes } from './health.ts';
import { jobRoutes } from './jobs.ts';
import { oauthRoutes } from './oauth.ts';
import { operationsRoutes } from './operations.ts';
import { pageRoutes } from './pages.ts';
import { publicPageRoutes } from './public-pages.ts';
import { quoteRoutes } from './quotes.ts';
import type { Route } from './route.ts';
import { webhookRoutes } from './webhooks.ts';
import { wholesaleFileRoutes } from './wholesale-files.ts';

/** Every endpoint there is: one that does not stand here does not exist. */
export const routeTable: readonly Route[] = [
  ...quoteRoutes,
  ...jobRoutes,
  ...custodyRoutes,
  ...webhookRoutes,
  ...accountRoutes,
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
