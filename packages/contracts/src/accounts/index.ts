/**
 * Accounts: who may do what, and where.
 *
 * Terms
 * - **tenant**: an organisation; owns sites, users, jobs.
 * - **client**: a machine of a tenant that gets access tokens (OAuth 2.0 client credentials).
 * - **courier device**: a client that signs with a key instead of knowing a secret (courier-devices.ts).
 * - **API key**: a long-lived credential for low-risk reads.
 * - **site**: a place to collect from or deliver to; its tenant's own, or shared with all.
 * - **policy**: a tenant's defaults for bookings.
 * - **user**: a person of a tenant; signs in to desk and portal (people.ts), once invited
 *   (invitations.ts).
 * - **billing details**: the recipient's particulars on a tax invoice.
 */
import { recordedChanges } from '../change.ts';
import { defineContract } from '../define.ts';
import { quarantinedEvents } from '../quarantine.ts';
import { sandboxExpired } from '../sandbox.ts';
import { accountsActions as actions } from './actions.ts';

export * from './audit-log.ts';
export * from './clients.ts';
export * from './courier-devices.ts';
export * from './credentials.ts';
export * from './invitations.ts';
export * from './people.ts';
export * from './request-log.ts';
export * from './resource.ts';
export * from './usage.ts';

export const accounts = defineContract({
  name: 'accounts',
  actions,
  events: { ...recordedChanges, ...quarantinedEvents, 'sandbox.expired': sandboxExpired },
});
