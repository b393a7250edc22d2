import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { startChild } from './child.ts';
import { freePort, requirePort } from './ports.ts';
import { serverAccount } from './postgres-account.ts';
import { postgresBinaries } from './postgres-binaries.ts';
import { initialise, serverEnv } from './postgres-data.ts';
import { postgresFolder } from './postgres-folder.ts';
import { ownerName } from './processes.ts';

export type PostgresOptions = {
  /** Kept between runs; made on first use. */
  dir: string;
  /** Default: a free one. */
  port?: number;
  /** false gives up crash safety for speed: for tests. */
  durable: boolean;
  /** Default: postgres.log in `dir`. */
  log?: string;
  /** Counts what each statement costs, in pg_stat_statements. */
  profile?: boolean;
};

export type Postgres = {
  /** Superuser URL of the database "postgres". */
  url: string;
  port: number;
  pid: number;
  stop: () => Promise<void>;
  /** Stops it and deletes its data. */
  remove: () => Promise<void>;
};

/** Starts the bundled Postgres on 127.0.0.1 with its data in `dir`, also when we are root. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const dir = resolve(options.dir);
  if (options.port !== undefined) await requirePort(options.port, 'SVC_POSTGRES_PORT');
  const user = serverAccount();
  const place = await postgresFolder(dir, user);
  const binaries = await postgresBinaries(place, user);
  const data = await initialise({ place, binaries, user, sync: options.durable });
  const password = await readFile(join(place, 'password'), 'utf8');
  const port = options.port ?? (await freePort());
  const server = await startChild({
    command: join(binaries, 'bin', 'postgres'),
    args: ['-D', data, '-p', `${port}`, ...settings(options)],
    logFile: options.log ?? join(dir, 'postgres.log'),
    ready: (output) => output.includes('database system is ready to accept connections'),
    readyTimeoutMs: 60_000,
    stopSignal: 'SIGINT',
    env: serverEnv,
    cwd: '/',
    user,
  });
  const stop = () => server.stop(30_000);
  const remove = async () => {
    await stop();
    await rm(place, { recursive: true, force: true });
    await rm(dir, { recursive: true, force: true });
  };
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  return { url, port, pid: server.pid, stop, remove };
}

function settings({ durable, profile = false }: PostgresOptions): string[] {
  const unsafe = {
    ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
    ...{ wal_level: 'minimal', max_wal_senders: '0' },
    // The hash of a password that lives for minutes may be as cheap as it can be.
    scram_iterations: '1',
  };
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '800',
    cluster_name: ownerName,
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(durable ? {} : unsafe),
    ...(profile ? { shared_preload_libraries: 'pg_stat_statements' } : {}),
  };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
