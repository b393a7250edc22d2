/** Connected processes: an operator asks all by a hint, and each describes itself by another. */
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { buildInfo } from '../observability/build-info.ts';
import type { Hints } from './hints.ts';
import { natsNames } from './nats-subjects.ts';

const brokerNode = z.object({
  /** `<role>.<random>` */
  id: z.string(),
  hostname: z.string(),
  version: z.string(),
  revision: z.string(),
});
export type BrokerNode = z.output<typeof brokerNode>;

/** Time for the replies, ms: processes that are not stuck reply within a few. */
const answersMs = 1_000;

export function describeOnDemand(hints: Hints, id: string): void {
  const node: BrokerNode = { id, hostname: hostname(), ...buildInfo };
  hints.subscribe(natsNames.nodesWanted, () => hints.broadcast(natsNames.nodeFound, node));
}

export async function findNodes(hints: Hints): Promise<BrokerNode[]> {
  const found = new Map<string, BrokerNode>();
  hints.subscribe(natsNames.nodeFound, (payload) => {
    const { data } = brokerNode.safeParse(payload);
    if (data) found.set(data.id, data);
  });
  hints.broadcast(natsNames.nodesWanted, {});
  await delay(answersMs);
  return [...found.values()];
}
