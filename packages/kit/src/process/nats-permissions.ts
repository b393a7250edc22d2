/**
 * Subjects that a role may publish and subscribe on NATS; everything else is denied.
 *
 * The rights follow from what a role is made of: the actions that it serves and calls, the streams
 * that it writes and reads. A service answers its own actions only, so a request reaches nobody else;
 * replies go to an inbox under the role's own prefix.
 *
 * Not on the list on purpose: updating and deleting streams (a stream may be told to store any
 * subject, so that would be a right to read everything), deleting or creating other consumers than
 * the declared ones, direct requests to a node.
 */
import { repeatAction } from '../events/predecessor-request.ts';
import { consumersOf } from '../events/reactions.ts';
import { operatorAnswers } from '../operator/answers.ts';
import type { ServiceDefinition } from '../service/service.ts';
import { natsNames } from './nats-subjects.ts';

export interface NatsRole {
  name: string;
  /** Actions that it answers, as `<service>.<action>`. */
  serves: readonly string[];
  calls: readonly string[];
  /** Roles that call it, so that it may answer them. */
  callers: readonly string[];
  /** Whether it has a stream of events. */
  hasStream: boolean;
  /** Producers whose streams it reads. */
  consumes: readonly string[];
  /** Topics of hints. */
  broadcasts: readonly string[];
  hears: readonly string[];
  /** Streams whose configuration it may change: an operator's right. */
  maintains: readonly string[];
}

export interface Permissions {
  publish: readonly string[];
  subscribe: readonly string[];
}

/** The role of a service, but for its callers; no definition says which hints it broadcasts. */
export function roleOfService(
  definition: ServiceDefinition,
  broadcasts: readonly string[],
): Omit<NatsRole, 'callers'> {
  const { contract, calls } = definition;
  const producers = consumersOf(definition).map(({ producer }) => producer);
  const actions = [...Object.keys(contract.actions), repeatAction, ...Object.keys(operatorAnswers)];
  return {
    name: contract.name,
    serves: actions.map((action) => `${contract.name}.${action}`),
    calls: [
      ...Object.values(calls).flatMap((called) =>
        Object.keys(called.actions).map((action) => `${called.name}.${action}`),
      ),
      // A consumer may ask for events that it misses.
      ...producers.map((producer) => `${producer}.${repeatAction}`),
    ],
    hasStream: true,
    consumes: producers,
    broadcasts,
    hears: [],
    maintains: [],
  };
}

export function permissionsOf(role: NatsRole, namespace: string): Permissions {
  const calls = callRights(role, natsNames.calls(namespace));
  return {
    publish: [
      ...calls.publish,
      ...role.broadcasts.map((topic) => natsNames.hint(namespace, topic)),
      ...streamRights(role, namespace),
    ],
    subscribe: [
      ...calls.subscribe,
      ...role.hears.map((topic) => natsNames.hint(namespace, topic)),
      `${natsNames.inbox(role.name)}.>`,
    ],
  };
}

/** Moleculer's packets. Heartbeats and node descriptions are readable and writable by all roles. */
function callRights({ name, serves, calls, callers }: NatsRole, prefix: string): Permissions {
  const shared = ['DISCOVER', 'INFO', 'HEARTBEAT', 'DISCONNECT'];
  const addressed = ['DISCOVER', 'INFO', 'EVENT', 'REQ', 'RES', 'PING', 'PONG'];
  return {
    publish: [
      ...shared.map((packet) => `${prefix}.${packet}`),
      ...['DISCOVER', 'INFO'].map((packet) => `${prefix}.${packet}.*.*`),
      ...calls.map((action) => `${prefix}.REQB.${action}`),
      ...callers.map((caller) => `${prefix}.RES.${caller}.*`),
    ],
    subscribe: [
      ...[...shared, 'PING'].map((packet) => `${prefix}.${packet}`),
      ...addressed.map((packet) => `${prefix}.${packet}.${name}.*`),
      ...serves.map((action) => `${prefix}.REQB.${action}`),
    ],
  };
}

const api = '$JS.API';

function streamRights(
  { name, hasStream, consumes, maintains }: NatsRole,
  namespace: string,
): readonly string[] {
  const usesStreams = hasStream || consumes.length > 0 || maintains.length > 0;
  return [
    ...(usesStreams ? [`${api}.INFO`] : []),
    ...(hasStream ? ownStream(namespace, name) : []),
    ...consumes.flatMap((producer) => readStream(namespace, producer, name)),
    ...maintains.flatMap((producer) => {
      const stream = natsNames.stream(namespace, producer);
      return ['INFO', 'CREATE', 'UPDATE'].map((verb) => `${api}.STREAM.${verb}.${stream}`);
    }),
  ];
}

/** Writes events, creates the stream where there is none, repairs it and erases messages. */
function ownStream(namespace: string, service: string): string[] {
  const stream = natsNames.stream(namespace, service);
  return [
    natsNames.event(namespace, service, '>'),
    ...['INFO', 'CREATE', 'MSG.GET', 'MSG.DELETE'].map((verb) => `${api}.STREAM.${verb}.${stream}`),
  ];
}

/** Under both names of the request that creates a consumer: before nats-server 2.9, and since. */
function readStream(namespace: string, producer: string, service: string): string[] {
  const stream = natsNames.stream(namespace, producer);
  const durable = `${stream}.${natsNames.consumer(service, producer)}`;
  return [
    `${api}.STREAM.INFO.${stream}`,
    ...['CREATE', 'DURABLE.CREATE', 'INFO', 'MSG.NEXT'].map(
      (verb) => `${api}.CONSUMER.${verb}.${durable}`,
    ),
    `$JS.ACK.${durable}.>`,
  ];
}
