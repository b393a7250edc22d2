/** Last warnings of the services of a failed bench. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const perService = 3;
/** Of pino. */
const warn = 40;

/** The last warnings and errors in each log file of the folder, shortened. */
export async function lastWarnings(dir: string): Promise<string> {
  const files = (await readdir(dir)).filter((name) => name.endsWith('.log'));
  const found = await Promise.all(
    files.map(async (name) => {
      const lines = (await readFile(join(dir, name), 'utf8')).split('\n');
      const warnings = lines.filter((line) => Number(/"level":(\d+)/.exec(line)?.[1]) >= warn);
      return warnings.slice(-perService).map((line) => `${name}: ${line.slice(0, 400)}`);
    }),
  );
  return found.flat().join('\n');
}
