import { type Envelope, isSamplesTenant, publicContracts } from '@svc/contracts';
import { newId } from '@svc/kit/ids';
import { onAnyBatch } from '../define.ts';
import { endsJob, isPublic, splitBody } from '../domain/event.ts';
import { queueDeliveries } from '../store/deliveries.ts';
import { insertPublicEvents } from '../store/events.ts';
import { followEvents } from '../workflows/alarms.ts';

/**
 * Writes the public events of a batch, their deliveries to all active endpoints that want them, and
 * their alarms.
 */
const publishFrom = (producer: (typeof publicContracts)[number]['name']) =>
  onAnyBatch(producer, async (envelopes, { db, now, config, of }) => {
    // Samples belong to no caller, so their events have no subscribers.
    const events = envelopes.filter(
      (event) => isPublic(event) && !isSamplesTenant(event.tenant_id),
    );
    const [first] = events;
    if (!first) return;
    const { hint, wake } = of(first);
    const subscriptions = await insertPublicEvents(
      db,
      events.map((event) => newEvent(event, of(event).traceparent)),
      now,
    );
    // Ids of one millisecond are unordered, and deliveries are sent in the order of their ids.
    const ids = subscriptions.map(() => newId('whd_', now)).sort();
    const deliveries = subscriptions.map((each, place) => ({ ...each, id: ids[place] ?? '' }));
    await queueDeliveries(db, deliveries, { now, inOrder: false });
    if (deliveries.length > 0) wake('deliver');
    // No control desk watches the sandbox.
    if (config.SVC_ENVIRONMENT === 'sandbox') return;
    const unassignedAfterS = config.SVC_UNASSIGNED_AFTER_S;
    await followEvents(events, { db, unassignedAfterS, hint });
  });

function newEvent(envelope: Envelope, traceparent: string | undefined) {
  const { tenant_id, id, type, job_id } = envelope;
  return {
    ...{ tenant_id, id, type, job_id },
    created_at: new Date(envelope.created_at),
    ends_job: endsJob(type),
    endpoint_id: null,
    traceparent,
    ...splitBody(envelope),
  };
}

export const fanOut = publicContracts.map(({ name }) => publishFrom(name));
