/**
 * Names on NATS. Who may use which is decided by `nats-permissions.ts`, so they are made here alone.
 *
 * Calls travel on the subjects of moleculer's transporter: `<prefix>.<packet>[.<node>]`, and
 * `<prefix>.REQB.<service>.<action>` for requests to any replica. A node is `<role>.<random>`: its
 * first token lets a permission name all replicas of a role.
 */
export const natsNames = {
  /** Prefix of calls. */
  calls: (namespace: string): string => `MOL-${namespace}`,
  node: (role: string, random: string): string => `${role}.${random}`,
  /** Prefix of replies, on the core connection and on JetStream's API; readable by the role alone. */
  inbox: (role: string): string => `_INBOX.${role}`,
  /** Topics of the hints by which an operator finds processes: the question, and the replies. */
  nodesWanted: 'nodes-wanted',
  nodeFound: 'node-found',
  hint: (namespace: string, topic: string): string => `${namespace}.hint.${topic}`,
  event: (namespace: string, producer: string, type: string): string =>
    `${namespace}.fact.${producer}.${type}`,
  stream: (namespace: string, producer: string): string => `${namespace}-${producer}`,
  /** Durable consumer of a service on the stream of a producer. */
  consumer: (service: string, producer: string): string => `${service}-${producer}`,
};

/** Calls any action, and may change streams. */
export const operatorRole = 'operator';
