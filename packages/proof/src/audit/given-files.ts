/** Files that an auditor keeps: checkpoints and bundles. Each fault names its file. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '@svc/text/command';
import { structureFault } from '@svc/text/json-structure';
import { openCheckpoint, parseSignedCheckpoint } from '../log/checkpoint.ts';
import type { NoteKey } from '../log/note-key.ts';
import type { ChainExport } from './chains.ts';

/** The signed note in a file. Throws if it is malformed, or not signed by this log. */
export async function readCheckpoint(file: string, key: NoteKey): Promise<string> {
  const text = await readGiven(file);
  try {
    parseSignedCheckpoint(text);
  } catch (error) {
    throw new UsageError(`${file} is no checkpoint: ${reasonOf(error)}.`, { cause: error });
  }
  await openCheckpoint(text, key).catch((error: unknown) => {
    throw new Error(`${file} is not of the log ${key.name}: ${reasonOf(error)}.`);
  });
  return text;
}

const readGiven = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`${file} cannot be read: ${reasonOf(error)}.`, { cause: error });
  });

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** A bundle, or every bundle of a folder. */
export async function readChains(path: string): Promise<ChainExport[]> {
  const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
  const names = isFolder ? (await readdir(path)).filter((name) => name.endsWith('.json')) : [path];
  return Promise.all(
    names.map(async (name) => {
      const file = isFolder ? join(path, name) : path;
      return { name, bundle: parseJson(file, await readGiven(file)) };
    }),
  );
}

function parseJson(file: string, text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    const twice = structureFault(text);
    if (twice) throw new Error(`${twice.path.join('.')} is there twice`);
    return value;
  } catch (error) {
    throw new UsageError(`${file} is no JSON: ${reasonOf(error)}.`, { cause: error });
  }
}
