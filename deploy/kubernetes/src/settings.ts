/**
 * Where the value of each setting comes from. The generator refuses a setting that a configuration
 * schema reads and this table does not name, so a new one cannot be forgotten.
 */
import type { RoleKey, SecretKey } from './secrets.ts';

export type Source =
  /** Follows from these manifests; the same in every installation. */
  | { from: 'pod'; value: string }
  /** The ConfigMap `settings`: what an installation chooses. */
  | { from: 'settings'; value: string; sandbox?: string }
  | ({ from: 'secret' } & SecretKey)
  /** A Secret that an installation may leave out. */
  | ({ from: 'optional' } & SecretKey)
  /** The Secret of the role, which no other role's pods get. */
  | { from: 'role'; key: RoleKey }
  /** The migration Jobs alone get it. */
  | { from: 'migration' }
  /** The default in the code; the optional ConfigMap `tuning` overrides it. */
  | { from: 'default' };

const pod = (value: string): Source => ({ from: 'pod', value });
const chosen = (value: string, sandbox?: string): Source => ({
  from: 'settings',
  value,
  ...(sandbox !== undefined && { sandbox }),
});
const inCode: Source = { from: 'default' };

/** Set on every Postgres connection by the driver: the certificate of the cluster is checked. */
export const postgresTls = {
  PGSSLMODE: 'verify-full',
  NODE_EXTRA_CA_CERTS: '/etc/postgres/ca.crt',
};

/** An environment has its own NATS, so names need no environment in them. */
export const streamNamespace = 'svc';

/** Namespace of the SFTP server, which starts as root; all others are `restricted`. */
export const sftpNamespace = 'svc-sftp';

export const ports = { admin: 9000, http: 8080, nats: 4222, sftp: 22, postgres: 5432 } as const;

const processSettings = {
  SVC_ENVIRONMENT: chosen('live', 'sandbox'),
  SVC_SECRET: { from: 'role', key: 'secret' },
  SVC_POSTGRES_URL: { from: 'migration' },
  // A URL for each service, so that each can have a server of its own (docs/operations/kubernetes.md).
  SVC_DATABASE_URL: { from: 'role', key: 'database-url' },
  SVC_DATABASE_PASSWORD: { from: 'role', key: 'database-password' },
  SVC_NATS_URL: pod('nats://nats:4222'),
  SVC_NATS_SEED: { from: 'role', key: 'nats-seed' },
  SVC_NATS_CALLS_SEED: { from: 'role', key: 'nats-calls-seed' },
  SVC_NATS_CA: { from: 'secret', secret: 'nats-tls', key: 'ca.crt' },
  // For a NATS of somebody else, without nkeys.
  SVC_NATS_USER: inCode,
  SVC_NATS_PASSWORD: inCode,
  SVC_NAMESPACE: pod(streamNamespace),
  SVC_NATS_REPLICAS: chosen('3'),
  SVC_STREAM_INSPECTION_SECONDS: inCode,
  SVC_TRACES_URL: chosen(''),
  SVC_TRACES_RATIO: chosen('0.1'),
  SVC_POOL_MAX: chosen('6'),
  SVC_ADMIN_PORT: pod(String(ports.admin)),
  SVC_ADMIN_HOST: pod('0.0.0.0'),
  SVC_LOG_LEVEL: chosen('info'),
  SVC_CHECK_OUTPUTS: inCode,
  SVC_DRAIN_MS: pod('5000'),
} satisfies Record<string, Source>;

const shown = {
  SVC_PUBLIC_URL: chosen('https://api.example.org', 'https://sandbox.example.org'),
  SVC_API_URL: chosen('https://api.example.org/v1', 'https://sandbox.example.org/api/v1'),
  SVC_AUTH_URL: chosen('https://api.example.org', 'https://sandbox.example.org'),
  SVC_SANDBOX_URL: chosen(''),
  SVC_DOCS_URL: chosen('https://api.example.org/docs', 'https://sandbox.example.org/docs'),
  SVC_API_AUDIENCE: chosen('svc-api', 'svc-api-sandbox'),
  SVC_CARRIER_NAME: chosen('The carrier'),
  SVC_CARRIER_PHONE: chosen(''),
  SVC_CARRIER_EMAIL: chosen(''),
  SVC_FILES_URL: chosen(
    's3://svc-live-files?region=eu-west-1',
    's3://svc-sandbox-files?region=eu-west-1',
  ),
} satisfies Record<string, Source>;

const gatewaySettings = {
  SVC_HTTP_PORT: pod(String(ports.http)),
  SVC_HTTP_HOST: pod('0.0.0.0'),
  // The Gateway API's proxy appends the caller's address.
  SVC_TRUSTED_PROXIES: chosen('1'),
  SVC_SANDBOX_KEY: inCode,
  SVC_LIVE_LIMIT: inCode,
  SVC_TENANT_LIMIT: inCode,
  SVC_ANONYMOUS_LIMIT: inCode,
  SVC_SANDBOX_ADDRESS_LIMIT: inCode,
  SVC_SANDBOX_SESSION_LIMIT: inCode,
  SVC_IN_FLIGHT_MAX: inCode,
  SVC_IN_FLIGHT_PER_CLIENT: inCode,
  SVC_STREAMS_PER_ADDRESS: inCode,
  SVC_CARRIER_COLOR: chosen(''),
  SVC_CARRIER_LOGO: chosen(''),
  SVC_OPERATIONS_DOCS: chosen('false'),
  SVC_WATCH_POLL_MS: inCode,
} satisfies Record<string, Source>;

