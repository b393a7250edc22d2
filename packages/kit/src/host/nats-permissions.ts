/**
 * Subjects that a role may publish and subscribe on NATS; everything else is denied.
 *
 * Calls and streams have an account each, and a login of the role each. JetStream delivers what it
 * stores to any subject that a request names (`deliver_subject`, `republish`, the reply of
 * `MSG.NEXT`), whatever that role may publish: so its account has no listeners for calls and hints.
 *
 * The rights follow from what a role is made of: the actions that it serves and calls, the streams
 * that it writes and reads. A service serves its own actions only, so a request reaches no other
 * role; replies go to an inbox under the role's own prefix.
 *
 * Not on the list on purpose: updating and deleting streams (a stream can be configured to store
 * any subject, so that would be a right to read everything), deleting or creating other consumers
 * than the declared ones, direct requests to a node.
 */
import { repeatAction } from '../events/predecessor-request.ts';
import { consumersOf } from '../events/reactions.ts';
import { natsNames } from '../nats/nats-subjects.ts';
import { operatorAnswers } from '../operator/answers.ts';
import type { ServiceDefinition } from '../service/service.ts';

export interface NatsRole {
  name: string;
  /** Actions that it serves, as `<service>.<action>`. */
  serves: readonly string[];
  calls: readonly string[];
  /** Roles that call it, so that it may reply to them. */
  callers: readonly string[];
  /** Whether it has a stream of events. */
  hasStream: boolean;
  /** Producers whose streams it reads. */
  consumes: readonly string[];
  /** Topics of hints. */
  broadcasts: readonly string[];
  hears: readonly string[];
  /** Streams that it may list, change and hand to another server, as it may the servers: an operator's right. */
  maintains: readonly string[];
}

const api = '$JS.API';

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

/** Rights of a role in each account of NATS. */
export interface RoleRights {
  /** In the account of calls and hints, which has no JetStream. */
  calls: Permissions;
  /** Permissions in the account of streams; undefined for a role without streams. */
  facts: Permissions | undefined;
  /** In the one account that there was before, and with the discovery of that version. */
  single: Permissions;
}

export function rightsOf(role: NatsRole, namespace: string): RoleRights {
  const inbox = `${natsNames.inbox(role.name)}.>`;
  const calls = callRights(role, namespace);
  const streams = streamRights(role, namespace);
  const discovery = discoveryRights(role.name, natsNames.calls(namespace));
  return {
    calls: { publish: calls.publish, subscribe: [...calls.subscribe, inbox] },
    facts: usesStreams(role) ? { publish: streams, subscribe: [inbox] } : undefined,
    single: {
      publish: [...discovery.publish, ...calls.publish, ...streams],
      subscribe: [...discovery.subscribe, ...calls.subscribe, inbox],
    },
  };
}

/** Requests, replies and hints. */
function callRights(role: NatsRole, namespace: string): Permissions {
  const prefix = natsNames.calls(namespace);
  const hints = (topics: readonly string[]) =>
    topics.map((topic) => natsNames.hint(namespace, topic));
  return {
    publish: [
      ...role.calls.map((action) => `${prefix}.REQB.${action}`),
      ...role.callers.map((caller) => `${prefix}.RES.${caller}.*`),
      ...hints(role.broadcasts),
      ...(role.maintains.length > 0 ? serverRequests : []),
    ],
    subscribe: [
      `${prefix}.RES.${role.name}.*`,
      ...role.serves.map((action) => `${prefix}.REQB.${action}`),
      ...hints(role.hears),
    ],
  };
}

/** The version before finds a service by these packets alone (`quiet-discovery.ts`). */
function discoveryRights(role: string, prefix: string): Permissions {
  const shared = ['DISCOVER', 'INFO', 'HEARTBEAT', 'DISCONNECT'];
  const addressed = ['DISCOVER', 'INFO', 'EVENT', 'REQ', 'PING', 'PONG'];
  return {
    publish: [
      ...shared.map((packet) => `${prefix}.${packet}`),
      ...['DISCOVER', 'INFO'].map((packet) => `${prefix}.${packet}.*.*`),
    ],
    subscribe: [
      ...[...shared, 'PING'].map((packet) => `${prefix}.${packet}`),
      ...addressed.map((packet) => `${prefix}.${packet}.${role}.*`),
    ],
  };
}

/** What servers tell of themselves, another leader among them, and one that is gone for good. */
const serverRequests = [
  ...['$SYS.REQ.SERVER.PING', '$SYS.REQ.SERVER.PING.*'],
  ...[`${api}.META.LEADER.STEPDOWN`, `${api}.SERVER.REMOVE`],
];

const usesStreams = ({ hasStream, consumes, maintains }: NatsRole): boolean =>
  hasStream || consumes.length > 0 || maintains.length > 0;

function streamRights(role: NatsRole, namespace: string): readonly string[] {
  const { name, hasStream, consumes, maintains } = role;
  return [
    ...(usesStreams(role) ? [`${api}.INFO`] : []),
    ...(hasStream ? ownStream(namespace, name) : []),
    ...consumes.flatMap((producer) => readStream(namespace, producer, name)),
    ...(maintains.length > 0 ? [`${api}.STREAM.NAMES`, `${api}.STREAM.LIST`] : []),
    ...maintains.flatMap((producer) => {
      const stream = natsNames.stream(namespace, producer);
      return [
        ...['INFO', 'CREATE', 'UPDATE', 'LEADER.STEPDOWN'].map(
          (verb) => `STREAM.${verb}.${stream}`,
        ),
        ...['NAMES', 'LIST'].map((verb) => `CONSUMER.${verb}.${stream}`),
        `CONSUMER.INFO.${stream}.*`,
      ].map((request) => `${api}.${request}`);
    }),
  ];
}

/** Writes events, creates the stream if it is missing, repairs it and erases messages. */
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
