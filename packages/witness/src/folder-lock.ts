/**
 * Lock of a directory: a Unix socket in it that the process listens on. The kernel closes it with the
 * process, whatever ends it; an id of a process would be 1 in every container, and be used again.
 */
import { once } from 'node:events';
import { rename, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';

/** Throws if another living process holds the lock; returns how to end it. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'lock');
  const server = (await listen(path)) ?? (await replaceStale(path));
  if (!server) throw new Error(`Another process uses this state directory (${path}).`);
  return async () => {
    const closed = once(server, 'close');
    server.close();
    await closed;
  };
}

/** Undefined where the path is there. */
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

/** Renames it first: what another starter has put there meanwhile is seen to be alive, and put back. */
async function replaceStale(path: string): Promise<Server | undefined> {
  if (await isAlive(path)) return undefined;
  const beside = `${path}.${process.pid}`;
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
