/** The part of a nats-server's configuration that says who may log in, and what each may do. */
import type { Permissions } from '@svc/kit/nats-permissions';

export interface NatsUser {
  /** A public nkey (`U…`), or a variable of the configuration that holds one (`$NKEY_JOBS`). */
  nkey: string;
  /** All subjects without. */
  permissions?: Permissions;
}

export interface NatsUsers {
  /** In the account that has streams, or the one account for all. */
  facts: readonly NatsUser[];
  /** In the account of calls and hints. */
  calls: readonly NatsUser[];
}

/**
 * The variables of the configuration that hold the public keys of a role: in use, and to come; and
 * of a role whose calls move, that of its one login for both.
 */
export const natsVariables = (role: string) => {
  const name = `NKEY_${role.toUpperCase()}`;
  return {
    facts: [name, `${name}_NEXT`],
    calls: [`${name}_CALLS`, `${name}_CALLS_NEXT`],
    single: `${name}_SINGLE`,
  } as const;
};

/**
 * A connection whose other end has gone in silence is given up after three intervals, not six
 * minutes: until then requests go to it, as it is in the queues of its actions. The roles give up
 * theirs as soon (`nats.ts` of the kit).
 */
const silence = 'ping_interval: "5s"\nping_max: 2\n';

/**
 * In the format of nats-server; all other logins are refused. Streams are in the default account,
 * where they were before there were two: its name cannot be configured, nor does it keep JetStream
 * beside any other account but the server's own, which cannot have it. So calls are there
 * (docs/architecture/access.md): no user is without permissions, so none reaches what else is in
 * it.
 */
export function authorizationBlock({ facts, calls }: NatsUsers): string {
  if (calls.length === 0) return `${silence}authorization {\n${usersList(facts)}}\n`;
  const users = usersList(facts, [nobody]);
  return `${silence}accounts {\n  $SYS {\n${usersList(calls)}  }\n}\nauthorization {\n${users}}\nno_auth_user: nobody\n`;
}

/**
 * Before 2.9.23 a server with users of these two accounts alone makes one more, for all who come
 * without a login. This one stands in its place: its password is the hash of none, and no client is
 * of its kind.
 */
const nobody = `    {
      user: nobody, password: "$2a$11$none", allowed_connection_types: [LEAFNODE]
      permissions: { publish: { deny: ">" }, subscribe: { deny: ">" } }
    }
`;

const usersList = (users: readonly NatsUser[], others: readonly string[] = []): string =>
  `  users: [\n${[...users.map(userEntry), ...others].join('')}  ]\n`;

function userEntry({ nkey, permissions }: NatsUser): string {
  if (!permissions) return `    { nkey: ${nkey} }\n`;
  const list = (name: string, subjects: readonly string[]) =>
    `        ${name}: [\n${subjects.map((subject) => `          "${subject}"\n`).join('')}        ]\n`;
  const { publish, subscribe } = permissions;
  return `    {
      nkey: ${nkey}
      permissions: {
${list('publish', publish)}${list('subscribe', subscribe)}      }
    }
`;
}
