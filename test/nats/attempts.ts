/** Attacks of one role on another, as subjects; made from roles, not from permissions. */

import { type NatsConnection, PermissionViolationError } from '@nats-io/transport-node';
import type { NatsRole } from '@svc/kit/nats-permissions';
import { natsNames } from '@svc/kit/nats-subjects';
import type { Account } from './login.ts';

export interface Attempt {
  kind: string;
  operation: 'publish' | 'subscription';
  subject: string;
}

const publish = (kind: string, ...subjects: string[]): Attempt[] =>
  subjects.map((subject) => ({ kind, operation: 'publish', subject }));
const subscribe = (kind: string, ...subjects: string[]): Attempt[] =>
  subjects.map((subject) => ({ kind, operation: 'subscription', subject }));
const without = (all: readonly string[], own: readonly string[]): string[] =>
  all.filter((each) => !own.includes(each));

/** All that `role` has no declared reason for. */
export function attemptsAgainst(role: NatsRole, victim: NatsRole, namespace: string): Attempt[] {
  const prefix = natsNames.calls(namespace);
  const hints = (topics: readonly string[]) =>
    topics.map((topic) => natsNames.hint(namespace, topic));
  const answers = role.callers.includes(victim.name) ? [] : [`${prefix}.RES.${victim.name}.x`];
  return [
    ...publish('call', ...requests(prefix, without(victim.serves, role.calls))),
    ...subscribe('take requests', ...requests(prefix, without(victim.serves, role.serves))),
    ...publish('request to a node', `${prefix}.REQ.${victim.name}.x`),
    ...publish('answer', ...answers),
    ...subscribe(
      'read answers',
      `${prefix}.RES.${victim.name}.*`,
      `${prefix}.REQ.${victim.name}.*`,
    ),
    ...discoveryAttempts(victim, prefix),
    ...subscribe('read inbox', `${natsNames.inbox(victim.name)}.>`),
    ...publish('emit', natsNames.event(namespace, victim.name, 'forged')),
    ...subscribe('read events', natsNames.event(namespace, victim.name, '>')),
    ...publish('hint', ...hints(without(victim.broadcasts, role.broadcasts))),
    ...subscribe('read hints', ...hints(without(victim.hears, role.hears))),
    ...(victim.hasStream ? streamAttempts(role, victim, namespace) : []),
    ...victim.consumes.flatMap((producer) => {
      const isShown = role.maintains.includes(producer);
      return consumerAttempts(victim, producer, namespace).filter(
        ({ subject }) => !(isShown && subject.includes('.CONSUMER.INFO.')),
      );
    }),
  ];
}

/** Packets about nodes, to all and to one. */
const discoveryAttempts = ({ name }: NatsRole, prefix: string): Attempt[] =>
  ['DISCOVER', 'INFO', 'HEARTBEAT', 'DISCONNECT', 'PING', 'PONG', 'EVENT'].flatMap((packet) => [
    ...publish('packet about nodes', `${prefix}.${packet}`, `${prefix}.${packet}.${name}.x`),
    ...subscribe('packets about nodes', `${prefix}.${packet}`),
  ]);

const requests = (prefix: string, actions: readonly string[]): string[] =>
  actions.map((action) => `${prefix}.REQB.${action}`);

const api = '$JS.API';

function streamAttempts(role: NatsRole, victim: NatsRole, namespace: string): Attempt[] {
  const stream = natsNames.stream(namespace, victim.name);
  const maintained = role.maintains.includes(victim.name) ? ['INFO', 'CREATE', 'UPDATE'] : [];
  const readable = role.consumes.includes(victim.name) ? ['INFO'] : [];
  const verbs = ['INFO', 'CREATE', 'UPDATE', 'DELETE', 'PURGE', 'SNAPSHOT', 'RESTORE'];
  const messages = ['MSG.GET', 'MSG.DELETE'];
  return [
    ...publish(
      'stream',
      ...without([...verbs, ...messages], [...maintained, ...readable]).map(
        (verb) => `${api}.STREAM.${verb}.${stream}`,
      ),
    ),
    // Consumers of the attacker's own making, with its own name or with none.
    ...publish(
      'new consumer',
      `${api}.CONSUMER.CREATE.${stream}`,
      `${api}.CONSUMER.CREATE.${stream}.spy`,
      `${api}.CONSUMER.DURABLE.CREATE.${stream}.spy`,
      `${api}.DIRECT.GET.${stream}`,
      ...(maintained.length > 0 ? [] : [`${api}.CONSUMER.LIST.${stream}`]),
    ),
  ];
}

function consumerAttempts(victim: NatsRole, producer: string, namespace: string): Attempt[] {
  const durable = `${natsNames.stream(namespace, producer)}.${natsNames.consumer(victim.name, producer)}`;
  const verbs = ['CREATE', 'DURABLE.CREATE', 'INFO', 'MSG.NEXT', 'DELETE'];
  return publish(
    "another's consumer",
    ...verbs.map((verb) => `${api}.CONSUMER.${verb}.${durable}`),
    `$JS.ACK.${durable}.1.1.1.1.1`,
  );
}

/** Wildcards, which no role may use. */
export const sweeping = (namespace: string): Attempt[] =>
  subscribe(
    'everything',
    '>',
    '*.>',
    '_INBOX.>',
    '$JS.>',
    '$SYS.>',
    '_R_.>',
    '$NRG.>',
    `${natsNames.calls(namespace)}.>`,
  );

/** Subjects of the account that calls share with the servers; those of operating them are an operator's. */
export const ofServers = ({ maintains }: NatsRole, account: Account): Attempt[] => [
  ...(maintains.length > 0 && account === 'calls' ? [] : operating),
  ...publish(
    'servers',
    '$SYS.REQ.SERVER.x.RELOAD',
    '$SYS.REQ.ACCOUNT.$G.JSZ',
    '$SYS.REQ.ACCOUNT.PING.STATZ',
    '$SYS.REQ.USER.INFO',
    '$NRG.V.x',
    '_R_.x',
  ),
  ...subscribe('servers', '$SYS.ACCOUNT.>', '$JS.API.>', '$JS.EVENT.>'),
];

const operating = publish(
  'servers',
  '$SYS.REQ.SERVER.PING',
  '$SYS.REQ.SERVER.PING.CONNZ',
  '$JS.API.META.LEADER.STEPDOWN',
  '$JS.API.SERVER.REMOVE',
);

/** Tries all, and returns those that the server let through. */
export async function passing(
  connection: NatsConnection,
  attempts: readonly Attempt[],
): Promise<Attempt[]> {
  const refused = new Set<string>();
  const watch = async () => {
    for await (const status of connection.status()) {
      if (status.type !== 'error' || !(status.error instanceof PermissionViolationError)) continue;
      refused.add(`${status.error.operation} ${status.error.subject}`);
    }
  };
  void watch();
  for (const { operation, subject } of attempts) {
    if (operation === 'publish') connection.publish(subject);
    else connection.subscribe(subject, { callback: () => undefined });
  }
  // The server refuses in order, so its answer to a ping comes after all refusals.
  await connection.flush();
  await new Promise((done) => setImmediate(done));
  return attempts.filter(({ operation, subject }) => !refused.has(`${operation} ${subject}`));
}

/** A request for each action that the role declares. */
export const declaredRequests = (role: NatsRole, namespace: string): Attempt[] =>
  publish('declared call', ...requests(natsNames.calls(namespace), role.calls));
