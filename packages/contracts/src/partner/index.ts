/**
 * Partner: orders and stock of pharmacies, manifests and routes of laboratories.
 *
 * Terms
 * - **order**: a pharmacy's order for delivery; identified by the pharmacy's `order_ref`.
 * - **partner quote**: availability of the delivery of an order and its price, by option.
 * - **ready**: the order is packed in a sealed bag; its job is booked with the bag's number as its seal.
 * - **stock feed**: stock levels of a pharmacy, by item code, without names.
 * - **full feed**: replaces the stock of a site; a **delta** changes single items.
 * Manifests and routes: lab.ts. Sources: decisions, Partner and Lab.
 */
import { recordedChanges } from '../change.ts';
import { defineContract } from '../define.ts';
import { quarantinedEvents } from '../quarantine.ts';
import { partnerActions as actions } from './actions.ts';
import { partnerEvents as events } from './events.ts';

export * from './events.ts';
export * from './lab.ts';
export * from './reception.ts';
export * from './requests.ts';
export * from './resource.ts';

export const partner = defineContract({
  name: 'partner',
  actions,
  events: { ...events, ...recordedChanges, ...quarantinedEvents },
});
