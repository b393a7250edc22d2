/**
 * Planted faults: mutations of product code, each a plausible mistake of one line. `npm run test:more -- planted`
 * applies them one by one to a copy of the working tree and expects the tests of its rooms to fail.
 *
 * Terms
 * - **room**: a path filter of vitest, e.g. `gateway/` or `services/jobs/`; no single test file.
 * - **caught**: a test of one of the rooms fails. **Uncaught**: all of them pass.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface PlantedFault {
  name: string;
  /** Path of the mutated file in the repository. */
  file: string;
  /** Occurs exactly once in the file. */
  find: string;
  replace: string;
  /** Tried one after the other, until a test fails. */
  rooms: readonly string[];
  /** Consequence, in one sentence. */
  effect: string;
}

/** The text with the mutation; throws unless `find` occurs exactly once. */
export function mutated(text: string, { name, file, find, replace }: PlantedFault): string {
  const parts = text.split(find);
  if (parts.length !== 2) {
    throw new Error(`${name}: ${file} has ${parts.length - 1} places to mutate instead of one`);
  }
  return parts.join(replace);
}

/** Applies the mutation below `root`. */
export async function plant(fault: PlantedFault, root: string): Promise<void> {
  const path = join(root, fault.file);
  await writeFile(path, mutated(await readFile(path, 'utf8'), fault));
}
