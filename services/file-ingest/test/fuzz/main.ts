/**
 * `npm run fuzz [-- seconds]`: throws broken files at both parsers, 30 s each unless told otherwise,
 * then the largest ones, and says how much memory that took. Fails with a file that reproduces it.
 */
import fc from 'fast-check';
import { bytesOf, check, type Format, largest, readLargest } from './manifests.ts';

const seconds = Number(process.argv[2] ?? 30);
const growthMaxMib = 300;
const say = (line: string) => process.stdout.write(`${line}\n`);

for (const format of ['csv', 'edi'] satisfies Format[]) {
  let files = 0;
  const property = fc.asyncProperty(bytesOf(format), async (bytes) => {
    files += 1;
    await check(format, bytes);
  });
  await fc.assert(property, {
    numRuns: Number.MAX_SAFE_INTEGER,
    interruptAfterTimeLimit: seconds * 1_000,
    markInterruptAsFailure: false,
  });
  say(`${format}: ${files} files read, all as declared`);
}

const rss = () => Math.round(process.memoryUsage().rss / 1024 / 1024);
const before = rss();
for (const [name, file] of Object.entries(largest)) {
  const manifest = await readLargest(file);
  const outcome = 'fault' in manifest ? manifest.fault.code : `${manifest.rows.length} rows`;
  say(`10 MiB of ${name}: ${outcome}, ${rss()} MiB in use (${before} before)`);
}
const growth = process.resourceUsage().maxRSS / 1024 - before;
say(`at most ${Math.round(growth)} MiB more than before`);
if (growth > growthMaxMib) throw new Error(`more than ${growthMaxMib} MiB`);
