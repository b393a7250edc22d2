/**
 * Pricing: price books and quotes.
 *
 * Terms
 * - **price book**: the versioned list of SKUs with prices; one version is current per environment.
 * - **SKU**: a service that can be priced; a *delivery* SKU can also be booked as a job.
 * - **quote**: a price held for 15 minutes.
 * - **priced**: what booking needs to know of a price, whether from a quote or made on the spot.
 */
import { recordedChanges } from '../change.ts';
import { defineContract } from '../define.ts';
import { quarantinedEvents } from '../quarantine.ts';
import { pricingActions as actions } from './actions.ts';
import { pricingEvents as events } from './events.ts';

export * from './events.ts';
export * from './requests.ts';
export * from './resource.ts';

export const pricing = defineContract({
  name: 'pricing',
  actions,
  events: { ...events, ...recordedChanges, ...quarantinedEvents },
});
