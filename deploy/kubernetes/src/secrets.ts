/** Secrets that the manifests name. None of them is made by the manifests; docs list the commands. */
export const secrets = {
  'svc-secret': { keys: ['secret'], holds: 'the master secret of the environment (SVC_SECRET)' },
  'object-storage': {
    keys: ['access-key-id', 'secret-access-key'],
    holds: 'credentials for the buckets of files and of backups',
  },
  'sftp-host': {
    keys: ['host_key', 'fingerprint'],
    holds: 'host key of the SFTP server and its fingerprint',
  },
  'sftp-client': { keys: ['id_ed25519'], holds: 'private key of the file service' },
  'sftp-keys': { keys: [], holds: "public keys: a wholesaler's and the file service's per user" },
  mail: { keys: ['imap-url', 'smtp-url', 'ca'], holds: 'mailbox for manifests; optional' },
  'public-tls': { keys: ['tls.crt', 'tls.key'], holds: 'certificate of the public address' },
  'postgres-app': { keys: ['uri'], holds: "the owner's URL; made by CloudNativePG" },
  'postgres-ca': { keys: ['ca.crt'], holds: "the cluster's authority; made by CloudNativePG" },
} as const satisfies Record<string, { keys: readonly string[]; holds: string }>;

export type SecretName = keyof typeof secrets;
export interface SecretKey {
  secret: SecretName;
  key: string;
}
