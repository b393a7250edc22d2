/**
 * Webhooks: signed deliveries of events to the endpoints that tenants registered.
 *
 * Terms
 * - **endpoint**: an address of a tenant with the event types it wants and its signing secret.
 * - **delivery**: one event on its way to one endpoint; tried until it succeeds or is given up.
 * - **attempt**: one POST of a delivery.
 * - **feed**: the same events, to be fetched instead of received.
 * - **alarm**: an event that the carrier's control desk has to decide about (`ops-events.ts`).
 */
import { recordedChanges } from '../change.ts';
import { defineContract } from '../define.ts';
import { webhooksActions as actions } from './actions.ts';
import { webhooksEvents as events } from './events.ts';

export * from './events.ts';
export * from './ops-events.ts';
export * from './resource.ts';

export const webhooks = defineContract({
  name: 'webhooks',
  actions,
  events: { ...events, ...recordedChanges },
});
