/**
 * Billing: invoices, payments and statements of customers, payouts to partners.
 *
 * Terms
 * - **line**: one charge: a delivered job or the fee of a cancelled one, billed once.
 * - **period**: a calendar month of Africa/Johannesburg, `YYYY-MM`.
 * - **invoice**: the lines of a tenant's month; a draft until the month is over, then numbered and
 *   immutable. A line that arrives after its month was invoiced is added to the next invoice.
 * - **statement**: balance and movements of a tenant's account after a month's invoice is issued.
 * - **payment**: money received; settles the oldest invoices first, the rest is credit.
 * - **payout**: payment to a partner for the delivered orders of a month.
 */
import { recordedChanges } from '../change.ts';
import { defineContract } from '../define.ts';
import { quarantinedEvents } from '../quarantine.ts';
import { billingActions as actions } from './actions.ts';
import { billingEvents as events } from './events.ts';

export * from './events.ts';
export * from './requests.ts';
export * from './resource.ts';

export const billing = defineContract({
  name: 'billing',
  actions,
  events: { ...events, ...recordedChanges, ...quarantinedEvents },
});
