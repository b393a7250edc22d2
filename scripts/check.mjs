// What is checked without running the product: `npm run check`, or `npm run check -- types lint`.
// All run side by side, once the types of the client are made; of one that fails, all it printed.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { root } from './install.mjs';

const checks = JSON.parse(readFileSync(new URL('checks.json', import.meta.url), 'utf8'));
const clientTypes = 'node test/document/client-types.ts';

/** Whether the command ended well; what it printed otherwise goes to this terminal. */
const run = (name, command) =>
  new Promise((resolve) => {
    const started = performance.now();
    execFile('/bin/sh', ['-c', command], { cwd: root, maxBuffer: 2 ** 26 }, (error, out, err) => {
      const seconds = ((performance.now() - started) / 1_000).toFixed(0);
      console.log(`${name}: ${error ? 'failed' : 'passed'} in ${seconds} s`);
      if (error) console.error(`${out}${err}`.replaceAll(/^/gm, `${name}: `));
      resolve(!error);
    });
  });

const known = Object.keys(checks);
const names = process.argv.slice(2);
const unknown = names.find((name) => !known.includes(name));
if (unknown !== undefined) {
  const usage = `usage: npm run check [-- name …]\n\nRuns these checks, or all: ${known.join(', ')}.`;
  if (unknown === '--help') console.log(usage);
  else console.error(`${unknown} is no check.\n${usage}`);
  process.exit(unknown === '--help' ? 0 : 2);
}
const wanted = names.length > 0 ? names : known;
const passed =
  (await run('types of the client', clientTypes)) &&
  (await Promise.all(wanted.map((name) => run(name, checks[name])))).every(Boolean);
if (!passed) process.exit(1);
