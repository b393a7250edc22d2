import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SmallDisk = {
  /** Mount point; writable for everybody. */
  dir: string;
  /** Takes all the room that is left. */
  fill: () => Promise<void>;
  /** Gives the room back. */
  drain: () => Promise<void>;
  /** Unmounts it, also while files on it are open; what it held is gone. */
  remove: () => Promise<void>;
};

const run = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;

const mount = (dir: string, bytes: number): boolean =>
  run('mount', '-t', 'tmpfs', '-o', `size=${bytes},mode=1777`, 'tmpfs', dir);
const unmount = (dir: string): boolean => run('umount', '-l', dir);

/** Whether this process may mount file systems: root may, except in most containers. */
export async function canMount(): Promise<boolean> {
  const dir = await mkdtemp(join(tmpdir(), 'svc-mount-'));
  const isMounted = process.getuid?.() === 0 && mount(dir, 65_536) && unmount(dir);
  await rm(dir, { recursive: true });
  return isMounted;
}

const mounted = new Set<string>();
process.on('exit', () => {
  for (const dir of mounted) unmount(dir);
});

const blockBytes = 65_536;

/** A file system in memory of so many bytes, which can be full. Needs `canMount`. */
export async function startSmallDisk(dir: string, bytes: number): Promise<SmallDisk> {
  await mkdir(dir, { recursive: true });
  if (!mount(dir, bytes)) throw new Error(`nothing can be mounted at ${dir}`);
  mounted.add(dir);
  const filler = join(dir, 'filler');
  return {
    dir,
    fill: async () => {
      const file = await open(filler, 'a');
      try {
        // The last pieces of room are smaller than a block; a page at a time takes them, too.
        await writeUntilFull(file, Buffer.alloc(blockBytes));
        await writeUntilFull(file, Buffer.alloc(1));
      } finally {
        await file.close();
      }
    },
    drain: () => rm(filler, { force: true }),
    remove: async () => {
      unmount(dir);
      mounted.delete(dir);
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function writeUntilFull(
  file: { write: (bytes: Buffer) => Promise<unknown> },
  bytes: Buffer,
): Promise<void> {
  for (;;) {
    try {
      await file.write(bytes);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return;
      throw error;
    }
  }
}
