/** Users of NATS, one per role: their rights follow from contracts, reactions and the tables of gateway and desk. */
import {
  type Contract,
  credentialTopic,
  liveJobsTopic,
  opsEventsTopic,
  sessionsTopic,
} from '@svc/contracts';
import { deskCalls, deskHints } from '@svc/desk/calls';
import { gatewayCalls, gatewayHints } from '@svc/gateway/calls';
import { type NatsRole, type Permissions, permissionsOf } from '@svc/kit/nats-permissions';
import { operatorRole, repeatAction } from '@svc/kit/nats-subjects';
import { operatorActionNames, statusAction } from '@svc/kit/operator';
import { consumersOf } from '@svc/kit/reactions';
import type { ServiceDefinition } from '@svc/kit/service';
import { authorizationBlock, natsVariables } from './nats-config.ts';
import { services } from './services.ts';

type Described = Omit<NatsRole, 'callers'>;

const actionsOf = ({ name, actions }: Contract): string[] =>
  [...Object.keys(actions), repeatAction, ...operatorActionNames].map(
    (action) => `${name}.${action}`,
  );

/** Hints (`WriteContext.hint`) are not declared anywhere else. */
const broadcasts: Readonly<Record<string, readonly string[]>> = {
  accounts: [credentialTopic, sessionsTopic],
  jobs: [liveJobsTopic],
  webhooks: [opsEventsTopic],
};

function serviceRole(definition: ServiceDefinition): Described {
  const { contract, calls } = definition;
  const producers = consumersOf(definition).map(({ producer }) => producer);
  return {
    name: contract.name,
    serves: actionsOf(contract),
    calls: [
      ...Object.values(calls).flatMap(({ name, actions }) =>
        Object.keys(actions).map((action) => `${name}.${action}`),
      ),
      // A consumer may ask for events that it misses.
      ...producers.map((producer) => `${producer}.${repeatAction}`),
    ],
    hasStream: true,
    consumes: producers,
    broadcasts: broadcasts[contract.name] ?? [],
    hears: [],
    maintains: [],
  };
}

const nothing = { serves: [], consumes: [], broadcasts: [], hears: [], maintains: [] } as const;

const gatewayStatus = `gateway.${statusAction}`;

const gateway: Described = {
  ...nothing,
  ...gatewayHints,
  name: 'gateway',
  serves: [gatewayStatus],
  calls: [...gatewayCalls()],
  hasStream: false,
};

const deskStatus = `desk.${statusAction}`;

const desk: Described = {
  ...nothing,
  ...deskHints,
  name: 'desk',
  serves: [deskStatus],
  calls: [...deskCalls()],
  hasStream: false,
};

const operator = (definitions: readonly ServiceDefinition[]): Described => ({
  ...nothing,
  name: operatorRole,
  calls: [...definitions.flatMap(({ contract }) => actionsOf(contract)), gatewayStatus, deskStatus],
  hasStream: false,
  maintains: definitions.map(({ contract }) => contract.name),
});

/** All roles of an environment: its services, the gateway, the desk, and the operator of `npm run call`. */
export function natsRoles(definitions: readonly ServiceDefinition[] = services): NatsRole[] {
  const described = [...definitions.map(serviceRole), gateway, desk, operator(definitions)];
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
