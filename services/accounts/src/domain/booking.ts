/** What a booking needs to know of the tenant and of both ends of the trip. */
import type { BookingSite, Policies } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import { noPolicies } from './tenant.ts';

export interface BookerRecord {
  tenant_name: string | undefined;
  policies: Policies | undefined;
}

/** As found: what the caller may not use is as absent as what does not exist. */
export interface BookingRecord extends BookerRecord {
  pickup: BookingSite | undefined;
  dropoff: BookingSite | undefined;
}

interface Booker {
  tenant: { id: string; name: string };
  policies: Policies;
}

export interface BookingFacts extends Booker {
  pickup: BookingSite;
  dropoff: BookingSite;
}

export interface Caller {
  tenant: string;
  environment: 'live' | 'sandbox';
}

/** Both sites must be the tenant's own or shared. */
export function decideBookingFacts(found: BookingRecord, caller: Caller): BookingFacts {
  if (!found.pickup) throw unknownSite('pickup_site_id');
  if (!found.dropoff) throw unknownSite('dropoff_site_id');
  return { ...bookerOf(found, caller), pickup: found.pickup, dropoff: found.dropoff };
}

/** A live tenant was created before it books; the sandbox knows its callers by no name. */
export function bookerOf({ tenant_name, policies }: BookerRecord, caller: Caller): Booker {
  const name = tenant_name ?? (caller.environment === 'sandbox' ? sandboxCaller : undefined);
  if (name === undefined) throw new Error(`tenant ${caller.tenant} books but was never created`);
  return { tenant: { id: caller.tenant, name }, policies: policies ?? noPolicies };
}

const sandboxCaller = 'Sandbox caller';

/** Names the field and not the reason, so that nobody learns of a foreign site. */
const unknownSite = (field: 'pickup_site_id' | 'dropoff_site_id'): Refusal =>
  new Refusal('unknown_site', `${field} is neither a site of yours nor one shared with you.`);
