import type { BookingSite } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { type BookingRecord, resolveBookingDetails } from './booking.ts';

const place = (site_id: string): BookingSite => ({
  site_id,
  name: `Site ${site_id}`,
  position: { lat: -26.2, lng: 28.05 },
  time_zone: 'Africa/Johannesburg',
});
const found: BookingRecord = {
  tenant_name: 'Demo',
  policies: { default_cost_centre: 'CC-1', requirements: {}, sscc: null, temperature_profiles: [] },
  pickup: place('a'),
  dropoff: place('b'),
};
const live = { tenant: 'ten_a', environment: 'live' } as const;
const sandbox = { tenant: 'ten_a', environment: 'sandbox' } as const;

describe('decideBookingFacts', () => {
  it('returns tenant, sites and policies', () => {
    expect(resolveBookingDetails(found, live)).toEqual({
      tenant: { id: 'ten_a', name: 'Demo' },
      pickup: place('a'),
      dropoff: place('b'),
      policies: {
        default_cost_centre: 'CC-1',
        requirements: {},
        sscc: null,
        temperature_profiles: [],
      },
    });
  });

  it('returns empty policies where none were set', () => {
    const { policies } = resolveBookingDetails({ ...found, policies: undefined }, live);
    expect(policies).toEqual({
      default_cost_centre: '',
      requirements: {},
      sscc: null,
      temperature_profiles: [],
    });
  });

  it.each([
    ['pickup_site_id', { pickup: undefined }],
    ['dropoff_site_id', { dropoff: undefined }],
    ['pickup_site_id', { pickup: undefined, dropoff: undefined }],
  ])('refuses unknown sites and names %s', (field, missing) => {
    const decide = () => resolveBookingDetails({ ...found, ...missing }, live);
    expect(decide).toThrow(expect.objectContaining({ code: 'unknown_site' }));
    expect(decide).toThrow(new RegExp(`: ${field} `));
  });

  it('names a sandbox caller that has no tenant', () => {
    const { tenant } = resolveBookingDetails({ ...found, tenant_name: undefined }, sandbox);
    expect(tenant).toEqual({ id: 'ten_a', name: 'Sandbox caller' });
  });

  it('faults for a live tenant that was never created', () => {
    const decide = () => resolveBookingDetails({ ...found, tenant_name: undefined }, live);
    expect(decide).toThrow('tenant ten_a books but was never created');
    expect(decide).not.toThrow(expect.objectContaining({ code: expect.anything() }));
  });
});
