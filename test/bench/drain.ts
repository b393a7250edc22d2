/** A measurement begins when what was done before it has had all its consequences. */
import { until } from '@svc/devnet';
import { connect, type JetStreamManager } from 'nats';
import type pg from 'pg';
import type { BenchStack } from './bench-stack.ts';
import { ownerPool } from './database.ts';

/**
 * Resolves when every outbox is published and every consumer has answered for its stream. The durable
 * consumer of a service that was stopped counts its stream's messages for ever: it is passed over.
 */
export async function drained({ settings, processes }: BenchStack): Promise<void> {
  const nats = await connect({ servers: settings.natsUrl ?? '' });
  const database = ownerPool(settings.postgresUrl);
  const roles = new Set([...processes.children.keys()].map((name) => name.replace(/#.*/, '')));
  const services = [...roles].filter((role) => role !== 'gateway');
  let left: string[] = [];
  try {
    const jsm = await nats.jetstreamManager();
    const isDrained = async () => {
      left = [...(await unpublished(database, services)), ...(await unhandled(jsm, services))];
      return left.length === 0;
    };
    await until(isDrained, { timeoutMs: 120_000, everyMs: 200, what: 'all consequences' });
  } catch (cause) {
    throw new Error(`still waiting: ${left.join(', ')}`, { cause });
  } finally {
    await nats.close();
    await database.end();
  }
}

async function unpublished(database: pg.Pool, services: readonly string[]): Promise<string[]> {
  const left: string[] = [];
  for (const service of services) {
    const { rowCount } = await database.query(
      `select from ${service}.outbox where published_at is null limit 1`,
    );
    if (rowCount !== 0) left.push(`outbox of ${service}`);
  }
  return left;
}

async function unhandled(jsm: JetStreamManager, services: readonly string[]): Promise<string[]> {
  const left: string[] = [];
  for await (const { config } of jsm.streams.list()) {
    for await (const { name, num_pending, num_ack_pending } of jsm.consumers.list(config.name)) {
      const isRunning = services.some((service) => name.startsWith(`${service}-`));
      const events = num_pending + num_ack_pending;
      if (isRunning && events > 0) left.push(`${name} of ${config.name}: ${events} events`);
    }
  }
  return left;
}
