/** Tenant, policies and both sites of a booking. */
import { type BookingSite, type Policies, sandboxCallerName } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import { noPolicies } from './tenant.ts';

export interface BookerRecord {
  tenant_name: string | undefined;
  policies: Policies | undefined;
}

/** Query result; a site that the caller may not use is undefined, as is one that does not exist. */
export interface BookingRecord extends BookerRecord {
  pickup: BookingSite | undefined;
  dropoff: BookingSite | undefined;
}

interface Booker {
  tenant: { id: string; name: string };
  policies: Policies;
}

export interface BookingDetails extends Booker {
  pickup: BookingSite;
  dropoff: BookingSite;
}

export interface BookingCaller {
  tenant: string;
  environment: 'live' | 'sandbox';
}

/** Both sites must be the tenant's own or shared. */
export function resolveBookingDetails(found: BookingRecord, caller: BookingCaller): BookingDetails {
  if (!found.pickup) throw unknownSite('pickup_site_id', caller);
  if (!found.dropoff) throw unknownSite('dropoff_site_id', caller);
  return { ...bookerOf(found, caller), pickup: found.pickup, dropoff: found.dropoff };
}

/** A live tenant without a record is a fault; sandbox callers share a fixed name. */
export function bookerOf({ tenant_name, policies }: BookerRecord, caller: BookingCaller): Booker {
  const name = tenant_name ?? (caller.environment === 'sandbox' ? sandboxCallerName : undefined);
  if (name === undefined) throw new Error(`tenant ${caller.tenant} books but was never created`);
  return { tenant: { id: caller.tenant, name }, policies: policies ?? noPolicies };
}

/** Names the field but not the reason, so that it does not reveal other tenants' sites. */
const unknownSite = (field: 'pickup_site_id' | 'dropoff_site_id', caller: BookingCaller): Refusal =>
  new Refusal(
    'unknown_site',
    `${field} is neither a site of yours nor one shared with you. ${siteLists[caller.environment]}`,
    { path: [field] },
  );

const siteLists = {
  live: 'GET /sites lists them.',
  sandbox:
    'There are cli-0 to cli-8, lab-0 to lab-3, hos-0 to hos-3, ph-0 to ph-11, whl-0 and bb-0.',
};
