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

export const roles: readonly string[] = [...serviceNames, 'gateway'];

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
}

export const roleService = (
  role: string,
  { image, secret, publicUrl }: RoleOptions,
): ContainerService => ({
  image,
  environment: {
    SVC_SERVICE: role,
    SVC_SECRET: secret,
    SVC_NATS_URL: 'nats://nats:4222',
    SVC_ADMIN_HOST: '0.0.0.0',
    SVC_PUBLIC_URL: publicUrl,
    SVC_AUTH_URL: publicUrl,
    SVC_API_URL: `${publicUrl}/v1`,
    ...(role === 'gateway'
      ? { SVC_HTTP_HOST: '0.0.0.0' }
      : { SVC_POSTGRES_URL: `postgres://postgres:${secret}@postgres:5432/postgres` }),
  },
  volumes: { '/files': 'files' },
  isHardened: true,
});
