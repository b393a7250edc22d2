/**
 * What the gateway calls: the actions of the route table, and those of its own below. Its user on
 * NATS may send these requests and no others; here they are refused before.
 */
import {
  accounts,
  credentialTopic,
  custody,
  pricing,
  tracking,
  transparencyLog,
  withActions,
} from '@svc/contracts';
import type { Transport } from '@svc/kit/transport';
import { replicationTopic } from './limits/replication.ts';
import { routeTable } from './routes/index.ts';
import type { GatewayRoute } from './routes/route.ts';

/** Authentication, limits, health, pages, files and the log. */
const own = [
  withActions(accounts, 'admit', 'issueToken', 'jwks', 'listRevokedClients', 'tenantContact'),
  withActions(accounts, 'verifyApiKey'),
  withActions(custody, 'certificateKeys', 'fileByLink', 'issuedCertificates', 'publicProof'),
  withActions(pricing, 'currentVersion'),
  withActions(tracking, 'photoByLink', 'sealedChart', 'trackByToken'),
  withActions(transparencyLog, 'checkpoint', 'policy', 'tile'),
];

const actionsOf = (route: GatewayRoute): string[] =>
  route.kind === 'local'
    ? []
    : [route.action, ...route.representations.map(({ action }) => action)].map(
        (action) => `${route.service}.${action}`,
      );

/** As `<service>.<action>`. */
export const gatewayCalls = (table: readonly GatewayRoute[] = routeTable): ReadonlySet<string> =>
  new Set([
    ...table.flatMap(actionsOf),
    ...own.flatMap(({ name, actions }) =>
      Object.keys(actions).map((action) => `${name}.${action}`),
    ),
  ]);

/** Throws for an action that is not declared. */
export function declaredCalls(transport: Transport, table: readonly GatewayRoute[]): Transport {
  const declared = gatewayCalls(table);
  return {
    ...transport,
    call: (...request) => {
      const target = request.slice(0, 2).join('.');
      if (!declared.has(target)) throw new Error(`${target} is missing in the gateway's calls`);
      return transport.call(...request);
    },
  };
}

/** Hints of credentials that changed, and admissions of the other replicas. */
export const gatewayHints = {
  broadcasts: [replicationTopic],
  hears: [credentialTopic, replicationTopic],
} as const;
