/**
 * State directory of a witness: the last checkpoint that it cosigned, the key of the log, and signed
 * checkpoints that contradict it.
 *
 *     checkpoint    signed note with the witness's cosignature; replaced, never written over
 *     log.vkey      key of the log, as it was trusted at the first start
 *     cosigned      a line for each checkpoint that was cosigned: size and root. The newest 10,000; one
 *                   that is lost to a crash makes an alarm a warning, so it is not synced
 *     evidence/     forks: notes that the log signed, `.seen` the last one cosigned by then, `.proof`
 *                   the hashes that were sent
 *     unproved/     the same of what is not shown to extend, the newest hundred: strangers can fill it,
 *                   and not the other
 *     lock          socket of the process that uses the directory; it dies with the process
 *
 * A checkpoint is on the disk before its cosignature is returned: written to a temporary file,
 * synced, renamed, and the directory synced.
 */
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openRoots } from './cosigned-roots.ts';
import { lockFolder } from './folder-lock.ts';

/** Steps of a durable replacement; a test ends the process between them. */
export interface FileSteps {
  /** Creates or truncates. */
  write: (path: string, text: string) => Promise<void>;
  /** Syncs a file or a directory. */
  sync: (path: string) => Promise<void>;
  rename: (from: string, to: string) => Promise<void>;
}

export interface WitnessState {
  /** From memory. */
  readCheckpoint: () => string | undefined;
  saveCheckpoint: (note: string) => Promise<void>;
  readLogKey: () => Promise<string | undefined>;
  saveLogKey: (vkey: string) => Promise<void>;
  /** Root in hex; undefined where no checkpoint of this size was cosigned, or long ago. */
  cosignedRoot: (size: number) => string | undefined;
  saveCosignedRoot: (size: number, root: string) => Promise<void>;
  isKept: (folder: EvidenceFolder, name: string) => boolean;
  /** Keeps the first hundred forks, and the newest hundred of what is unproved. */
  saveEvidence: (folder: EvidenceFolder, evidence: Evidence) => Promise<void>;
  close: () => Promise<void>;
}

export type EvidenceFolder = 'evidence' | 'unproved';

export interface Evidence {
  name: string;
  /** Signed note that was submitted. */
  note: string;
  /** The last one that was cosigned. */
  seen: string | undefined;
  /** A hash a line. */
  proof: string;
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
  await mkdir(folder, { recursive: true });
  const unlock = await lockFolder(folder);
  const kept = {
    evidence: await openEvidence(join(folder, 'evidence')),
    unproved: await openEvidence(join(folder, 'unproved')),
  };
  let checkpoint = await readIfThere(join(folder, 'checkpoint'));
  const cosigned = await openRoots(join(folder, 'cosigned'));
  const replace = async (name: string, text: string) => {
    const [path, beside] = [join(folder, name), join(folder, `${name}.new`)];
    await steps.write(beside, text);
    await steps.sync(beside);
    await steps.rename(beside, path);
    await steps.sync(folder);
  };
  return {
    readCheckpoint: () => checkpoint,
    saveCheckpoint: async (note) => {
      await replace('checkpoint', note);
      checkpoint = note;
    },
    readLogKey: async () => (await readIfThere(join(folder, 'log.vkey')))?.trim(),
    saveLogKey: (vkey) => replace('log.vkey', `${vkey}\n`),
    cosignedRoot: cosigned.find,
    saveCosignedRoot: cosigned.add,
    isKept: (kind, name) => kept[kind].has(name),
    saveEvidence: async (kind, { name, note, seen, proof }) => {
      const names = kept[kind];
      const [oldest] = names.size >= evidenceMax ? names : [];
      if (oldest !== undefined) {
        if (kind === 'evidence') return;
        for (const end of ['', '.seen', '.proof']) {
          await rm(join(folder, kind, `${oldest}${end}`), { force: true });
        }
        names.delete(oldest);
      }
      if (seen !== undefined) await replace(join(kind, `${name}.seen`), seen);
      if (proof !== '') await replace(join(kind, `${name}.proof`), proof);
      await replace(join(kind, name), note);
      names.add(name);
    },
    close: unlock,
  };
}

/** Names of the notes in a folder, the oldest first. */
async function openEvidence(folder: string): Promise<Set<string>> {
  await mkdir(folder, { recursive: true });
  const names = (await readdir(folder)).filter((each) => !each.includes('.'));
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (await stat(join(folder, name))).mtimeMs);
  return new Set(names.toSorted((a, b) => (times.get(a) ?? 0) - (times.get(b) ?? 0)));
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
