import type { BenchStack } from './bench-stack.ts';
import { drained } from './drained.ts';
import { steadyDelay, troubledDelay } from './webhooks/delay.ts';
import { startStage } from './webhooks/stage.ts';
import { throughput } from './webhooks/throughput.ts';

const logRows = 200_000;
const logRowsFull = 1_000_000;

export async function benchWebhooks(stack: BenchStack, full: boolean): Promise<void> {
  const stage = await startStage(stack);
  await drained(stack);
  await steadyDelay(stage, stack);
  await troubledDelay(stage);
  await throughput(stage, full ? logRowsFull : logRows);
  await stage.stop();
}
