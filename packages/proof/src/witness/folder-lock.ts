/**
 * Lock of a directory: a Unix socket in it that the process listens on. The kernel closes it with the
 * process, whatever ends it; an id of a process would be 1 in every container, and be used again.
 */
import { once } from 'node:events';
import { rename, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';

/**
 * Bytes of a socket's path (`sun_path`): 107 on Linux, 103 on macOS. A longer one is refused by
 * some systems, and cut off by others, which would put the lock outside of the directory.
 */
const socketPathMax = 103;

/** Throws if another living process holds the lock, or its path is too long; returns how to end it. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'lock');
  refuseLongPath(folder, path);
  const server = (await listen(path)) ?? (await replaceStale(path));
  if (!server) throw new Error(`Another process uses this state directory (${path}).`);
  return async () => {
    const closed = once(server, 'close');
    server.close();
    await closed;
  };
}

/** Judged by the name to which a stale socket is renamed, the longest one. */
function refuseLongPath(folder: string, path: string): void {
  const excess = Buffer.byteLength(besideOf(path)) - socketPathMax;
  if (excess <= 0) return;
  throw new Error(
    `The path of the state directory is ${excess} bytes too long for the socket that locks it: start in a folder near it with a relative path, or choose a shorter one (${folder}).`,
  );
}

const besideOf = (path: string): string => `${path}.${process.pid}`;

/** Binds the socket; undefined where the path exists already. */
async function listen(path: string): Promise<Server | undefined> {
  const server = createServer((socket) => socket.destroy()).unref();
  const { promise, resolve, reject } = Promise.withResolvers<Server | undefined>();
  server.once('listening', () => resolve(server));
  server.once('error', (error) =>
    'code' in error && error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
  );
  server.listen(path);
  return promise;
}

/**
 * Takes the lock over from a process that has ended. Its socket is renamed first: if another process that
 * starts has bound a new one meanwhile, that one is connectable, and is renamed back.
 */
async function replaceStale(path: string): Promise<Server | undefined> {
  if (await isAlive(path)) return undefined;
  const beside = besideOf(path);
  await rename(path, beside);
  if (await isAlive(beside)) {
    await rename(beside, path);
    return undefined;
  }
  await rm(beside, { force: true });
  return listen(path);
}

async function isAlive(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
