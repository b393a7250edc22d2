import type { ApiEnvironment } from '../config.ts';
import type { GatewayRoute } from '../endpoint/route.ts';
import { accountRoutes } from './accounts.ts';
import { billingRoutes } from './billing.ts';
import { courierAppRoutes } from './courier-app.ts';
import { custodyRoutes } from './custody.ts';
import { fileRoutes } from './files.ts';
import { healthRoutes } from './health.ts';
import { jobRoutes } from './jobs.ts';
import { logRoutes } from './log.ts';
import { oauthRoutes } from './oauth.ts';
import { operationsRoutes } from './operations.ts';
import { pageRoutes } from './pages.ts';
import { partnerRoutes } from './partner.ts';
import { publicPageRoutes } from './public-pages.ts';
import { quoteRoutes } from './quotes.ts';
import { telemetryRoutes } from './telemetry.ts';
import { temperatureRoutes } from './temperature.ts';
import { webhookRoutes } from './webhooks.ts';
import { wholesaleFileRoutes } from './wholesale-files.ts';

/** The route table: every endpoint of the gateway. */
export const routeTable: readonly GatewayRoute[] = [
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
  ...courierAppRoutes,
  ...logRoutes,
  ...fileRoutes,
  ...pageRoutes,
];

export const routesOf = (
  environment: ApiEnvironment,
  table = routeTable,
): readonly GatewayRoute[] => table.filter((route) => route.environments.includes(environment));
