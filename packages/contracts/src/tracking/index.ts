/**
 * Tracking: drivers, vehicles, their positions, arrival times and the SLA watch.
 *
 * Terms
 * - **driver**: a person of the carrier; others see the first name only (`fleet.ts`).
 * - **vehicle**: known by its registration.
 * - **document**: a compliance document of a driver or vehicle, with expiry (licence, roadworthiness).
 * - **tracking record**: the view of a job for its followers.
 */
import { recordedChanges } from '../change.ts';
import { defineContract } from '../define.ts';
import { quarantinedEvents } from '../quarantine.ts';
import { trackingActions as actions } from './actions.ts';
import { trackingEvents as events } from './events.ts';

export * from './assets.ts';
export * from './cold-chain.ts';
export * from './consumables.ts';
export * from './courier-positions.ts';
export * from './events.ts';
export * from './fleet.ts';
export * from './logger-files.ts';
export * from './plain-reading.ts';
export * from './position-claims.ts';
export * from './resource.ts';
export * from './telematics.ts';
export * from './telemetry.ts';

export const tracking = defineContract({
  name: 'tracking',
  actions,
  events: { ...events, ...recordedChanges, ...quarantinedEvents },
});
