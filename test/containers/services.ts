/** What runs in the containers: Postgres, NATS and a process per role, hardened as in production. */
import { serviceNames } from '@svc/local/services';

export interface ContainerService {
  image: string;
  environment: Record<string, string>;
  entrypoint?: string[];
  command?: string[];
  /** Volumes by the place where they are mounted. */
  volumes: Record<string, string>;
  /** Read-only root without capabilities; /tmp in memory. */
  isHardened: boolean;
}

export interface Images {
  SVC_IMAGE: string;
  SVC_POSTGRES_IMAGE: string;
  SVC_NATS_IMAGE: string;
}

export const roles: readonly string[] = [...serviceNames, 'gateway', 'desk'];

/** Of the roles that are reached over HTTP: their ports in the container. */
export const httpPorts = { gateway: 8080, desk: 8082 } as const;
export type HttpRole = keyof typeof httpPorts;
export const isHttpRole = (role: string): role is HttpRole => Object.hasOwn(httpPorts, role);

const archiveCommand =
  'test ! -f /backup/log/%f && cp %p /backup/log/%f.part && mv /backup/log/%f.part /backup/log/%f';

/** With an archive of its log, as in deploy/compose.yaml. */
export const postgresService = (image: string, password: string): ContainerService => ({
  image,
  environment: { POSTGRES_PASSWORD: password },
  entrypoint: [
    ...['sh', '-c'],
    'install -d -o postgres -g postgres /backup /backup/log && exec docker-entrypoint.sh "$@"',
    'postgres',
  ],
  command: [
    ...['postgres', '-cmax_connections=300', '-carchive_mode=on', '-carchive_timeout=60'],
    `-carchive_command=${archiveCommand}`,
  ],
  volumes: { '/var/lib/postgresql': 'postgres', '/backup': 'backup' },
  isHardened: false,
});

export const natsService = (image: string): ContainerService => ({
  image,
  environment: {},
  command: ['-js', '-sd', '/data'],
  volumes: { '/data': 'nats' },
  isHardened: false,
});

export interface RoleOptions {
  image: string;
  secret: string;
  publicUrl: string;
  desk: { url: string; issuer: string; clientId: string };
}

export const roleService = (role: string, options: RoleOptions): ContainerService => ({
  image: options.image,
  environment: {
    SVC_SERVICE: role,
    SVC_SECRET: options.secret,
    SVC_NATS_URL: 'nats://nats:4222',
    SVC_ADMIN_HOST: '0.0.0.0',
    SVC_PUBLIC_URL: options.publicUrl,
    SVC_AUTH_URL: options.publicUrl,
    SVC_API_URL: `${options.publicUrl}/v1`,
    ...variablesOf(role, options),
  },
  volumes: { '/files': 'files' },
  isHardened: true,
});

/** What not every role has. */
function variablesOf(role: string, { secret, desk }: RoleOptions): Record<string, string> {
  if (!isHttpRole(role)) {
    return { SVC_POSTGRES_URL: `postgres://postgres:${secret}@postgres:5432/postgres` };
  }
  const host = { SVC_HTTP_HOST: '0.0.0.0' };
  if (role === 'gateway') return host;
  const { url, issuer, clientId } = desk;
  return { ...host, SVC_DESK_URL: url, SVC_OIDC_ISSUER: issuer, SVC_OIDC_CLIENT_ID: clientId };
}
