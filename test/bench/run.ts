/** `npm run bench [-- name …] [--small | --full]`: ours against a floor, in one run on one machine. */
import { cpus } from 'node:os';
import { type CliCommand, runCommand, UsageError } from '@svc/cli';
import { nearestName } from '@svc/kit/nearest-name';
import { z } from 'zod';
import { benchBatch } from './batch.ts';
import { startBenchStack } from './bench-stack.ts';
import { benchBookAndGet } from './book-and-get.ts';
import { benchCall } from './call.ts';
import { withStack } from './cleanup.ts';
import { benchCustody } from './custody.ts';
import { benchDesk } from './desk/desk.ts';
import { drained } from './drain.ts';
import { benchFiles } from './files.ts';
import { benchHeldSnapshot } from './held-snapshot.ts';
import { benchHistory } from './history.ts';
import { benchHostile } from './hostile.ts';
import { benchInvoices } from './invoices.ts';
import { lastWarnings } from './last-warnings.ts';
import { benchLatency } from './latency.ts';
import { benchLife } from './life/life.ts';
import { benchLog } from './log/log.ts';
import { benchSandbox } from './sandbox/sandbox.ts';
import { benchScale } from './scale/scale.ts';
import { benchStock } from './stock.ts';
import { benchTables } from './tables.ts';
import { benchTelemetry } from './telemetry.ts';
import { benchWebhooks } from './webhooks.ts';

/** These share one live environment. */
const onLive = {
  book: benchBookAndGet,
  batch: benchBatch,
  call: benchCall,
  latency: benchLatency,
  history: benchHistory,
  custody: benchCustody,
  invoices: benchInvoices,
  telemetry: benchTelemetry,
  webhooks: benchWebhooks,
  stock: benchStock,
  files: benchFiles,
  hostile: benchHostile,
};
/** These bring an environment of their own. */
const alone = {
  // With its own vehicles and no others.
  desk: () =>
    withStack(
      (cleanup) => startBenchStack(cleanup),
      async (stack) => {
        await stack.signIn();
        await benchDesk(stack);
      },
    ),
  life: benchLife,
  'held-snapshot': () =>
    withStack((cleanup) => startBenchStack(cleanup, { profile: true }), benchHeldSnapshot),
  scale: () => withStack((cleanup) => startBenchStack(cleanup), benchScale),
  log: benchLog,
  tables: benchTables,
  sandbox: benchSandbox,
};

const names = [...Object.keys(onLive), ...Object.keys(alone)];

const command = {
  name: 'npm run bench',
  positionals: '[name …]',
  about: `Measures ours against a floor, in one run on this machine. Without a name: everything.

Names: ${names.join(', ')}`,
  options: {
    small: { schema: z.boolean().default(false), about: 'seconds each: shows that they work' },
    full: { schema: z.boolean().default(false), about: 'at full size where that takes minutes' },
  },
} satisfies CliCommand;

await runCommand(command, async ({ positionals: wanted }) => {
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const near = nearestName(unknown, names);
    const hint = near ? `Did you mean ${near}?` : `There are: ${names.join(', ')}.`;
    throw new UsageError(`There is no bench "${unknown}". ${hint}`);
  }
  const isChosen = ([name]: [string, unknown]) => wanted.length === 0 || wanted.includes(name);
  console.log(`${cpus().length} cores, ${cpus()[0]?.model}, Node ${process.version}`);
  const chosen = Object.entries(onLive).filter(isChosen);
  if (chosen.length > 0) {
    await withStack(
      (cleanup) => startBenchStack(cleanup),
      async (stack) => {
        try {
          for (const [, bench] of chosen) {
            await stack.signIn();
            await bench(stack);
            await drained(stack);
          }
        } catch (error) {
          console.error(await lastWarnings(stack.dir));
          throw error;
        }
      },
    );
  }
  for (const [, bench] of Object.entries(alone).filter(isChosen)) await bench();
  return 0;
});
// Children of a failed bench end with this process (devnet's exit handler).
process.exit();
