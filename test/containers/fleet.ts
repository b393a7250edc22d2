/** Postgres, NATS, and a container per role. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { docker } from '@svc/image/docker';
import { type StartedTestContainer, Wait } from 'testcontainers';
import type { Balancer } from '../rolling/balancer.ts';
import { startContainer } from './container.ts';
import {
  type HttpRole,
  httpPorts,
  type Images,
  isHttpRole,
  natsService,
  postgresService,
  type RoleOptions,
  roleService,
  roles,
} from './services.ts';

const ports = { admin: 9000, postgres: 5432, nats: 4222 } as const;
/** Public by every registry, and nobody's here: what a guard against private addresses lets through. */
const subnet = '11.77.0';
export const hostAddress = `${subnet}.1`;

export interface FleetOptions extends Omit<RoleOptions, 'image'> {
  images: Images;
  /** Of every role, beside what an environment needs. */
  environment: Record<string, string>;
  mounts: Record<string, string>;
  balancers: Readonly<Record<HttpRole, Balancer>>;
  /** Folder for the logs of containers that ended. */
  logs: string;
  /** On this machine, the same after a restart. */
  postgresPort: number;
  natsPort: number;
}

export async function startFleet(options: FleetOptions) {
  const { images, secret, environment, mounts, balancers } = options;
  const prefix = `svc-${process.pid}`;
  const running = new Map<string, StartedTestContainer>();
  const startMs = new Map<string, number>();
  await docker(['network', 'create', '--subnet', `${subnet}.0/24`, prefix]);

  const place = { network: prefix, prefix };
  const startPostgres = async () => {
    const command = 'pg_isready --username postgres --host 127.0.0.1';
    const bound = [{ container: ports.postgres, host: options.postgresPort }];
    const ready = Wait.forSuccessfulCommand(command);
    running.set(
      'postgres',
      await startContainer(postgresService(images.SVC_POSTGRES_IMAGE, secret), {
        ...{ ...place, alias: 'postgres', ports: bound, ready },
      }),
    );
  };
  const startNats = async () => {
    const bound = [{ container: ports.nats, host: options.natsPort }];
    const ready = Wait.forLogMessage('Server is ready');
    const nats = { ...place, alias: 'nats', ports: bound, ready };
    running.set('nats', await startContainer(natsService(images.SVC_NATS_IMAGE), nats));
  };
  const startRole = async (role: string): Promise<StartedTestContainer> => {
    const service = roleService(role, { ...options, image: images.SVC_IMAGE });
    const started = performance.now();
    const container = await startContainer(
      { ...service, environment: { ...service.environment, ...environment } },
      {
        ...{ ...place, alias: role, mounts },
        ports: isHttpRole(role) ? [httpPorts[role], ports.admin] : [ports.admin],
        ready: Wait.forHttp('/health/ready', ports.admin).withReadTimeout(2_000),
      },
    );
    startMs.set(role, performance.now() - started);
    running.set(role, container);
    if (isHttpRole(role)) await balancers[role].add(backendOf(role, container));
    return container;
  };
  const removeBackend = (role: string, container: StartedTestContainer) => {
    if (isHttpRole(role)) balancers[role].remove(backendOf(role, container).port);
  };
  const containerOf = (name: string): StartedTestContainer => {
    const container = running.get(name);
    if (!container) throw new Error(`no container ${name} runs`);
    return container;
  };
  /** Ends a container by this signal; answers its exit code. */
  let ended = 0;
  const end = async (name: string, container: StartedTestContainer, signal: string) => {
    const id = container.getId();
    await docker(['kill', '--signal', signal, id]);
    const code = Number(await docker(['wait', id]));
    ended += 1;
    await writeFile(join(options.logs, `${ended}-${name}.log`), await docker(['logs', id]));
    await docker(['rm', '--volumes', id]);
    return code;
  };

  return {
    roles,
    prefix,
    startMs,
    containerOf,
    startPostgres,
    startNats,
    startRole,
    startRoles: () => Promise.all(roles.map(startRole)),
    /** Starts another of this role, then stops the one before it, as a rolling update does. */
    replace: async (role: string): Promise<number> => {
      const old = containerOf(role);
      await startRole(role);
      const code = await end(role, old, 'TERM');
      removeBackend(role, old);
      return code;
    },
    kill: async (role: string): Promise<void> => {
      const old = containerOf(role);
      await end(role, old, 'KILL');
      removeBackend(role, old);
    },
    end: (name: string, signal: string) => end(name, containerOf(name), signal),
    exec: async (name: string, ...command: string[]): Promise<string> =>
      docker(['exec', containerOf(name).getId(), ...command]),
    stop: async () => {
      const ids = [...running.values()].map((container) => container.getId());
      const all = await docker(['ps', '--all', '--quiet', '--no-trunc']);
      const left = ids.filter((id) => all.includes(id));
      if (left.length > 0) await docker(['rm', '--force', '--volumes', ...left]);
      const volumes = await docker(['volume', 'ls', '--quiet', '--filter', `name=${prefix}-`]);
      if (volumes) await docker(['volume', 'rm', ...volumes.split('\n')]);
      await docker(['network', 'rm', prefix]);
    },
  };
}

const backendOf = (role: HttpRole, container: StartedTestContainer) => ({
  port: container.getMappedPort(httpPorts[role]),
  adminPort: container.getMappedPort(ports.admin),
});
