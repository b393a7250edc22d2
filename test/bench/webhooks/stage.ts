/** The stack of the other benches, with a process of webhooks, a receiver, and endpoints at it. */
import { webhooks } from '@svc/contracts';
import { createClients } from '@svc/kit/client';
import type { BenchStack } from '../bench-stack.ts';
import type { Parts } from '../cpu.ts';
import { ownerPool } from '../database.ts';
import { createdInternals } from '../job-event.ts';
import { startReceiver } from './receiver.ts';

export type Stage = Awaited<ReturnType<typeof startStage>>;

export const webhooksEnvironment = {
  SVC_WEBHOOK_ALLOW_LOOPBACK: 'true',
  SVC_WEBHOOK_ENDPOINTS_MAX: '10000',
  SVC_WEBHOOK_HOST_PER_MINUTE: '100000000',
};

export async function startStage(stack: BenchStack) {
  const receiver = await startReceiver();
  const owner = ownerPool(stack.settings.postgresUrl);
  const child = await stack.processes.start('webhooks', webhooksEnvironment);
  const { postgres, nats } = stack.parts;
  const jobs = stack.processes.children.get('jobs')?.pid ?? 0;
  const parts: Parts = { jobs, webhooks: child.pid, postgres, nats, receiver: receiver.pid };
  return {
    owner,
    internals: await createdInternals(stack, owner),
    receiver,
    parts,
    /** An endpoint of the tenant for each path, for all types. */
    register: async (tenant: string, paths: readonly string[]): Promise<void> => {
      const meta = { tenant, actor: 'bench', requestId: 'bench' };
      const clients = createClients({ webhooks }, stack.processes.client.broker, meta);
      for (const path of paths) {
        await clients.webhooks.create({ url: `${receiver.url}${path}`, events: ['*'] });
      }
    },
    stop: async () => {
      await stack.stopProcess('webhooks');
      await owner.end();
      receiver.stop();
    },
  };
}
