/** `npm run bench [-- book batch call latency history custody stock invoices]`: ours against a floor, in one run on one machine. */
import { cpus } from 'node:os';
import { benchBatch } from './batch.ts';
import { startBenchStack } from './bench-stack.ts';
import { benchBookAndGet } from './book-and-get.ts';
import { benchCall } from './call.ts';
import { benchCustody } from './custody.ts';
import { benchHistory } from './history.ts';
import { benchInvoices } from './invoices.ts';
import { benchLatency } from './latency.ts';
import { benchStock } from './stock.ts';

const benches = {
  book: benchBookAndGet,
  batch: benchBatch,
  call: benchCall,
  latency: benchLatency,
  history: benchHistory,
  custody: benchCustody,
  stock: benchStock,
  invoices: benchInvoices,
};

const isBench = (name: string): name is keyof typeof benches => Object.hasOwn(benches, name);
const wanted = process.argv.slice(2);
const chosen = Object.keys(benches).filter(
  (name) => isBench(name) && (wanted.length === 0 || wanted.includes(name)),
);
if (wanted.some((name) => !isBench(name))) {
  console.error(`usage: npm run bench [-- ${Object.keys(benches).join(' ')}]`);
  process.exit(2);
}

console.log(`${cpus().length} cores, ${cpus()[0]?.model}, Node ${process.version}`);
const stack = await startBenchStack();
try {
  for (const name of chosen) if (isBench(name)) await benches[name](stack);
} finally {
  await stack.stop();
}
