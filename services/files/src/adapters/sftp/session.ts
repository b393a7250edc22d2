/**
 * One SFTP login, over `ssh2-sftp-client`: the few operations the file exchange needs, each with a
 * deadline.
 *
 * The library returns a promise per operation but sets no deadline, and waits without limit for a
 * silent server. So the socket is ours: a session ends at its first error, when the
 * socket closes, or when an operation is late; losing it destroys the socket and fails every operation.
 */
import { createHash } from 'node:crypto';
import { connect as dial, type Socket } from 'node:net';
import SftpClient from 'ssh2-sftp-client';
import type { Config } from '../../config.ts';
import type { RemoteEntry } from '../../domain/file.ts';

const connectMs = 10_000;
/** Timeout of a single request and its response (stat, rename). */
const replyMs = 10_000;
/** Timeout of a transfer; an idle one ends earlier, after `replyMs` without a byte. */
const transferMs = 30_000;
const keepaliveMs = 30_000;

export interface SftpSession {
  list(folder: string): Promise<RemoteEntry[]>;
  /** Undefined when missing. Links are not followed (lstat). */
  stat(path: string): Promise<Omit<RemoteEntry, 'name'> | undefined>;
  /** False when the source is missing. */
  move(from: string, to: string): Promise<boolean>;
  read(path: string): Promise<Buffer>;
  /** Atomic write: a temporary file, renamed over an existing one. */
  place(path: string, bytes: Buffer): Promise<void>;
  /** A missing file counts as removed. */
  remove(path: string): Promise<void>;
  isOpen(): boolean;
  close(): void;
}

/** Logs in as the wholesaler with the service's key; verifies the host key. */
export async function openSftpSession(
  config: Config,
  username: string,
  timeoutMs = connectMs,
): Promise<SftpSession> {
  const socket = dial({ host: config.SVC_SFTP_HOST ?? '', port: config.SVC_SFTP_PORT });
  const life = lifeOf(socket);
  const client = new SftpClient(username, life.callbacks);
  client.on('error', life.lose);
  const opened = client.connect({
    // Without it the server's delayed acknowledgements cost 44 ms an operation.
    sock: socket.setNoDelay(),
    username,
    privateKey: config.SVC_SFTP_KEY ?? '',
    hostVerifier: (key: Buffer) => isExpected(key, config),
    readyTimeout: 0,
    keepaliveInterval: keepaliveMs,
  });
  const bounded: Bounded = (work, ms = replyMs) => inTime(work, ms, { life, socket });
  const channel = await bounded(opened, timeoutMs);
  channel.on('error', life.lose);
  channel.once('close', () => life.lose(new Error('the SFTP session ended')));
  const close = () => {
    client.end().catch(() => undefined);
    life.lose(new Error('the SFTP session was closed'));
  };
  return { ...operations(client, channel, bounded), isOpen: () => life.lost === undefined, close };
}

type Channel = Awaited<ReturnType<SftpClient['connect']>>;

interface Life {
  lost: Error | undefined;
  lose(error: unknown): void;
  /** Events of the connection outside an operation. */
  callbacks: { error(error: unknown): void; end(): void; close(): void };
  /** Rejections of operations under way. */
  waiting: Set<(error: Error) => void>;
}

function lifeOf(socket: Socket): Life {
  const lose = (error: unknown) => {
    life.lost ??= error instanceof Error ? error : new Error(String(error));
    socket.destroy();
    for (const fail of life.waiting) fail(life.lost);
  };
  const ended = () => lose(new Error('the SFTP connection ended'));
  const callbacks = { error: lose, end: ended, close: ended };
  const life: Life = { lost: undefined, lose, callbacks, waiting: new Set() };
  socket.once('close', ended);
  return life;
}

/**
 * Fails when `ms` have passed, and before that when no byte arrived for as long as a response may take.
 * Not `Promise.race` with one promise of the login: that would keep every result until the login ends.
 */
