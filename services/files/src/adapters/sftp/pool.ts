/** Pool of SFTP sessions: one per wholesaler, kept alive while in use, exclusive per caller. */
import type { Config } from '../../config.ts';
import { openSftpSession, type SftpSession } from './session.ts';

/** An unused session is closed after this. */
const idleMs = 60_000;
/** Longest hold of a session, ms; then it is closed and its operations fail. */
const holdLimitMs = 60_000;

/** Circuit breaker per wholesaler. */
export interface PoolTimeouts {
  /** A hold longer than this opens the breaker: waiting and new callers fail immediately. */
  holdMaxMs: number;
  /** After a failed hold the breaker stays open for this long. */
  backoffMs: number;
}
const defaultTimeouts: PoolTimeouts = { holdMaxMs: 3_000, backoffMs: 10_000 };

export interface SftpPool {
  /**
   * Runs `work` with exclusive use of the session; reconnects a lost one. Fails fast while the
   * breaker is open, so that one silent server does not block lanes that serve other wholesalers.
   */
  withSession<T>(username: string, work: (session: SftpSession) => Promise<T>): Promise<T>;
  close(): void;
}

interface PoolEntry {
  session: SftpSession | undefined;
  idle: NodeJS.Timeout | undefined;
  isBusy: boolean;
  isHeldUp: boolean;
  waiting: { go(): void; fail(error: Error): void }[];
}

export function createSftpPool(config: Config, timeouts = defaultTimeouts): SftpPool {
  const entries = new Map<string, PoolEntry>();
  const entryFor = (username: string): PoolEntry => {
    const empty = { session: undefined, idle: undefined, isBusy: false, isHeldUp: false };
    const entry = entries.get(username) ?? { ...empty, waiting: [] };
    entries.set(username, entry);
    return entry;
  };
  const withSession = async <T>(
    username: string,
    entry: PoolEntry,
    work: (session: SftpSession) => Promise<T>,
  ): Promise<T> => {
    clearTimeout(entry.idle);
    const limit = setTimeout(() => drop(entry), holdLimitMs);
    try {
      if (!entry.session?.isOpen()) entry.session = await openSftpSession(config, username);
      return await work(entry.session);
    } finally {
      clearTimeout(limit);
      if (!entry.session?.isOpen()) drop(entry);
      entry.idle = setTimeout(drop, idleMs, entry).unref();
    }
  };
  return {
    withSession: async (username, work) => {
      const entry = entryFor(username);
      await acquire(entry);
      return runExclusive(entry, timeouts, () => withSession(username, entry, work));
    },
    close: () => {
      for (const entry of entries.values()) drop(entry);
    },
  };
}

function drop(entry: PoolEntry): void {
  clearTimeout(entry.idle);
  entry.session?.close();
  entry.session = undefined;
}

const heldUp = () => new Error('the SFTP server keeps this wholesaler waiting');

async function acquire(entry: PoolEntry): Promise<void> {
  if (entry.isHeldUp) throw heldUp();
  if (entry.isBusy) await new Promise<void>((go, fail) => entry.waiting.push({ go, fail }));
  entry.isBusy = true;
}

async function runExclusive<T>(
  entry: PoolEntry,
  { holdMaxMs, backoffMs }: PoolTimeouts,
  work: () => Promise<T>,
): Promise<T> {
  const warn = setTimeout(() => {
    entry.isHeldUp = true;
    for (const { fail } of entry.waiting.splice(0)) fail(heldUp());
  }, holdMaxMs);
  const recover = () => {
    entry.isHeldUp = false;
  };
  try {
    const result = await work();
    recover();
    return result;
  } finally {
    clearTimeout(warn);
    if (entry.isHeldUp) setTimeout(recover, backoffMs).unref();
    const next = entry.waiting.shift();
    if (next) next.go();
    else entry.isBusy = false;
  }
}
