import type { BenchStack } from './bench-stack.ts';
import { drained } from './drain.ts';
import { sized } from './size.ts';
import { steadyDelay, troubledDelay } from './webhooks/delay.ts';
import { startStage } from './webhooks/stage.ts';
import { throughput } from './webhooks/throughput.ts';

const logRows = sized({ small: 2_000, usual: 200_000, full: 1_000_000 });

export async function benchWebhooks(stack: BenchStack): Promise<void> {
  const stage = await startStage(stack);
  await drained(stack);
  await steadyDelay(stage, stack);
  await troubledDelay(stage);
  await throughput(stage, logRows);
  await stage.stop();
}
