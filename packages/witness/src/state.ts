/**
 * State directory of a witness: the last checkpoint that it cosigned, the key of the log, and signed
 * checkpoints that contradict it.
 *
 *     checkpoint    signed note with the witness's cosignature; replaced, never written over
 *     log.vkey      key of the log, as it was trusted at the first start
 *     evidence/     notes that the log signed and that do not extend what it signed before
 *     process       id of the process that uses the directory
 *
 * A checkpoint is on the disk before its cosignature is answered: written beside, synced, renamed, and
 * the directory synced.
 */
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Steps of a durable replacement; a test ends the process between them. */
export interface FileSteps {
  /** Creates or truncates. */
  write: (path: string, text: string) => Promise<void>;
  /** Of a file or a directory. */
  sync: (path: string) => Promise<void>;
  rename: (from: string, to: string) => Promise<void>;
}

export interface WitnessState {
  readCheckpoint: () => Promise<string | undefined>;
  saveCheckpoint: (note: string) => Promise<void>;
  readLogKey: () => Promise<string | undefined>;
  saveLogKey: (vkey: string) => Promise<void>;
  /** Keeps the first hundred. */
  saveEvidence: (name: string, note: string) => Promise<void>;
  close: () => Promise<void>;
}

const evidenceMax = 100;

export const fileSteps: FileSteps = {
  write: (path, text) => writeFile(path, text, { mode: 0o600 }),
  sync: async (path) => {
    await using file = await open(path, 'r');
    await file.sync();
  },
  rename,
};

/** Throws if another living process uses the directory. */
export async function openState(
  folder: string,
  steps: FileSteps = fileSteps,
): Promise<WitnessState> {
  await mkdir(join(folder, 'evidence'), { recursive: true });
  const owner = join(folder, 'process');
  await claim(owner);
  const replace = async (name: string, text: string) => {
    const [path, beside] = [join(folder, name), join(folder, `${name}.new`)];
    await steps.write(beside, text);
    await steps.sync(beside);
    await steps.rename(beside, path);
    await steps.sync(folder);
  };
  return {
    readCheckpoint: () => readIfThere(join(folder, 'checkpoint')),
    saveCheckpoint: (note) => replace('checkpoint', note),
    readLogKey: async () => (await readIfThere(join(folder, 'log.vkey')))?.trim(),
    saveLogKey: (vkey) => replace('log.vkey', `${vkey}\n`),
    saveEvidence: async (name, note) => {
      const kept = await readdir(join(folder, 'evidence'));
      if (kept.length < evidenceMax) await replace(join('evidence', name), note);
    },
    close: () => rm(owner, { force: true }),
  };
}

/** Two witnesses with one state could cosign a fork between them. */
async function claim(path: string): Promise<void> {
  try {
    await writeFile(path, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if (!isFault(error, 'EEXIST')) throw error;
    const other = Number(await readIfThere(path));
    if (other > 0 && other !== process.pid && isAlive(other)) {
      throw new Error(`Process ${other} uses this state directory (${path}).`, { cause: error });
    }
    await writeFile(path, String(process.pid));
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return isFault(error, 'EPERM');
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isFault(error, 'ENOENT')) return undefined;
    throw error;
  }
}

const isFault = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
