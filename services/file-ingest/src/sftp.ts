/** One login to the SFTP server: the few things that are done there, each with a deadline. */
import { createHash } from 'node:crypto';
import { connect as dial, type Socket } from 'node:net';
import ssh2, { type SFTPWrapper } from 'ssh2';
import type { Config } from './config.ts';
import type { Entry } from './domain/file.ts';

const connectMs = 10_000;
/** For what is a question and an answer. */
const replyMs = 10_000;
/** For what takes as long as it is large, as long as something comes. */
const transferMs = 30_000;
const keepaliveMs = 30_000;

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
  const socket = dial({ host: config.SVC_SFTP_HOST ?? '', port: config.SVC_SFTP_PORT });
  const life = lifeOf(client, socket);
  const bounded: Bounded = (work, ms = replyMs) => inTime(work, ms, { life, socket });
  client.connect({
    sock: socket.setNoDelay(),
    username,
    privateKey: config.SVC_SFTP_KEY ?? '',
    hostVerifier: (key: Buffer) => isExpected(key, config),
    readyTimeout: 0,
    keepaliveInterval: keepaliveMs,
  });
  const sftp = await bounded(life.opened, timeoutMs);
  const close = () => {
    client.end();
    life.lose(new Error('the SFTP session was closed'));
  };
  return { ...operations(sftp, bounded), isOpen: () => life.lost === undefined, close };
}

interface Life {
  opened: Promise<SFTPWrapper>;
  lost: Error | undefined;
  lose(error: Error): void;
  /** Those who wait for an answer. */
  waiting: Set<(error: Error) => void>;
}

/**
 * It opens, and in the end it is lost, for good. The socket is ours to destroy: the client spares one
 * that is half closed, and a server that fell silent never closes the other half.
 */
function lifeOf(client: ssh2.Client, socket: Socket): Life {
  const opened = Promise.withResolvers<SFTPWrapper>();
  const life: Life = {
    opened: opened.promise,
    lost: undefined,
    lose: (error) => {
      life.lost ??= error;
      socket.destroy();
      for (const fail of life.waiting) fail(life.lost);
    },
    waiting: new Set(),
  };
  client.on('error', life.lose);
  client.once('close', () => life.lose(new Error('the SFTP connection ended')));
  client.once('ready', () => {
    client.sftp((error, sftp) => {
      if (error) return life.lose(error);
      sftp.on('error', life.lose);
      sftp.once('close', () => life.lose(new Error('the SFTP session ended')));
      opened.resolve(sftp);
    });
  });
  return life;
}

/**
 * Late when it took so long, and before that when nothing was heard for as long as an answer takes.
 * Not raced against one promise of the login: that would keep what was read for as long as it lasts.
 */
function inTime<T>(
  work: Promise<T>,
  ms: number,
  { life, socket }: { life: Life; socket: Socket },
): Promise<T> {
  const end = performance.now() + ms;
  let heard = socket.bytesRead;
  const look = () => {
    const isLate = socket.bytesRead === heard || performance.now() >= end;
    if (isLate) life.lose(new Error(`the SFTP server took more than ${ms} ms, or fell silent`));
    heard = socket.bytesRead;
  };
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setInterval(look, Math.min(ms, replyMs));
  life.waiting.add(reject);
  work.then(resolve, reject);
  if (life.lost) reject(life.lost);
  return promise.finally(() => {
    clearInterval(timer);
    life.waiting.delete(reject);
  });
}

function isExpected(key: Buffer, { SVC_SFTP_HOST_KEY = '' }: Config): boolean {
  const digest = createHash('sha256').update(key).digest('base64').replace(/=+$/, '');
  return SVC_SFTP_HOST_KEY.split(',').includes(`SHA256:${digest}`);
}

type Bounded = <T>(work: Promise<T>, ms?: number) => Promise<T>;
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

const unlessMissing = <T, M>(work: Promise<T>, missing: M): Promise<T | M> =>
  work.catch((error: unknown) => {
    if (isMissing(error)) return missing;
    throw error;
  });

type Operations = Omit<SftpSession, 'isOpen' | 'close'>;

const operations = (sftp: SFTPWrapper, bounded: Bounded): Operations => ({
  ...placing(sftp, bounded),
  list: async (folder) => {
    const found = await bounded(
      asked<ssh2.FileEntry[]>((answer) => sftp.readdir(folder, answer)),
      transferMs,
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
  read: (path) =>
    bounded(
      asked<Buffer>((answer) => sftp.readFile(path, answer)),
      transferMs,
    ),
});

function placing(sftp: SFTPWrapper, bounded: Bounded): Pick<Operations, 'place' | 'remove'> {
  const remove = (path: string) =>
    unlessMissing(bounded(done((answer) => sftp.unlink(path, answer))), undefined);
  /** A server without OpenSSH's extension renames onto nothing that is there. */
  const over = async (from: string, to: string) => {
    const renamed = bounded(done((answer) => sftp.ext_openssh_rename(from, to, answer)));
    await renamed.catch(async (error: unknown) => {
      if (!/does not support/.test(String(error))) throw error;
      await remove(to);
      await bounded(done((answer) => sftp.rename(from, to, answer)));
    });
  };
  return {
    remove,
    place: async (path, bytes) => {
      const beside = path.replace(/([^/]+)$/, '.$1.tmp');
      try {
        await bounded(
          done((answer) => sftp.writeFile(beside, bytes, answer)),
          transferMs,
        );
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
