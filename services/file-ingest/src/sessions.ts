/** Logins that are kept while they are used, one per wholesaler; used by one at a time. */
import type { Config } from './config.ts';
import { connect, type SftpSession } from './sftp.ts';

const idleMs = 60_000;

export interface Sessions {
  /** A login that was lost is made again for the next. */
  use<T>(username: string, work: (session: SftpSession) => Promise<T>): Promise<T>;
  close(): void;
}

interface Kept {
  session: SftpSession | undefined;
  /** Ends with the last one in the line. */
  line: Promise<unknown>;
  timer: NodeJS.Timeout | undefined;
}

export function createSessions(config: Config): Sessions {
  const kept = new Map<string, Kept>();
  const drop = (username: string) => {
    const own = kept.get(username);
    clearTimeout(own?.timer);
    own?.session?.close();
    if (own) own.session = undefined;
  };
  const turn = async <T>(username: string, own: Kept, work: (s: SftpSession) => Promise<T>) => {
    clearTimeout(own.timer);
    try {
      if (!own.session?.isOpen()) own.session = await connect(config, username);
      return await work(own.session);
    } finally {
      if (!own.session?.isOpen()) drop(username);
      own.timer = setTimeout(drop, idleMs, username).unref();
    }
  };
  return {
    use: (username, work) => {
      const own: Kept = kept.get(username) ?? {
        session: undefined,
        line: Promise.resolve(),
        timer: undefined,
      };
      kept.set(username, own);
      const answer = own.line.then(() => turn(username, own, work));
      own.line = answer.catch(() => undefined);
      return answer;
    },
    close: () => {
      for (const username of kept.keys()) drop(username);
    },
  };
}
