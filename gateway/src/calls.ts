/**
 * Calls of the gateway: the actions of the route table, and those of its own below. Its user on
 * NATS may send these requests and no others; `onlyDeclared` refuses them before.
 */
import {
  accounts,
  credentialTopic,
  custody,
  jobs,
  opsEventsTopic,
  pricing,
  tracking,
  transparencyLog,
  webhooks,
  withActions,
} from '@svc/contracts';
import type { GatewayRoute } from './endpoint/route.ts';
import { replicationTopic } from './limits/replication.ts';
import { routeTable } from './routes/index.ts';

/** Authentication, limits, health, pages, files, the log and the desk's stream. */
const own = [
  withActions(
    accounts,
    'admit',
    'issueDeviceToken',
    'issueToken',
    'jwks',
    'listRevokedClients',
    'registerDevice',
    'tenantContact',
  ),
  withActions(accounts, 'recordRequests', 'verifyApiKey'),
  withActions(custody, 'certificateKeys', 'fileByLink', 'issuedCertificates', 'publicProof'),
  withActions(jobs, 'checkWrites'),
  withActions(pricing, 'currentPrices', 'currentVersion'),
  withActions(tracking, 'photoByLink', 'sealedChart', 'trackByToken'),
  withActions(transparencyLog, 'checkpoint', 'policy', 'tile'),
  withActions(webhooks, 'listOpsChanges'),
];

const actionsOf = (route: GatewayRoute): string[] =>
  route.kind === 'local'
    ? []
    : [route.action, ...route.representations.map(({ action }) => action)].map(
        (action) => `${route.service}.${action}`,
      );

/** `<service>.<action>`. */
export const gatewayCalls = (table: readonly GatewayRoute[] = routeTable): ReadonlySet<string> =>
  new Set([
    ...table.flatMap(actionsOf),
    ...own.flatMap(({ name, actions }) =>
      Object.keys(actions).map((action) => `${name}.${action}`),
    ),
  ]);

/** Hints of credentials and alarms that changed, and admissions of the other replicas. */
export const gatewayHints = {
  broadcasts: [replicationTopic],
  hears: [credentialTopic, opsEventsTopic, replicationTopic],
} as const;
