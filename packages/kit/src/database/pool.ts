/** Connection pools of a service, their timeouts, and which errors of Postgres may pass. */
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import type { Logger } from '../observability/log.ts';
import { type Breaker, createBreaker } from './breaker.ts';

/**
 * Timeouts that detect a dead server: a host that fails without closing its connections. A server
 * whose processors are busy takes seconds for a hundred concurrent new connections; giving them up
 * earlier wastes what it has done and asks for it again.
 */
export const liveness = {
  connectionTimeoutMillis: 4_000,
  query_timeout: 6_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  // Saves round trips. Also: only in pipeline mode does a timed-out query end its connection.
  pipeline: true,
} satisfies PoolConfig;
/** Keepalive at the server's end: by default it would keep the locks of a dead client for 2 h. */
export const serverLiveness =
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3';

/** Timeouts that keep a stuck statement from exhausting the pool. */
const bounds = {
  // A new connection costs both ends a handshake and its prepared statements: kept over short lulls.
  idleTimeoutMillis: 60_000,
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
} satisfies PoolConfig;

export interface Pools {
  /** Commands and reactions. */
  write: Pool;
  /** Queries, in read-only sessions: a single SELECT needs no transaction around it. */
  read: Pool;
  /** Whether callers are refused at once (`breaker.ts`). */
  isAway(): boolean;
  end(): Promise<void>;
}

/**
 * Planner settings of every session (docs/architecture/data.md). Statements are prepared once per
 * connection, and a plan made while a table was empty is a sequential scan that stays in use when
 * the table is full: observed as a full scan per batch. Each table is read by key, so an index scan
 * is right at any size. JIT is off because the penalty cost of a disabled scan (before Postgres 18)
 * would trigger a compilation that takes longer than the statement; that was not measured.
 */
export const plannerSettings = '-c enable_seqscan=off -c jit=off';

/**
 * Transactions run few texts many times: each is planned once per connection, without its values
 * (docs/architecture/data.md). The default of Postgres plans the first five executions of a text,
 * and all whose values promise a cheaper plan. Queries keep the default: their filters and pages
 * differ.
 */
const planOnce = '-c plan_cache_mode=force_generic_plan';

export function createPools(options: {
  url: string;
  schema: string;
  max: number;
  log: Logger;
}): Pools {
  const server = { ...liveness, connectionString: options.url };
  const probes = { ...server, application_name: `${options.schema}:probe` };
  const breaker = createBreaker(probes, options.log);
  const make = (name: string, settings: string) =>
    watched(
      options.log,
      new GuardedPool(breaker, {
        ...server,
        ...bounds,
        application_name: `${options.schema}:${name}`,
        max: options.max,
        options: `-c search_path=${options.schema} ${plannerSettings} ${serverLiveness} ${settings}`,
      }),
      breaker.suspect,
    );
  const write = make('write', planOnce);
  const read = make('read', '-c default_transaction_read_only=on');
  return {
    write,
    read,
    isAway: breaker.isAway,
    end: async () => {
      breaker.close();
      await Promise.all([write.end(), read.end()]);
    },
  };
}

/** Asks its breaker before it hands out a connection, new or idle; `query` passes here, too. */
class GuardedPool extends Pool {
  readonly #breaker: Breaker;
  constructor(breaker: Breaker, config: PoolConfig) {
    super(config);
    this.#breaker = breaker;
  }

  override connect(): Promise<PoolClient>;
  override connect(done: ConnectCallback): void;
  override connect(done?: ConnectCallback): unknown {
    const connected = this.#connect();
    if (done === undefined) return connected;
    return connected.then(
      (client) => done(undefined, client, client.release),
      (error) => done(error, undefined, () => undefined),
    );
  }

  async #connect(): Promise<PoolClient> {
    this.#breaker.check();
    try {
      return await super.connect();
    } catch (error) {
      this.#breaker.suspect();
      throw error;
    }
  }
}
type ConnectCallback = Parameters<Pool['connect']>[0];

/** A pool that detects dead servers and replaces lost connections. */
export const createLivePool = (log: Logger, config: PoolConfig): Pool =>
  watched(log, new Pool({ options: serverLiveness, ...liveness, ...config }));

function watched(log: Logger, pool: Pool, suspect = () => {}): Pool {
  const { application_name: name } = pool.options;
  // Without a listener, an error on a connection, idle or checked out, is an uncaught exception.
  const warn = (err: Error) => {
    log.warn({ err, pool: name }, 'postgres connection lost');
    suspect();
  };
  pool.on('error', warn);
  pool.on('connect', (client) => client.on('error', warn));
  return pool;
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/**
 * True for failures of the connection or the server, which may pass; false for bugs. Class 53 holds
 * a full disk (53100); a read-only server (25006) is how a failover looks to live connections.
 */
export function isConnectionFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return (
    isReadOnly(error) ||
    /^(08|57P0|53|25P03|55P03|57014)/.test(code) ||
    /^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NOTFOUND|AI_AGAIN)$/.test(code) ||
    /Connection terminated|connection error|Query read timeout|timeout exceeded when trying to connect|Client was closed/i.test(
      error.message,
    )
  );
}

/** A write in a read-only transaction. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === '25006';

/**
 * A prepared `select *` (or `returning *`) whose table a migration has altered since: Postgres refuses
 * it on that connection for ever, while the rows and the text are all right.
 */
export const isStalePlan = (error: unknown): boolean =>
  codeOf(error) === '0A000' &&
  error instanceof Error &&
  error.message === 'cached plan must not change result type';

/** The same transaction may succeed when it is tried again: serialization failure, deadlock, stale plan. */
export const isConflict = (error: unknown): boolean =>
  ['40001', '40P01'].includes(codeOf(error)) || isStalePlan(error);
