/** Roots by size of the checkpoints that were cosigned, the newest ones: a file with a line for each. */
import { appendFile, readFile, writeFile } from 'node:fs/promises';

const rootsMax = 10_000;

export async function openRoots(path: string) {
  const lines = (await readLines(path)).slice(-rootsMax);
  const roots = new Map(
    lines.map((line) => [Number(line.split(' ')[0]), line.split(' ')[1] ?? '']),
  );
  await writeFile(path, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 });
  return {
    find: (size: number): string | undefined => roots.get(size),
    add: async (size: number, root: string): Promise<void> => {
      if (roots.get(size) === root) return;
      roots.set(size, root);
      const [oldest] = roots.keys();
      if (roots.size > rootsMax && oldest !== undefined) roots.delete(oldest);
      await appendFile(path, `${size} ${root}\n`, { mode: 0o600 });
    },
  };
}

/** Skips a line that a crash has cut off. */
async function readLines(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').filter((line) => /^\d+ [0-9a-f]{64}$/.test(line));
}
