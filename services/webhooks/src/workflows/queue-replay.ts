/** Replay: queues stored events for one endpoint again, in order of creation. */
import { newId } from '@svc/kit/ids';
import type { Kysely } from 'kysely';
import { queueDeliveries } from '../store/deliveries.ts';
import {
  insertRemainder,
  listSpan,
  type ReplayableEvent,
  type ReplaySpan,
} from '../store/replays.ts';
import type { Tables } from '../store/schema.ts';

/** Events per transaction; the schedule continues with the rest within a minute. */
const batch = 5_000;

export async function queueReplaySpan(
  db: Kysely<Tables>,
  tenant: string,
  { now, ...span }: ReplaySpan & { now: Date },
): Promise<void> {
  const events = await listSpan(db, tenant, { ...span, limit: batch });
  await queueReplayEvents(db, tenant, { endpointId: span.endpoint.id, events, now });
  const last = events.at(-1);
  if (events.length < batch || !last) return;
  await insertRemainder(db, tenant, {
    endpointId: span.endpoint.id,
    after_created_at: last.created_at,
    after_seq: last.seq,
    until: span.until,
  });
}

export async function queueReplayEvents(
  db: Kysely<Tables>,
  tenant: string,
  {
    endpointId,
    events,
    now,
  }: { endpointId: string; events: readonly ReplayableEvent[]; now: Date },
): Promise<void> {
  // Ids of one millisecond are unordered, and deliveries are sent in the order of their ids.
  const ids = events.map(() => newId('whd_', now)).sort();
  const deliveries = events.flatMap(({ id: event_id, type }, place) => {
    const id = ids[place];
    return id ? { tenant_id: tenant, id, endpoint_id: endpointId, event_id, type } : [];
  });
  await queueDeliveries(db, deliveries, { now, inOrder: true });
}
