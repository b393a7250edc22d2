import { type Envelope, isSamplesTenant, publicContracts } from '@svc/contracts';
import { newId } from '@svc/kit/ids';
import type { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import { onAny } from '../define.ts';
import { endsJob, isPublic, splitBody } from '../domain/event.ts';
import { queueDeliveries } from '../store/deliveries.ts';
import { insertEvent } from '../store/events.ts';
import type { Tables } from '../store/schema.ts';
import { followEvent } from '../workflows/alarms.ts';

/** Writes the public event, its deliveries to all active endpoints that want it, and its alarms. */
async function publish(
  envelope: Envelope,
  { db, tenant, now, config, wake, hint, traceparent }: PublishContext,
): Promise<void> {
  // Samples belong to no caller: nobody can subscribe to their events.
  if (!isPublic(envelope) || isSamplesTenant(tenant)) return;
  const { id, type, job_id } = envelope;
  const created_at = new Date(envelope.created_at);
  const endpoints = await insertEvent(db, tenant, {
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
  const deliveries = endpoints.map((endpoint_id) => ({
    id: newId('whd_', now),
    endpoint_id,
    event_id: id,
    type,
  }));
  await queueDeliveries(db, tenant, { deliveries, now, inOrder: false });
  if (deliveries.length > 0) wake('deliver');
  // No control desk watches the sandbox.
  if (config.SVC_ENVIRONMENT === 'sandbox') return;
  const unassignedAfterS = config.SVC_UNASSIGNED_AFTER_S;
  await followEvent(envelope, { db, tenant, unassignedAfterS, hint });
}
interface PublishContext {
  db: Kysely<Tables>;
  tenant: string;
  now: Date;
  config: Config;
  traceparent: string | undefined;
  wake(worker: string): void;
  hint(topic: string, payload: unknown): void;
}

export const fanOut = publicContracts.map(({ name }) => onAny(name, publish));
