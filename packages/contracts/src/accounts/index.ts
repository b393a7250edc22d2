/**
 * Accounts: who may do what, and where.
 *
 * Terms
 * - **tenant**: an organisation; owns sites, users, jobs.
 * - **client**: a machine of a tenant that gets access tokens (OAuth 2.0 client credentials).
 * - **API key**: a long-lived credential for low-risk reads.
 * - **site**: a place to collect from or deliver to; its tenant's own, or shared with all.
 * - **policy**: a tenant's defaults for bookings.
 * - **billing details**: the recipient's particulars on a tax invoice.
 */
import { defineContract } from '../define.ts';
import { sandboxExpired } from '../sandbox.ts';
import { accountsActions as actions } from './actions.ts';

export * from './clients.ts';
export * from './credentials.ts';
export * from './resource.ts';

export const accounts = defineContract({
  name: 'accounts',
  actions,
  events: { 'sandbox.expired': sandboxExpired },
});
