/** One login to the SFTP server: the few things that are done there, each with a deadline. */
import { createHash } from 'node:crypto';
import ssh2, { type SFTPWrapper } from 'ssh2';
import type { Config } from './config.ts';
import type { Entry } from './domain/file.ts';

const connectMs = 10_000;
const operationMs = 30_000;

export interface SftpSession {
  list(folder: string): Promise<Entry[]>;
  /** Undefined for nothing there. A link is looked at, not followed. */
  look(path: string): Promise<Omit<Entry, 'name'> | undefined>;
  /** False when nothing is there any more. */
  move(from: string, to: string): Promise<boolean>;
  read(path: string): Promise<Buffer>;
  /** Whole or not at all: written beside, then renamed, over what may lie there. */
  place(path: string, bytes: Buffer): Promise<void>;
  /** What is not there is removed already. */
  remove(path: string): Promise<void>;
  isOpen(): boolean;
  close(): void;
}

/** Logs in as the wholesaler, with the service's key, on the very server that is expected. */
export async function connect(
  config: Config,
  username: string,
  timeoutMs = connectMs,
): Promise<SftpSession> {
  const client = new ssh2.Client();
  let isOpen = true;
  const ended = new Promise<never>((_, reject) => {
    client.once('close', () => {
      isOpen = false;
      reject(new Error('the SFTP connection ended'));
    });
    client.on('error', reject);
  });
  ended.catch(() => undefined);
  /** Never waits beyond the deadline; a connection that dawdles is given up. */
  const bounded = async <T>(timeoutMs: number, work: Promise<T>): Promise<T> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        client.destroy();
        reject(new Error(`the SFTP server took more than ${timeoutMs} ms`));
      }, timeoutMs);
    });
    try {
      return await Promise.race([work, ended, late]);
    } finally {
      clearTimeout(timer);
    }
  };
  const opened = new Promise<SFTPWrapper>((resolve, reject) => {
    client.once('ready', () =>
      client.setNoDelay().sftp((error, sftp) => (error ? reject(error) : resolve(sftp))),
    );
  });
  client.connect({
    host: config.SVC_SFTP_HOST ?? '',
    port: config.SVC_SFTP_PORT,
    username,
    privateKey: config.SVC_SFTP_KEY ?? '',
    hostVerifier: (key: Buffer) => isExpected(key, config),
    readyTimeout: connectMs,
    keepaliveInterval: operationMs,
  });
  const sftp = await bounded(timeoutMs, opened).catch((error: unknown) => {
    client.destroy();
    throw error;
  });
  return {
    ...operations(sftp, (work) => bounded(operationMs, work)),
    isOpen: () => isOpen,
    close: () => client.end(),
  };
}

function isExpected(key: Buffer, { SVC_SFTP_HOST_KEY = '' }: Config): boolean {
  const digest = createHash('sha256').update(key).digest('base64').replace(/=+$/, '');
  return SVC_SFTP_HOST_KEY.split(',').includes(`SHA256:${digest}`);
}

type Bounded = <T>(work: Promise<T>) => Promise<T>;
type Answer<T> = (error: Error | undefined | null, value: T) => void;

const asked = <T>(ask: (answer: Answer<T>) => void): Promise<T> =>
  new Promise((resolve, reject) => {
    ask((error, value) => (error ? reject(error) : resolve(value)));
  });
const done = (ask: (answer: (error?: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    ask((error) => (error ? reject(error) : resolve()));
  });

const noSuchFile = 2;
const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === noSuchFile;

function operations(sftp: SFTPWrapper, bounded: Bounded): Omit<SftpSession, 'isOpen' | 'close'> {
  const unlessMissing = <T, M>(work: Promise<T>, missing: M): Promise<T | M> =>
    work.catch((error: unknown) => {
      if (isMissing(error)) return missing;
      throw error;
    });
  /** A server without OpenSSH's extension renames onto nothing that is there. */
  const over = async (from: string, to: string) => {
    const renamed = bounded(done((answer) => sftp.ext_openssh_rename(from, to, answer)));
    await renamed.catch(async (error: unknown) => {
      if (!/does not support/.test(String(error))) throw error;
      await remove(to);
      await bounded(done((answer) => sftp.rename(from, to, answer)));
    });
  };
  const remove = (path: string) =>
    unlessMissing(bounded(done((answer) => sftp.unlink(path, answer))), undefined);
  return {
    remove,
    list: async (folder) => {
      const found = await bounded(
        asked<ssh2.FileEntry[]>((answer) => sftp.readdir(folder, answer)),
      );
      return found.map(({ filename, attrs }) => ({ name: filename, ...entryOf(attrs) }));
    },
    look: async (path) => {
      const stats = bounded(asked<ssh2.Stats>((answer) => sftp.lstat(path, answer)));
      const found = await unlessMissing(stats, undefined);
      return found && entryOf(found);
    },
    move: (from, to) =>
      unlessMissing(
        bounded(done((answer) => sftp.rename(from, to, answer))).then(() => true),
        false,
      ),
    read: (path) => bounded(asked<Buffer>((answer) => sftp.readFile(path, answer))),
    place: async (path, bytes) => {
      const beside = path.replace(/([^/]+)$/, '.$1.tmp');
      try {
        await bounded(done((answer) => sftp.writeFile(beside, bytes, answer)));
        await over(beside, path);
      } catch (error) {
        await remove(beside).catch(() => undefined);
        throw error;
      }
    },
  };
}

/** Kind of file in the mode bits of POSIX. */
const kindMask = 0o170000;
const kinds = new Map<number, Entry['kind']>([
  [0o100000, 'file'],
  [0o040000, 'folder'],
]);

const entryOf = ({ mode, size, mtime }: ssh2.Attributes): Omit<Entry, 'name'> => ({
  kind: kinds.get(mode & kindMask) ?? 'other',
  size,
  changed: mtime,
});
