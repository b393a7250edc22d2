/** Users of NATS, one per role: their rights follow from contracts, reactions and the tables of gateway and desk. */
import { credentialTopic, liveJobsTopic, opsEventsTopic, sessionsTopic } from '@svc/contracts';
import { deskCalls, deskHints } from '@svc/desk/calls';
import { gatewayCalls, gatewayHints } from '@svc/gateway/calls';
import {
  type NatsRole,
  type Permissions,
  permissionsOf,
  roleOfService,
} from '@svc/kit/nats-permissions';
import { operatorRole } from '@svc/kit/nats-subjects';
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
  hasStream: false,
  maintains: others.filter(({ hasStream }) => hasStream).map(({ name }) => name),
});

/** All roles of an environment: its services, the gateway, the desk, and the operator of `npm run call`. */
export function natsRoles(definitions: readonly ServiceDefinition[] = services): NatsRole[] {
  const serving = [
    ...definitions.map((each) => roleOfService(each, broadcasts[each.contract.name] ?? [])),
    gateway,
    desk,
  ];
  const described = [...serving, operatorOver(serving)];
  return described.map((role) => {
    const callers = described.filter(({ calls }) =>
      calls.some((action) => role.serves.includes(action)),
    );
    return { ...role, callers: callers.map(({ name }) => name) };
  });
}

/** Rights by the name of the role. */
export const natsPermissions = (
  namespace: string,
  definitions?: readonly ServiceDefinition[],
): ReadonlyMap<string, Permissions> =>
  new Map(natsRoles(definitions).map((role) => [role.name, permissionsOf(role, namespace)]));

/**
 * The configuration of a server for an installation. Each role may have two keys, so that one can be
 * replaced while it is in use; both are variables of a file that the installation makes.
 */
export function roleAuthorization(namespace: string, usersFile: string): string {
  const users = [...natsPermissions(namespace)].flatMap(([role, permissions]) =>
    natsVariables(role).map((variable) => ({ nkey: `$${variable}`, permissions })),
  );
  return `include ${usersFile}\n${authorizationBlock(users)}`;
}