function inTime<T>(
  work: Promise<T>,
  ms: number,
  { life, socket }: { life: Life; socket: Socket },
): Promise<T> {
  const end = performance.now() + ms;
  let received = socket.bytesRead;
  const check = () => {
    const isLate = socket.bytesRead === received || performance.now() >= end;
    if (isLate) life.lose(new Error(`the SFTP server took more than ${ms} ms, or fell silent`));
    received = socket.bytesRead;
  };
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setInterval(check, Math.min(ms, replyMs));
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

/** Status 2 of the protocol (SSH_FX_NO_SUCH_FILE), as the library passes it on. */
const isMissing = (error: unknown): boolean => Object(error).code === 2;

const unlessMissing = <T, M>(work: Promise<T>, missing: M): Promise<T | M> =>
  work.catch((error: unknown) => {
    if (isMissing(error)) return missing;
    throw error;
  });

type Operations = Omit<SftpSession, 'isOpen' | 'close'>;

const operations = (client: SftpClient, channel: Channel, bounded: Bounded): Operations => ({
  ...placing(client, channel, bounded),
  list: async (folder) => {
    const found = await bounded(entriesOf(channel, folder), transferMs);
    return found.map(({ filename, attrs }) => ({ name: filename, ...entryOf(attrs) }));
  },
  stat: async (path) => {
    const found = await unlessMissing(bounded(attributesOf(channel, path)), undefined);
    return found && entryOf(found);
  },
  move: (from, to) =>
    unlessMissing(
      bounded(client.rename(from, to)).then(() => true),
      false,
    ),
  read: async (path) => {
    const content = await bounded(client.get(path), transferMs);
    // The library returns an empty list for an empty file.
    return Buffer.isBuffer(content) ? content : Buffer.alloc(0);
  },
});

/** The library's own `list` takes the kind from `longname`, whose form is each server's own. */
const entriesOf = (channel: Channel, folder: string): Promise<FileEntry[]> =>
  new Promise((resolve, reject) => {
    channel.readdir(folder, (error, found) => (error ? reject(error) : resolve(found)));
  });

/** The library's own `stat` follows links. */
const attributesOf = (channel: Channel, path: string): Promise<Attributes> =>
  new Promise((resolve, reject) => {
    channel.lstat(path, (error, found) => (error ? reject(error) : resolve(found)));
  });

function placing(
  client: SftpClient,
  channel: Channel,
  bounded: Bounded,
): Pick<Operations, 'place' | 'remove'> {
  const remove = async (path: string): Promise<void> => {
    await bounded(client.delete(path, true));
  };
  /** Without OpenSSH's extension a server does not rename over an existing file. */
  const over = async (from: string, to: string) => {
    await bounded(client.posixRename(from, to)).catch(async (error: unknown) => {
      if (!/does not support/.test(String(error))) throw error;
      await remove(to);
      await bounded(client.rename(from, to));
    });
  };
  return {
    remove,
    place: async (path, bytes) => {
      const temporary = path.replace(/([^/]+)$/, '.$1.tmp');
      try {
        await bounded(client.put(bytes, temporary), transferMs);
        // `put` resolves when its stream closes, also after a write that failed: on a full disk.
        const { size } = await bounded(attributesOf(channel, temporary));
        if (size !== bytes.length) throw new Error('the SFTP server did not take the whole file');
        await over(temporary, path);
      } catch (error) {
        await remove(temporary).catch(() => undefined);
        throw error;
      }
    },
  };
}

type Attributes = Parameters<Parameters<Channel['lstat']>[1]>[1];

type FileEntry = Parameters<Parameters<Channel['readdir']>[1]>[1][number];

/** Kind of file in the mode bits of POSIX. */
const kindMask = 0o170000;
const kinds = new Map<number, RemoteEntry['kind']>([
  // Some servers send permissions alone, or no mode.
  [0, 'file'],
  [0o100000, 'file'],
  [0o040000, 'folder'],
]);

const entryOf = ({ mode, size, mtime }: Attributes): Omit<RemoteEntry, 'name'> => ({
  kind: kinds.get(mode & kindMask) ?? 'other',
  size,
  changed: mtime,
});
