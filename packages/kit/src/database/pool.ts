import { Pool, type PoolConfig } from 'pg';
import type { Logger } from '../log.ts';

/** A host that died without a word is given up after this, at either end of the connection. */
export const liveness = {
  connectionTimeoutMillis: 2_000,
  query_timeout: 6_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  // Beside saving round trips: only so does a query that timed out end its connection.
  pipeline: true,
} satisfies PoolConfig;
/** Without these, the server would keep the locks of a dead host for two hours. */
export const serverLiveness =
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3';

/** Bounds that keep one stuck statement from taking the service with it. */
const bounds = {
  ...liveness,
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
} satisfies PoolConfig;

export interface Pools {
  /** Commands and reactions. */
  write: Pool;
  /** Queries: its sessions are read-only, so a single SELECT needs no transaction around it. */
  read: Pool;
  end(): Promise<void>;
}

export function createPools(options: {
  url: string;
  schema: string;
  max: number;
  log: Logger;
}): Pools {
  const make = (name: string, settings: string) =>
    livelyPool(options.log, {
      ...bounds,
      connectionString: options.url,
      application_name: `${options.schema}:${name}`,
      max: options.max,
      options: `-c search_path=${options.schema} -c enable_seqscan=off -c jit=off ${serverLiveness} ${settings}`,
    });
  const write = make('write', '');
  const read = make('read', '-c default_transaction_read_only=on');
  return {
    write,
    read,
    end: async () => {
      await Promise.all([write.end(), read.end()]);
    },
  };
}

/** A pool that outlives its connections. */
export function livelyPool(log: Logger, config: PoolConfig): Pool {
  const pool = new Pool({ options: serverLiveness, ...liveness, ...config });
  const name = config.application_name;
  // An error on a connection, idle or checked out, is an uncaught exception unless heard here.
  const hear = (err: Error) => log.warn({ err, pool: name }, 'postgres connection lost');
  pool.on('error', hear);
  pool.on('connect', (client) => client.on('error', hear));
  return pool;
}

/** True for failures of the connection or the server, which may pass; false for bugs. */
export function isConnectionFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    /^(08|57P0|53[023]|25P03|55P03|57014)/.test(code) ||
    /^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NOTFOUND|AI_AGAIN)$/.test(code) ||
    /Connection terminated|connection error|Query read timeout|timeout exceeded when trying to connect|Client was closed/i.test(
      error.message,
    )
  );
}
