/**
 * Tracking: drivers, vehicles, their positions, arrival times and the SLA watch.
 *
 * Terms
 * - **driver**: a person of the carrier; others see the first name only.
 * - **vehicle**: known by its registration.
 * - **document**: a compliance document of a driver or vehicle, with expiry (licence, roadworthiness).
 * - **tracking record**: the view of a job for its followers.
 */
import { recordedChanges } from '../change.ts';
import { defineContract } from '../define.ts';
import { quarantinedEvents } from '../quarantine.ts';
import { trackingActions as actions } from './actions.ts';
import { trackingEvents as events } from './events.ts';

export * from './cold-chain.ts';
export * from './events.ts';
export * from './plain-reading.ts';
export * from './resource.ts';
export * from './telemetry.ts';

export const tracking = defineContract({
  name: 'tracking',
  actions,
  events: { ...events, ...recordedChanges, ...quarantinedEvents },
});
