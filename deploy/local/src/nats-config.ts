/** The part of a nats-server's configuration that says who may log in, and what each may do. */
import type { Permissions } from '@svc/kit/nats-permissions';

export interface NatsUser {
  /** A public nkey (`U…`), or a variable of the configuration that holds one (`$NKEY_JOBS`). */
  nkey: string;
  /** All subjects without. */
  permissions?: Permissions;
}

/** The variables of the configuration that hold the public keys of a role: in use, and to come. */
export const natsVariables = (role: string): readonly [string, string] => [
  `NKEY_${role.toUpperCase()}`,
  `NKEY_${role.toUpperCase()}_NEXT`,
];

/** In the format of nats-server; all other logins are refused. */
export const authorizationBlock = (users: readonly NatsUser[]): string =>
  `authorization {\n  users: [\n${users.map(userEntry).join('')}  ]\n}\n`;

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
