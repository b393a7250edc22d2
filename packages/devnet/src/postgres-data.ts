import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launch } from './child.ts';
import type { Account } from './postgres-account.ts';

// PG* variables and the locale of this machine must not affect the database.
export const serverEnv = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

export type Cluster = {
  place: string;
  binaries: string;
  user: Account | undefined;
  /** Whether the new files must have reached the disk. */
  sync: boolean;
};

/**
 * Makes the data folder in `place` unless there is one, and next to it the file with the
 * superuser's random password; returns the data folder.
 */
export async function initialise({ place, binaries, user, sync }: Cluster): Promise<string> {
  const data = join(place, 'data');
  if (existsSync(data)) return data;
  const unfinished = `${data}.new`;
  const password = join(place, 'password');
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await rm(password, { force: true });
  await writeFile(password, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (user !== undefined) {
    await chown(unfinished, user.uid, user.gid);
    await chown(password, user.uid, user.gid);
  }
  const logFile = join(place, 'initdb.log');
  const initdb = await launch({
    command: join(binaries, 'bin', 'initdb'),
    args: [
      ...['-D', unfinished, '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${password}`],
      ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin'],
      ...['--builtin-locale=C.UTF-8', '--no-instructions', ...(sync ? [] : ['--no-sync'])],
    ],
    logFile,
    env: serverEnv,
    cwd: '/',
    user,
  });
  if ((await initdb.exited) !== 0) throw new Error(await readFile(logFile, 'utf8'));
  // Renamed only when complete: a run that dies midway leaves nothing that looks like a database.
  await rename(unfinished, data);
  return data;
}
