/** Secrets that the manifests name. None of them is made by the manifests; docs list the commands. */
import { services } from '@svc/local/services';
import { roles, storesFiles, together } from './roles.ts';

interface Described {
  keys: readonly string[];
  holds: string;
}

/** Keys of the Secret of a role, which its pods alone mount; the gateway and the desk have no database. */
const roleKeys = ['secret', 'nats-seed', 'nats-calls-seed'] as const;
const databaseKeys = ['database-password', 'database-url'] as const;
export type RoleKey = (typeof roleKeys | typeof databaseKeys)[number];

/** Also the name of its ServiceAccount with a prefix: no Secret of another kind is named so. */
export const roleSecret = (role: string): string => `role-${role}`;

/** Credentials of a role for the bucket of files: who takes them reaches what that role may. */
export const storageSecret = (role: string): string => `storage-${role}`;
/** Credentials of the Postgres operator for the bucket of backups, which no pod of ours can delete. */
export const backupSecret = 'storage-backup';
const storageKeys = ['access-key-id', 'secret-access-key'];

const ofStorage: Readonly<Record<string, Described>> = Object.fromEntries(
  [...roles, together]
    .filter(storesFiles)
    .map(({ name }) => [
      storageSecret(name),
      { keys: storageKeys, holds: `credentials of ${name} for the bucket of files` },
    ]),
);

/** The owner's URL of a service that has a Postgres of its own; with the key of CloudNativePG's Secret. */
export const ownerSecret = (role: string): string => `owner-${role}`;

const ofRoles: Readonly<Record<string, Described>> = Object.fromEntries([
  ...services.flatMap(({ contract: { name } }) => [
    [roleSecret(name), { keys: [...roleKeys, ...databaseKeys], holds: `what ${name} alone knows` }],
    [ownerSecret(name), { keys: ['uri'], holds: `the owner's URL of ${name}; optional` }],
  ]),
  ...['gateway', 'desk'].map((name) => [
    roleSecret(name),
    { keys: roleKeys, holds: `what the ${name} alone knows` },
  ]),
]);

export const secrets: Readonly<Record<string, Described>> = {
  ...ofRoles,
  'nats-tls': {
    keys: ['tls.crt', 'tls.key', 'ca.crt'],
    holds: 'certificate of the NATS servers and the authority that signed it',
  },
  ...ofStorage,
  [backupSecret]: { keys: storageKeys, holds: 'credentials for the bucket of backups' },
  'sftp-host': { keys: ['host_key'], holds: 'host key of the SFTP server' },
  'sftp-client': {
    keys: ['id_ed25519', 'fingerprint'],
    holds: "private key of the file service, fingerprint of the server's",
  },
  'sftp-keys': { keys: [], holds: "public keys: a wholesaler's and the file service's per user" },
  mail: { keys: ['imap-url', 'smtp-url', 'ca'], holds: 'mailbox for manifests; optional' },
  openid: {
    keys: ['client-secret'],
    holds: "secret of the desk's client at the OpenID provider; optional",
  },
  'public-tls': { keys: ['tls.crt', 'tls.key'], holds: 'certificate of the public addresses' },
  'postgres-app': { keys: ['uri'], holds: "the owner's URL; made by CloudNativePG" },
  'postgres-ca': { keys: ['ca.crt'], holds: "the cluster's authority; made by CloudNativePG" },
};

/** ConfigMaps that an installer makes: public keys of the users of NATS. */
export const natsUsers = 'nats-users';

export interface SecretKey {
  secret: string;
  key: string;
}
