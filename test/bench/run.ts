/** `npm run bench [-- name …] [--small | --full]`: ours against a floor, in one run on one machine. */
import { readdir, readFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { type CliCommand, runCommand, UsageError } from '@svc/text/command';
import { nearestName } from '@svc/text/nearest-name';
import { z } from 'zod';
import { interruption } from '../setup/interruption.ts';
import { benchBook } from './book/book.ts';
import { benchDesk } from './desk/desk.ts';
import { benchLife } from './life/life.ts';
import { benchRetention } from './retention/retention.ts';
import { benchRouting } from './routing/routing.ts';
import { benchScale } from './scale/scale.ts';
import { sized } from './size.ts';
import { type BenchStack, startStack } from './stack.ts';
import { writeStatements } from './statements.ts';
import { benchBoxes } from './telemetry/boxes.ts';
import { benchTelemetry } from './telemetry/telemetry.ts';
import { benchWebhooks } from './webhooks/webhooks.ts';

interface Bench {
  /** Processes beside those that a booking needs. */
  roles: readonly string[];
  run(stack: BenchStack): Promise<void>;
}

/** Each has an environment of its own, so that none pays for the rows of another. */
const benches: Readonly<Record<string, Bench>> = {
  book: { roles: [], run: benchBook },
  life: { roles: ['tracking', 'custody', 'partner', 'billing', 'webhooks'], run: benchLife },
  telemetry: { roles: ['tracking'], run: benchTelemetry },
  boxes: { roles: ['tracking'], run: benchBoxes },
  webhooks: { roles: ['webhooks'], run: benchWebhooks },
  desk: { roles: ['tracking', 'webhooks', 'desk'], run: benchDesk },
  scale: { roles: ['tracking', 'webhooks'], run: benchScale },
  retention: { roles: [], run: benchRetention },
};
/** Solves in this process alone: needs no environment. */
const routing = 'routing';
const names = [...Object.keys(benches), routing];

const warningsPerProcess = 3;
/** Level of pino. */
const warn = 40;

const command = {
  name: 'npm run bench',
  positionals: '[name …]',
  about: `Measures ours against a floor, in one run on this machine. Without a name: everything.

Names: ${names.join(', ')}`,
  options: {
    small: { schema: z.boolean().default(false), about: 'seconds each: shows that they work' },
    full: { schema: z.boolean().default(false), about: 'at full size where that takes minutes' },
    instances: {
      schema: z.string().optional(),
      value: 'FOLDER',
      about: 'routing: instances of Li and Lim, or Cordeau and Laporte',
    },
    seconds: {
      schema: z.coerce
        .number()
        .positive()
        .default(sized({ small: 2, usual: 5 })),
      value: 'N',
      about: 'routing: for each instance',
    },
    seed: { schema: z.coerce.number().int().default(1), value: 'S', about: 'routing: random seed' },
    cpu: {
      schema: z.boolean().default(false),
      about: 'routing: counts processor time, for a machine with other work',
    },
    write: { schema: z.string().optional(), value: 'FOLDER', about: 'routing: where routes go' },
  },
} satisfies CliCommand;

await runCommand(command, async ({ positionals: wanted, values }) => {
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const near = nearestName(unknown, names);
    const hint = near ? `Did you mean ${near}?` : `There are: ${names.join(', ')}.`;
    throw new UsageError(`There is no bench "${unknown}". ${hint}`);
  }
  const ended = interruption();
  console.log(`${cpus().length} cores, ${cpus()[0]?.model}, Node ${process.version}`);
  const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name);
  if (isWanted(routing)) await benchRouting(values);
  for (const [name, bench] of Object.entries(benches)) {
    if (!isWanted(name)) continue;
    const started = performance.now();
    await using cleanup = new AsyncDisposableStack();
    await ended.race(runBench(name, bench, cleanup));
    const seconds = ((performance.now() - started) / 1_000).toFixed(0);
    const load = loadavg().map((n) => n.toFixed(1));
    console.log(`\n${name} took ${seconds} s, load average ${load.join(' ')}`);
  }
  return 0;
});
// Children of a failed bench end with this process (devnet's exit handler).
process.exit();

async function runBench(
  name: string,
  { roles, run }: Bench,
  cleanup: AsyncDisposableStack,
): Promise<void> {
  const stack = await startStack(cleanup, roles);
  try {
    await run(stack);
    await writeStatements(stack.owner, name);
  } catch (error) {
    console.error(await lastWarnings(stack.dir));
    throw error;
  }
}

/** The last warnings and errors in each log file of the folder, shortened. */
async function lastWarnings(dir: string): Promise<string> {
  const files = (await readdir(dir)).filter((name) => name.endsWith('.log'));
  const found = await Promise.all(
    files.map(async (name) => {
      const lines = (await readFile(join(dir, name), 'utf8')).split('\n');
      const warnings = lines.filter((line) => Number(/"level":(\d+)/.exec(line)?.[1]) >= warn);
      return warnings.slice(-warningsPerProcess).map((line) => `${name}: ${line.slice(0, 400)}\n`);
    }),
  );
  return found.flat().join('');
}
