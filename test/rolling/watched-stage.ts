/** A stage whose events a subscriber receives, so that lost and repeated ones are seen. */
import { webhooks } from '@svc/contracts';
import { until } from '@svc/devnet';
import type pg from 'pg';
import type { Stage } from '../journeys/environment.ts';
import { resource } from '../journeys/http.ts';
import type { Tenant } from '../journeys/tenants.ts';
import type { Receiver } from './receiver.ts';

export interface WatchedStage extends Stage {
  receiver: Receiver;
  /** Resolves when nothing waits to be told. */
  settled(): Promise<void>;
}

/** The receiver gets all events of the tenant; answers the secret that signs them. */
export async function subscribe({ receiver }: WatchedStage, { send }: Tenant): Promise<string> {
  const body = { url: receiver.url, events: ['*'] };
  const answer = await send('POST /webhooks', { body, key: 'subscribe' });
  return resource(answer, 201, webhooks.actions.create.output).secret;
}

/** Streams have everything that outboxes hold, nothing is parked, and nothing is to be delivered. */
export async function settled({ owner }: Stage, { deliveries }: Receiver): Promise<void> {
  const schemas = await schemasOf(owner);
  const waiting = schemas.map(
    (schema) =>
      `(select count(*) from ${schema}.outbox where published_at is null) +
       (select count(*) from ${schema}.parked_event)`,
  );
  const query = `select ${waiting.join(' + ')} +
    (select count(*) from webhooks.pending_delivery) as n`;
  let before = -1;
  await until(
    async () => {
      const { rows } = await owner.query<{ n: string }>(query);
      const isQuiet = Number(rows[0]?.n) === 0 && deliveries.length === before;
      before = deliveries.length;
      return isQuiet;
    },
    { timeoutMs: 120_000, everyMs: 1_000, what: 'events and deliveries to settle' },
  );
}

export async function schemasOf(owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<{ schema: string }>(
    `select table_schema as schema from information_schema.tables where table_name = 'outbox'`,
  );
  return rows.map(({ schema }) => schema).toSorted();
}
