import { createHash } from 'node:crypto';
import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { type Account, canEnter } from './postgres-account.ts';
import { stopOrphan } from './processes.ts';

/**
 * The folder that holds the server's files: `dir` itself, unless the account that Postgres runs
 * as cannot reach it (a checkout under /root). Then it is one under /var/tmp, named after `dir`;
 * a note in `dir` says so, and without that note what is found there belongs to a checkout that
 * was deleted and is thrown away. Stops a server that an earlier run left there.
 */
export async function postgresFolder(dir: string, account?: Account): Promise<string> {
  await mkdir(dir, { recursive: true });
  if (account !== undefined) await allowTraversal(dir);
  if (account === undefined || canEnter(dir, account)) {
    await stopOrphan(join(dir, 'data', 'postmaster.pid'), dir);
    return dir;
  }
  const place = placeElsewhere(dir);
  const note = join(dir, 'data-is-in');
  await stopOrphan(join(place, 'data', 'postmaster.pid'), place);
  if (!existsSync(note)) await rm(place, { recursive: true, force: true });
  await mkdir(place, { recursive: true, mode: 0o711 });
  await chmod(place, 0o711);
  requireOwn(place);
  await writeFile(note, `${place}\n`);
  return place;
}

/** Lets others pass through `dir`, and through our own temporary folders above it (mkdtemp: 700). */
export async function allowTraversal(dir: string): Promise<void> {
  await chmod(dir, 0o711);
  const temporary = realpathSync(tmpdir());
  let folder = dirname(realpathSync(dir));
  for (; folder.startsWith(`${temporary}${sep}`); folder = dirname(folder)) {
    const { mode, uid } = lstatSync(folder);
    if (uid === process.getuid?.()) await chmod(folder, mode | 0o011);
  }
}

function placeElsewhere(dir: string): string {
  const hash = createHash('sha256').update(dir).digest('hex').slice(0, 12);
  return join('/var/tmp', `svc-postgres-${hash}`);
}

/** In a folder that all may write to, another user could have prepared this one for us. */
function requireOwn(place: string): void {
  const { uid } = lstatSync(place);
  if (!lstatSync(place).isDirectory() || uid !== process.getuid?.()) {
    throw new Error(`${place} belongs to another user: remove it first`);
  }
}
