/** Users of NATS, one per role: their rights follow from contracts, reactions and the tables of gateway and desk. */
import { credentialTopic, liveJobsTopic, opsEventsTopic, sessionsTopic } from '@svc/contracts';
import { deskCalls, deskHints } from '@svc/desk/calls';
import { gatewayCalls, gatewayHints } from '@svc/gateway/calls';
import {
  type NatsRole,
  type Permissions,
  type RoleRights,
  rightsOf,
  roleOfService,
} from '@svc/kit/nats-permissions';
import { natsNames, operatorRole } from '@svc/kit/nats-subjects';
import type { operatorAnswers } from '@svc/kit/operator';
import type { ServiceDefinition } from '@svc/kit/service';
import { authorizationBlock, natsVariables } from './nats-config.ts';
import { services } from './services.ts';

type Described = Omit<NatsRole, 'callers'>;

/** Hints (`WriteContext.hint`) are not declared anywhere else. */
const broadcasts: Readonly<Record<string, readonly string[]>> = {
  accounts: [credentialTopic, sessionsTopic],
  jobs: [liveJobsTopic],
  webhooks: [opsEventsTopic],
};

const nothing = { serves: [], consumes: [], broadcasts: [], hears: [], maintains: [] } as const;

const statusAction = 'readStatus' satisfies keyof typeof operatorAnswers;

const gateway: Described = {
  ...nothing,
  ...gatewayHints,
  name: 'gateway',
  serves: [`gateway.${statusAction}`],
  calls: [...gatewayCalls()],
  hasStream: false,
};

const desk: Described = {
  ...nothing,
  ...deskHints,
  name: 'desk',
  serves: [`desk.${statusAction}`],
  calls: [...deskCalls()],
  hasStream: false,
};

/** Calls every action of the others, and may change every stream. */
const operatorOver = (others: readonly Described[]): Described => ({
  ...nothing,
  name: operatorRole,
  calls: others.flatMap(({ serves }) => serves),
  broadcasts: [natsNames.nodesWanted],
  hears: [natsNames.nodeFound],
  hasStream: false,
  maintains: others.filter(({ hasStream }) => hasStream).map(({ name }) => name),
});

/** All roles of an environment: its services, the gateway, the desk, and the operator of `npm run call`. */
export function natsRoles(definitions: readonly ServiceDefinition[] = services): NatsRole[] {
  const serving = [
    ...definitions.map((each) => roleOfService(each, broadcasts[each.contract.name] ?? [])),
    gateway,
    desk,
  ].map((role) => ({
    ...role,
    // Itself, to know whether calls arrive (`self-calls.ts`).
    calls: [...role.calls, `${role.name}.${statusAction}`],
    broadcasts: [...role.broadcasts, natsNames.nodeFound],
    hears: [...role.hears, natsNames.nodesWanted],
  }));
  const described = [...serving, operatorOver(serving)];
  return described.map((role) => {
    const callers = described.filter(({ calls }) =>
      calls.some((action) => role.serves.includes(action)),
    );
    return { ...role, callers: callers.map(({ name }) => name) };
  });
}

/** Rights by the name of the role. */
export const natsRights = (
  namespace: string,
  definitions?: readonly ServiceDefinition[],
): ReadonlyMap<string, RoleRights> =>
  new Map(natsRoles(definitions).map((role) => [role.name, rightsOf(role, namespace)]));

/**
 * The configuration of a server for an installation. Each role may have two keys in each account, so
 * that one can be replaced while it is in use, and one for both while its calls move from the account
 * of streams to their own. All are variables of a file that the installation makes.
 */
export function roleAuthorization(namespace: string, usersFile: string): string {
  const rights = [...natsRights(namespace)].map(([role, granted]) => ({
    ...granted,
    variables: natsVariables(role),
  }));
  const users = (names: readonly string[], permissions: Permissions) =>
    names.map((name) => ({ nkey: `$${name}`, permissions }));
  const calls = rights.flatMap((role) => users(role.variables.calls, role.calls));
  const facts = rights.flatMap(({ variables, facts: streams, single }) => [
    ...(streams ? users(variables.facts, streams) : []),
    ...users([variables.single], single),
  ]);
  return `include ${usersFile}\n${authorizationBlock({ facts, calls })}`;
}
