/** Whether Postgres answers, so that callers of a lost server are refused at once. */
import { Client, type ClientConfig, DatabaseError } from 'pg';
import type { Logger } from '../observability/log.ts';

/** A server that is away: nothing was asked of it. Class 08 is that of failed connections. */
export class PostgresAway extends Error {
  readonly code = '08006';
  constructor() {
    super('postgres is away, and asked again each second');
  }
}

export interface Breaker {
  /** The last probe had no answer. */
  isAway(): boolean;
  /** Throws {@link PostgresAway} while it is away. */
  check(): void;
  /** A connection failed or broke: probes at once, and each second until there is an answer. */
  suspect(): void;
  close(): void;
}

const probeEveryMs = 1_000;

/**
 * Two failures open it, one of a caller and one of its own: connections that break one by one, or are
 * refused by a server that answers, refuse nobody. `server` is what its probes connect to.
 */
export function createBreaker(server: ClientConfig, log: Logger): Breaker {
  let isAway = false;
  let isProbing = false;
  let next: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function probe(): Promise<void> {
    const answers = await isAnswering(isAway ? { ...server, ...impatient } : server);
    if (isStopped) return;
    if (isAway === answers) {
      isAway = !answers;
      if (isAway) log.error('postgres is away: callers are refused at once');
      else log.info('postgres is back');
    }
    isProbing = isAway;
    if (isAway) next = setTimeout(probe, probeEveryMs).unref();
  }

  return {
    isAway: () => isAway,
    check() {
      if (isAway) throw new PostgresAway();
    },
    suspect() {
      if (isProbing || isStopped) return;
      isProbing = true;
      void probe();
    },
    close() {
      isStopped = true;
      clearTimeout(next);
    },
  };
}

/** Later probes wait for a second each; the first waits as long as a caller does, for a busy server. */
const impatient = { connectionTimeoutMillis: probeEveryMs } satisfies ClientConfig;

/** A refusal is an answer, except of a server that starts or stops (57P01 to 57P03). */
async function isAnswering(server: ClientConfig): Promise<boolean> {
  const client = new Client(server);
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    return error instanceof DatabaseError && !error.code?.startsWith('57P0');
  } finally {
    client.end().catch(() => undefined);
  }
}
