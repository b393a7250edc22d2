/** What a booking needs to know of the tenant and of both ends of the trip. */
import { type BookingSite, type Policies, sandboxCallerName } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import { noPolicies } from './tenant.ts';

/** As found: what the caller may not use is as absent as what does not exist. */
export interface BookingRecord {
  tenant_name: string | undefined;
  policies: Policies | undefined;
  pickup: BookingSite | undefined;
  dropoff: BookingSite | undefined;
}

export interface BookingFacts {
  tenant: { id: string; name: string };
  pickup: BookingSite;
  dropoff: BookingSite;
  policies: Policies;
}

export interface Caller {
  tenant: string;
  environment: 'live' | 'sandbox';
}

/** Both sites must be the tenant's own or shared; the sandbox knows its callers by no name. */
export function decideBookingFacts(found: BookingRecord, caller: Caller): BookingFacts {
  if (!found.pickup) throw unknownSite('pickup_site_id');
  if (!found.dropoff) throw unknownSite('dropoff_site_id');
  const name =
    found.tenant_name ?? (caller.environment === 'sandbox' ? sandboxCallerName : undefined);
  if (name === undefined) throw new Error(`tenant ${caller.tenant} books but was never created`);
  return {
    tenant: { id: caller.tenant, name },
    pickup: found.pickup,
    dropoff: found.dropoff,
    policies: found.policies ?? noPolicies,
  };
}

/** Names the field and not the reason, so that nobody learns of a foreign site. */
const unknownSite = (field: 'pickup_site_id' | 'dropoff_site_id'): Refusal =>
  new Refusal('unknown_site', `${field} is neither a site of yours nor one shared with you.`);
