import { type Envelope, publicContracts } from '@svc/contracts';
import { newId } from '@svc/kit/ids';
import type { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import { onAny } from '../define.ts';
import { endsJob, isPublic, splitBody } from '../domain/event.ts';
import { queueDeliveries } from '../store/deliveries.ts';
import { listSubscribers } from '../store/endpoints.ts';
import { insertEvent } from '../store/events.ts';
import type { Tables } from '../store/schema.ts';

/** Writes the public event and its deliveries to all active endpoints that want it. */
async function publish(
  envelope: Envelope,
  { db, tenant, now, config, wake, traceparent }: PublishContext,
): Promise<void> {
  // The sandbox has neither subscriptions nor a feed.
  if (!isPublic(envelope) || config.SVC_ENVIRONMENT === 'sandbox') return;
  const { id, type, job_id } = envelope;
  const created_at = new Date(envelope.created_at);
  await insertEvent(db, tenant, {
    id,
    type,
    job_id,
    created_at,
    received_at: now,
    ends_job: endsJob(type),
    endpoint_id: null,
    traceparent,
    ...splitBody(envelope),
  });
  const endpoints = await listSubscribers(db, tenant, type);
  const deliveries = endpoints.map((endpoint_id) => ({
    id: newId('whd_', now),
    endpoint_id,
    event_id: id,
    type,
  }));
  await queueDeliveries(db, tenant, { deliveries, now, inOrder: false });
  if (deliveries.length > 0) wake('deliver');
}
interface PublishContext {
  db: Kysely<Tables>;
  tenant: string;
  now: Date;
  config: Config;
  traceparent: string | undefined;
  wake(worker: string): void;
}

export const fanOut = publicContracts.map(({ name }) => onAny(name, publish));
