/** A measurement begins when what was done before it has had all its consequences. */
import { until } from '@svc/devnet';
import { connect } from 'nats';
import pg from 'pg';
import type { BenchStack } from './bench-stack.ts';

/** Resolves when every outbox is published and every consumer has answered for its stream. */
export async function drained({ settings, processes }: BenchStack): Promise<void> {
  const nats = await connect({ servers: settings.natsUrl ?? '' });
  const database = new pg.Client(settings.postgresUrl);
  await database.connect();
  const schemas = [...processes.children.keys()].filter((name) => name !== 'gateway');
  try {
    const jsm = await nats.jetstreamManager();
    const isDrained = async () => {
      for (const schema of schemas) {
        const { rowCount } = await database.query(
          `select from ${schema}.outbox where published_at is null limit 1`,
        );
        if (rowCount !== 0) return false;
      }
      for await (const { config } of jsm.streams.list()) {
        for await (const { num_pending, num_ack_pending } of jsm.consumers.list(config.name)) {
          if (num_pending + num_ack_pending > 0) return false;
        }
      }
      return true;
    };
    await until(isDrained, { timeoutMs: 120_000, everyMs: 200, what: 'all consequences' });
  } finally {
    await nats.close();
    await database.end();
  }
}
