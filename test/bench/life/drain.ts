/** A measurement begins when what was done before it has had all its consequences. */
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { until } from '@svc/devnet';
import type { BenchStack } from '../stack.ts';

/**
 * Resolves when every outbox is published, every consumer has answered for its stream and no
 * delivery is pending. Looks twice: an event may pass from a stream to an outbox between two looks.
 */
export async function drained({ settings, services, owner }: BenchStack): Promise<void> {
  const nats = await connect({ servers: settings.natsUrl ?? '' });
  const pending = services.map((name) => `${name}.outbox where published_at is null`);
  const rows = [...pending, 'webhooks.pending_delivery']
    .map((waiting) => `select '${waiting}' as t where exists (select from ${waiting})`)
    .join(' union all ');
  let left: string[] = [];
  try {
    const jsm = await jetstreamManager(nats);
    const isDrained = async () => {
      const unpublished = await owner.query<{ t: string }>(rows);
      left = [...unpublished.rows.map(({ t }) => t), ...(await unhandled(jsm))];
      return left.length === 0;
    };
    for (let look = 1; look <= 2; look += 1) {
      await until(isDrained, { timeoutMs: 120_000, everyMs: 50, what: 'all consequences' });
    }
  } catch (cause) {
    throw new Error(`still waiting: ${left.join(', ')}`, { cause });
  } finally {
    await nats.close();
  }
}

async function unhandled(jsm: JetStreamManager): Promise<string[]> {
  const left: string[] = [];
  for await (const { config } of jsm.streams.list()) {
    for await (const { name, num_pending, num_ack_pending } of jsm.consumers.list(config.name)) {
      const events = num_pending + num_ack_pending;
      if (events > 0) left.push(`${name} of ${config.name}: ${events} events`);
    }
  }
  return left;
}
