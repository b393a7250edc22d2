import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stage } from './environment.ts';

/** All lines that the processes of a stage have written; none where there is one process only. */
export async function logsOf({ logs }: Stage): Promise<string[]> {
  const names = await readdir(logs);
  const files = await Promise.all(names.map((name) => readFile(join(logs, name), 'utf8')));
  return files.flatMap((text) => text.split('\n'));
}
