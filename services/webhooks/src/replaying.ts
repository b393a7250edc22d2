/** Queues events for one endpoint again, in order of creation. */
import { newId } from '@svc/kit/ids';
import type { Kysely } from 'kysely';
import { queueDeliveries } from './store/deliveries.ts';
import { keepRemainder, listSpan, type Replayable, type Span } from './store/replays.ts';
import type { Tables } from './store/schema.ts';
import { wakeDeliverers } from './wake.ts';

/** What one transaction queues; the rest follows within a minute. */
const batch = 5_000;

export async function replaySpan(
  db: Kysely<Tables>,
  tenant: string,
  { now, ...span }: Span & { now: Date },
): Promise<void> {
  const events = await listSpan(db, tenant, { ...span, limit: batch });
  await replayEvents(db, tenant, { endpointId: span.endpoint.id, events, now });
  const last = events.at(-1);
  if (events.length < batch || !last) return;
  await keepRemainder(db, tenant, {
    endpointId: span.endpoint.id,
    after_created_at: last.created_at,
    after_seq: last.seq,
    until: span.until,
  });
}

export async function replayEvents(
  db: Kysely<Tables>,
  tenant: string,
  { endpointId, events, now }: { endpointId: string; events: readonly Replayable[]; now: Date },
): Promise<void> {
  // Ids drawn in one millisecond are in no order of their own.
  const ids = events.map(() => newId('whd_', now)).sort();
  const deliveries = events.flatMap(({ id: event_id, type }, place) => {
    const id = ids[place];
    return id ? { id, endpoint_id: endpointId, event_id, type } : [];
  });
  await queueDeliveries(db, tenant, { deliveries, now, inOrder: true });
  wakeDeliverers();
}
