/** Logins that are kept while they are used, one per wholesaler; used by one at a time. */
import type { Config } from './config.ts';
import { connect, type SftpSession } from './sftp.ts';

const idleMs = 60_000;
/** The longest turn; then the login is given up. */
const turnMs = 60_000;

/** How long a turn may keep others waiting, and how long nobody tries after one that failed so. */
export interface Patience {
  patienceMs: number;
  restMs: number;
}
const usual: Patience = { patienceMs: 3_000, restMs: 10_000 };

export interface Sessions {
  /**
   * A login that was lost is made again for the next. Where the server keeps one waiting, the others
   * fail at once instead of waiting behind it: whoever called has other wholesalers to serve.
   */
  use<T>(username: string, work: (session: SftpSession) => Promise<T>): Promise<T>;
  close(): void;
}

interface Kept {
  session: SftpSession | undefined;
  idle: NodeJS.Timeout | undefined;
  isBusy: boolean;
  isHeldUp: boolean;
  waiting: { go(): void; fail(error: Error): void }[];
}

export function createSessions(config: Config, patience = usual): Sessions {
  const kept = new Map<string, Kept>();
  const keptFor = (username: string): Kept => {
    const empty = { session: undefined, idle: undefined, isBusy: false, isHeldUp: false };
    const own = kept.get(username) ?? { ...empty, waiting: [] };
    kept.set(username, own);
    return own;
  };
  const withSession = async <T>(
    username: string,
    own: Kept,
    work: (session: SftpSession) => Promise<T>,
  ): Promise<T> => {
    clearTimeout(own.idle);
    const limit = setTimeout(() => drop(own), turnMs);
    try {
      if (!own.session?.isOpen()) own.session = await connect(config, username);
      return await work(own.session);
    } finally {
      clearTimeout(limit);
      if (!own.session?.isOpen()) drop(own);
      own.idle = setTimeout(drop, idleMs, own).unref();
    }
  };
  return {
    use: async (username, work) => {
      const own = keptFor(username);
      await itsTurn(own);
      return inTurn(own, patience, () => withSession(username, own, work));
    },
    close: () => {
      for (const own of kept.values()) drop(own);
    },
  };
}

function drop(own: Kept): void {
  clearTimeout(own.idle);
  own.session?.close();
  own.session = undefined;
}

const heldUp = () => new Error('the SFTP server keeps this wholesaler waiting');

async function itsTurn(own: Kept): Promise<void> {
  if (own.isHeldUp) throw heldUp();
  if (own.isBusy) await new Promise<void>((go, fail) => own.waiting.push({ go, fail }));
  own.isBusy = true;
}

async function inTurn<T>(
  own: Kept,
  { patienceMs, restMs }: Patience,
  work: () => Promise<T>,
): Promise<T> {
  const warn = setTimeout(() => {
    own.isHeldUp = true;
    for (const { fail } of own.waiting.splice(0)) fail(heldUp());
  }, patienceMs);
  const recover = () => {
    own.isHeldUp = false;
  };
  try {
    const result = await work();
    recover();
    return result;
  } finally {
    clearTimeout(warn);
    if (own.isHeldUp) setTimeout(recover, restMs).unref();
    const next = own.waiting.shift();
    if (next) next.go();
    else own.isBusy = false;
  }
}
