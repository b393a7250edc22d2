/** The containers of deploy/compose.yaml: Postgres, NATS, migrations, a container per role, a witness. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { docker } from '@svc/image/docker';
import { type StartedTestContainer, Wait } from 'testcontainers';
import type { Balancer } from '../rolling/balancer.ts';
import { bare, composeService, migrationNames } from './compose.ts';
import { type Placement, runContainer, startContainer } from './container.ts';
import { type HttpRole, httpPorts, isHttpRole, roleOf, roles } from './roles.ts';

const ports = { admin: 9000, postgres: 5432, nats: 4222 } as const;
const bucketPort = 5000;
/** Public by every registry, and nobody's here: what a guard against private addresses lets through. */
const subnet = '11.77.0';
export const hostAddress = `${subnet}.1`;

export interface FleetOptions {
  /** Of compose.yaml. */
  variables: Record<string, string>;
  /** Folder of the drawn secrets. */
  secrets: string;
  /** Of every role, beside what compose.yaml says. */
  environment: Record<string, string>;
  /** Files of this machine by their place in each role's container. */
  mounts: Record<string, string>;
  balancers: Readonly<Record<HttpRole, Balancer>>;
  /** Folder for the logs of containers that ended. */
  logs: string;
  /** On this machine, the same after a restart. */
  postgresPort: number;
  natsPort: number;
}

export async function startFleet(options: FleetOptions) {
  const { balancers } = options;
  const prefix = `svc-${process.pid}`;
  const running = new Map<string, StartedTestContainer>();
  /** Not of compose.yaml. */
  const beside: StartedTestContainer[] = [];
  const startMs = new Map<string, number>();
  await docker(['network', 'create', '--subnet', `${subnet}.0/24`, prefix]);

  const place = { network: prefix, prefix };
  const service = (name: string) => composeService(name, options);
  const start = async (name: string, where: Pick<Placement, 'ports' | 'ready'>, given = {}) => {
    const alias = roleOf(name);
    const container = await startContainer(
      { ...service(alias), ...given },
      { ...place, alias, ...where },
    );
    running.set(name, container);
    return container;
  };
  const startPostgres = () =>
    start('postgres', {
      ports: [{ container: ports.postgres, host: options.postgresPort }],
      ready: Wait.forSuccessfulCommand('pg_isready --username postgres --host 127.0.0.1'),
    });
  const startNats = () =>
    start('nats', {
      ports: [{ container: ports.nats, host: options.natsPort }],
      ready: Wait.forLogMessage('Server is ready'),
    });
  const roleParts = (role: string) => {
    const { environment, mounts } = service(role);
    const more = Object.entries(options.mounts).map(
      ([target, source]) => ({ source, target, isVolume: false, mode: 'ro' }) as const,
    );
    return {
      environment: { ...environment, ...options.environment },
      mounts: [...mounts, ...more],
    };
  };
  const startRole = async (name: string): Promise<StartedTestContainer> => {
    const role = roleOf(name);
    const started = performance.now();
    const where = {
      ports: isHttpRole(role) ? [httpPorts[role], ports.admin] : [ports.admin],
      ready: Wait.forHttp('/health/ready', ports.admin).withReadTimeout(2_000),
    };
    const container = await start(name, where, roleParts(role));
    startMs.set(name, performance.now() - started);
    if (isHttpRole(role)) await balancers[role].add(backendOf(role, container));
    return container;
  };
  const removeBackend = (name: string, container: StartedTestContainer) => {
    const role = roleOf(name);
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
    await writeFile(join(options.logs, `${ended}-${name}.log`), await logOf(id));
    await docker(['rm', '--volumes', id]);
    return code;
  };
  const endNow = async (name: string, signal: string): Promise<number> => {
    const container = containerOf(name);
    const code = await end(name, container, signal);
    removeBackend(name, container);
    return code;
  };

  return {
    roles,
    prefix,
    startMs,
    containerOf,
    names: () => [...running.keys()],
    startPostgres,
    startNats,
    startRole,
    startRoles: () => Promise.all(roles.map(startRole)),
    migrate: async () => {
      for (const name of migrationNames) await runContainer(service(name), place);
    },
    /** The copy of the backups, as its profile starts it. */
    startCopy: () => start('copy', { ports: [], ready: Wait.forSuccessfulCommand('true') }),
    /** Where this machine reaches the bucket; containers reach it by its name. */
    startBucket: async (): Promise<string> => {
      const image = String(process.env.SVC_BUCKET_IMAGE);
      const ready = Wait.forHttp('/moto-api/', bucketPort);
      const container = await startContainer(
        { ...bare, image },
        { ...place, alias: 'bucket', ports: [bucketPort], ready },
      );
      beside.push(container);
      return `http://127.0.0.1:${container.getMappedPort(bucketPort)}`;
    },
    startWitness: () => start('witness', { ports: [], ready: Wait.forLogMessage(/^address /) }),
    /** Another value of a variable of compose.yaml, for containers that start from now on. */
    set: (variable: string, value: string) => {
      options.variables[variable] = value;
    },
    /** A command in a container of its own, as `docker compose run --rm <name>`. */
    run: (name: string, ...command: string[]) => runContainer(service(name), place, command),
    /** Starts another of this role, then stops the one before it, as a rolling update does. */
    replace: async (name: string): Promise<number> => {
      const old = containerOf(name);
      await startRole(name);
      const code = await end(name, old, 'TERM');
      removeBackend(name, old);
      return code;
    },
    end: async (name: string, signal: string) => {
      const code = await endNow(name, signal);
      running.delete(name);
      return code;
    },
    logOf: (name: string) => logOf(containerOf(name).getId()),
    exec: async (name: string, ...command: string[]): Promise<string> =>
      docker(['exec', containerOf(name).getId(), ...command]),
    stop: async () => {
      const ids = [...running.values(), ...beside].map((container) => container.getId());
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

/** Both streams: NATS and Postgres write to standard error. */
async function logOf(id: string): Promise<string> {
  const read = promisify(execFile)('docker', ['logs', id], { maxBuffer: 2 ** 28 });
  const { stdout, stderr } = await read;
  return stdout + stderr;
}
