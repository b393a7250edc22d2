/**
 * Names on NATS. Who may use which is decided by `nats-permissions.ts`, so they are made here alone.
 *
 * Calls travel on the subjects of moleculer's transporter: `<prefix>.<packet>[.<node>]`, and
 * `<prefix>.REQB.<service>.<action>` for requests to any replica. A node is `<role>.<random>`: its
 * first token lets a permission name all replicas of a role.
 */
export const callPrefix = (namespace: string): string => `MOL-${namespace}`;
export const nodeId = (role: string, random: string): string => `${role}.${random}`;
/** Action that every service serves next to those of its contract (`predecessor-request.ts`). */
export const repeatAction = 'repeatPredecessors';
/** Calls any action, and may change streams. */
export const operatorRole = 'operator';
/** Replies to requests on the core connection and on JetStream's API, readable by the role alone. */
export const inboxPrefix = (role: string): string => `_INBOX.${role}`;

export const hintSubject = (namespace: string, topic: string): string =>
  `${namespace}.hint.${topic}`;
export const eventSubject = (namespace: string, producer: string, type: string): string =>
  `${namespace}.fact.${producer}.${type}`;

export const streamName = (namespace: string, producer: string): string =>
  `${namespace}-${producer}`;
/** Durable consumer of a service on the stream of a producer. */
export const consumerName = (service: string, producer: string): string => `${service}-${producer}`;
