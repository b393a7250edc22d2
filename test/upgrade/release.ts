/** An earlier version of this repository in a folder of its own, with its dependencies. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Scope, scopes } from '@svc/contracts';
import { signal } from '@svc/devnet/processes';
import { root } from '@svc/image/build';
import { UsageError } from '@svc/text/command';

const run = promisify(execFile);

const git = async (...args: string[]): Promise<string> =>
  (await run('git', ['-C', root, ...args])).stdout.trim();

/** The commit that a name stands for; without one the last tag before this commit, else its parent. */
export async function commitOf(name: string): Promise<string> {
  await git('rev-parse', 'HEAD').catch(() => {
    throw new Error(`${root} is no git repository: an earlier version cannot be had from it`);
  });
  const wanted = name || (await previousRelease());
  return git('rev-parse', '--verify', '--quiet', `${wanted}^{commit}`).catch(() => {
    const why = name ? 'no commit of this repository' : 'the parent is missing (a shallow clone?)';
    throw new UsageError(`--from ${wanted}: ${why}.`);
  });
}

const previousRelease = (): Promise<string> =>
  git('describe', '--tags', '--abbrev=0', 'HEAD~1').catch(() => 'HEAD~1');

/** `<short id> <subject>` */
export const describeCommit = (commit: string): Promise<string> =>
  git('show', '--no-patch', '--format=%h %s', commit);

/**
 * Without a trace in this repository: an archive, not a worktree. Not by a pipe: tar stops reading
 * at the end mark, while git may still write the padding behind it.
 */
export async function extract(commit: string, folder: string, signal: AbortSignal): Promise<void> {
  const archive = join(folder, 'release.tar');
  await run('git', ['-C', root, 'archive', '--output', archive, commit], { signal });
  await run('tar', ['--extract', '--file', archive, '--directory', folder], { signal });
  await rm(archive);
}

const installer = `import { install } from './scripts/install.mjs';
process.exit(install() ? 0 : 1);`;

export async function installIn(folder: string, ended: AbortSignal): Promise<void> {
  const args = ['--input-type=module', '--eval', installer];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    // A group of its own, to end it with the package manager that it runs.
    detached: true,
    // Its progress is no result of ours.
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const end = () => child.pid && signal(-child.pid, 'SIGTERM');
  ended.addEventListener('abort', end);
  const [code] = await once(child, 'exit');
  ended.removeEventListener('abort', end);
  if (code !== 0) throw new Error('the dependencies of the earlier version could not be installed');
}

export const entryIn = (folder: string): string => join(folder, 'deploy/process/src/main.ts');

const scopePrinter = `import { scopes } from './packages/contracts/src/index.ts';
console.log(JSON.stringify(scopes));`;

/** Scopes that a version knows. */
export async function scopesIn(folder: string): Promise<Scope[]> {
  const args = ['--input-type=module', '--eval', scopePrinter];
  const known = JSON.parse((await run(process.execPath, args, { cwd: folder })).stdout);
  return scopes.filter((scope) => known.includes(scope));
}

/** Services that a version has. */
export async function servicesIn(folder: string): Promise<string[]> {
  const names = await readdir(join(folder, 'services'));
  return names.filter((name) => existsSync(join(folder, 'services', name, 'src/service.ts')));
}

/** With what stands beside the services. */
export const rolesIn = async (folder: string): Promise<string[]> => [
  ...(await servicesIn(folder)),
  ...['desk', 'gateway'].filter((name) => existsSync(join(folder, name, 'package.json'))),
];
