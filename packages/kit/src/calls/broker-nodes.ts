/** Processes on the bus, from moleculer's registry; each describes itself when it connects. */
import type { ServiceBroker } from 'moleculer';
import { z } from 'zod';

export interface BrokerNode {
  /** `<role>.<random>` */
  id: string;
  hostname: string;
  version: string;
  revision: string;
}

const knownNode = z.object({
  id: z.string(),
  hostname: z.string().nullish(),
  metadata: z.object({ version: z.string(), revision: z.string() }).partial().nullish(),
});

export function nodesOf(broker: ServiceBroker): BrokerNode[] {
  const nodes: unknown[] = broker.registry.getNodeList({
    onlyAvailable: true,
    withServices: false,
  });
  return nodes.flatMap((node) => {
    const { success, data } = knownNode.safeParse(node);
    if (!success) return [];
    const { version = 'unknown', revision = 'unknown' } = data.metadata ?? {};
    return [{ id: data.id, hostname: data.hostname ?? '', version, revision }];
  });
}
