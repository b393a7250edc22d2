/**
 * `npm run bench [-- name …] [--full]`: ours against a floor, in one run on one machine. `--full`
 * measures at full size where that takes minutes.
 */
import { cpus } from 'node:os';
import { benchBatch } from './batch.ts';
import { startBenchStack } from './bench-stack.ts';
import { benchBookAndGet } from './book-and-get.ts';
import { benchCall } from './call.ts';
import { benchCustody } from './custody.ts';
import { drained } from './drained.ts';
import { benchFiles } from './files.ts';
import { benchHistory } from './history.ts';
import { benchInvoices } from './invoices.ts';
import { benchLatency } from './latency.ts';
import { benchSandbox } from './sandbox/sandbox.ts';
import { benchStock } from './stock.ts';
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
};
/** These bring an environment of their own. */
const alone = { sandbox: benchSandbox };

const names = [...Object.keys(onLive), ...Object.keys(alone)];
const full = process.argv.includes('--full');
const wanted = process.argv.slice(2).filter((name) => name !== '--full');
if (wanted.some((name) => !names.includes(name))) {
  console.error(`usage: npm run bench [-- ${names.join(' ')}] [--full]`);
  process.exit(2);
}
const isChosen = ([name]: [string, unknown]) => wanted.length === 0 || wanted.includes(name);

console.log(`${cpus().length} cores, ${cpus()[0]?.model}, Node ${process.version}`);
const chosen = Object.entries(onLive).filter(isChosen);
if (chosen.length > 0) {
  const stack = await startBenchStack();
  try {
    for (const [, bench] of chosen) {
      await bench(stack, full);
      await drained(stack);
    }
  } finally {
    await stack.stop();
  }
}
for (const [, bench] of Object.entries(alone).filter(isChosen)) await bench();
