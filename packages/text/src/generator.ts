/** Commands that write files which follow from the code, and are committed. */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { z } from 'zod';
import { runCommand } from './command.ts';

/** Text by path below the root of the repository. */
export type GeneratedFiles = ReadonlyMap<string, string>;

export interface Generator {
  /** As it is typed, e.g. `npm run deploy -- kubernetes`. */
  name: string;
  about: string;
  /** Globs of everything that it writes: a file there that nothing generates is one too many. */
  places: readonly string[];
  files(): GeneratedFiles;
  /** Faults of the files, in sentences. */
  faults?(): readonly string[];
}

const root = join(import.meta.dirname, '../../..');
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
const presentIn = (places: readonly string[]): string[] =>
  globSync([...places], { cwd: root }).map((path) => path.split(sep).join('/'));

/** Paths whose text is missing, different or no longer generated. */
export function staleFiles({ places }: Pick<Generator, 'places'>, files: GeneratedFiles): string[] {
  const present = presentIn(places);
  return [...new Set([...files.keys(), ...present])]
    .filter((path) => !present.includes(path) || files.get(path) !== textOf(path))
    .toSorted();
}

/** Writes the files; with `--check` it compares them, and fails where they differ. */
export const runGenerator = (generator: Generator): Promise<void> =>
  runCommand(commandOf(generator), async ({ values }) => {
    const files = generator.files();
    const stale = staleFiles(generator, files);
    const faults = [...(generator.faults?.() ?? [])];
    if (values.check) faults.push(...stale.map((path) => `${path} differs: ${generator.name}`));
    else {
      for (const [path, text] of files) write(path, text);
      const left = stale.filter((path) => !files.has(path));
      faults.push(...left.map((path) => `${path} is no longer generated; remove it`));
      process.stdout.write(`${files.size} files, ${stale.length} changed\n`);
    }
    for (const fault of faults) process.stderr.write(`${fault}\n`);
    return faults.length > 0 ? 1 : 0;
  });

const commandOf = ({ name, about }: Generator) => ({
  name,
  about,
  options: {
    check: {
      schema: z.boolean().default(false),
      about: 'writes nothing; fails if what is committed differs',
    },
  },
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
