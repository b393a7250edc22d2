/** A disk that holds files: its folder, its free space, and writes that happen as a whole. */
import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export function folderOf(url: string): string {
  const rest = url.slice('file:'.length);
  const folder = rest.startsWith('//') ? fileURLToPath(url) : resolve(rest);
  if (!isAbsolute(folder)) throw new Error('files need a folder');
  return folder;
}

/** Bytes of the disk that holds files; undefined for a bucket, and while there is no folder yet. */
export async function diskSpace(url: string): Promise<{ free: number; size: number } | undefined> {
  if (!url.startsWith('file:')) return undefined;
  const found = await statfs(folderOf(url)).catch(() => undefined);
  return found && { free: found.bavail * found.bsize, size: found.blocks * found.bsize };
}

/** Under another name first, which no key can have: a full disk or a crash leaves no half a file. */
export async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  const unfinished = `${path}~${randomUUID()}`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    await writeFile(unfinished, bytes, { mode: 0o600, flush: true });
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