const deskSettings = {
  SVC_DESK_SESSION_LIMIT: inCode,
  SVC_DESK_ADDRESS_LIMIT: inCode,
  SVC_DESK_SIGN_IN_LIMIT: inCode,
  SVC_MAP_PMTILES: chosen(''),
  SVC_MAP_STYLE_URL: chosen(''),
  SVC_MAP_ORIGINS: chosen(''),
  SVC_DESK_URL: chosen('https://desk.example.org'),
  SVC_OIDC_ISSUER: chosen('https://id.example.org'),
  SVC_OIDC_CLIENT_ID: chosen('desk'),
  SVC_OIDC_CLIENT_SECRET: { from: 'optional', secret: 'openid', key: 'client-secret' },
} satisfies Record<string, Source>;

const fileExchange = {
  // The sandbox takes no files.
  SVC_SFTP_HOST: chosen(`sftp.${sftpNamespace}`, ''),
  SVC_SFTP_PORT: pod(String(ports.sftp)),
  SVC_SFTP_KEY: { from: 'optional', secret: 'sftp-client', key: 'id_ed25519' },
  SVC_SFTP_HOST_KEY: { from: 'optional', secret: 'sftp-client', key: 'fingerprint' },
  SVC_SFTP_POLL_MS: inCode,
  SVC_SFTP_STILL_MS: inCode,
  SVC_SFTP_KEEP_DAYS: inCode,
  SVC_MAIL_IMAP_URL: { from: 'optional', secret: 'mail', key: 'imap-url' },
  SVC_MAIL_SMTP_URL: { from: 'optional', secret: 'mail', key: 'smtp-url' },
  SVC_MAIL_CA: { from: 'optional', secret: 'mail', key: 'ca' },
  SVC_MAIL_PLAIN_TEXT: inCode,
  SVC_MAIL_ADDRESS: chosen(''),
  SVC_MAIL_AUTHSERV_ID: chosen(''),
  SVC_MAIL_REQUIRE: inCode,
  SVC_MAIL_POLL_MS: inCode,
  SVC_FILES_KEEP_DAYS: inCode,
} satisfies Record<string, Source>;

const serviceSettings = {
  SVC_OPERATING_AREA: inCode,
  SVC_PUBLIC_HOLIDAYS: inCode,
  SVC_SANDBOX_CALLERS_MAX: inCode,
  SVC_CREDENTIALS_MAX: inCode,
  SVC_SESSION_IDLE_S: inCode,
  SVC_SESSION_LIFE_S: inCode,
  SVC_INSTRUCTIONS_DAYS: inCode,
  SVC_SUPPLIER_NAME: chosen(''),
  SVC_SUPPLIER_ADDRESS: chosen(''),
  SVC_SUPPLIER_VAT_NUMBER: chosen(''),
  SVC_SUPPLIER_BANK: chosen(''),
  // In certificates, so an installation keeps it when it is moved; empty: by the public URL.
  SVC_LOG_ORIGIN: chosen(''),
  SVC_LOG_WITNESSES: chosen(''),
  SVC_LOG_QUORUM: chosen('1'),
  SVC_LOG_WITNESS_TIMEOUT_MS: inCode,
  SVC_LOG_POLL_MS: inCode,
  SVC_PAYOUT_CENTS: inCode,
  SVC_PARTNER_KM_MAX: inCode,
  SVC_ROUTES_POLL_MS: inCode,
  SVC_AVERAGE_SPEED_KMH: inCode,
  // The same in every replica of tracking, so not left to `tuning`.
  SVC_TELEMETRY_RETENTION_DAYS: chosen('90'),
  SVC_TELEMETRY_WATERMARK_SECONDS: chosen('120'),
  SVC_EXCURSION_MINUTES: chosen(''),
  SVC_TELEMETRY_POLL_MS: inCode,
  SVC_UNASSIGNED_AFTER_S: inCode,
  SVC_ESCALATE_AFTER_S: inCode,
  SVC_WEBHOOK_ALLOW_LOOPBACK: inCode,
  SVC_WEBHOOK_DEADLINE_MS: inCode,
  SVC_WEBHOOK_CONCURRENCY: inCode,
  SVC_WEBHOOK_ENDPOINTS_MAX: inCode,
  SVC_WEBHOOK_HOST_PER_MINUTE: inCode,
  SVC_WEBHOOK_DNS_SERVERS: inCode,
} satisfies Record<string, Source>;

export const sources: Readonly<Record<string, Source>> = {
  ...processSettings,
  ...shown,
  ...gatewaySettings,
  ...deskSettings,
  ...fileExchange,
  ...serviceSettings,
};

/** Throws if the setting is not in the table. */
export function getSource(setting: string): Source {
  const source = sources[setting];
  if (!source) throw new Error(`${setting} is read by a process and missing in settings.ts`);
  return source;
}

/** Data of the ConfigMap `settings` of an environment. */
export const chosenSettings = (environment: 'live' | 'sandbox'): Record<string, string> =>
  Object.fromEntries(
    Object.entries(sources).flatMap(([name, source]) => {
      if (source.from !== 'settings') return [];
      const { value, sandbox = value } = source;
      return [[name, environment === 'live' ? value : sandbox]];
    }),
  );
