import { type Policies, type Priced, requiredRange } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { jobIn, priced } from '../../test/job.ts';
import { reachStop } from './simulated-journey.ts';
import { bookedProfile, impliedNumber } from './temperature-profile.ts';

const policies: Policies = {
  ...{ default_cost_centre: '', requirements: {}, sscc: null },
  temperature_profiles: [
    {
      ...{ name: 'plasma', temperature_class: 'frozen', min_c: -40, max_c: -25.5 },
      ...{ allowed_minutes: 10, absolute_min_c: -80, absolute_max_c: -18 },
    },
  ],
};
type Requested = Parameters<typeof bookedProfile>[0];
const booked = (request: Requested, temperature_class: Priced['temperature_class'] = 'frozen') =>
  bookedProfile(request, { ...priced, temperature_class }, policies);
const dryIce = booked({ temperature_profile: 'dry_ice', dry_ice_kg: 1 });
const load = { ...priced, temperature_class: 'frozen' as const };
const quoted = { ...load, temperature_profile: dryIce ?? undefined };

describe('the profile of a booking', () => {
  it.each<[string, Requested, ReturnType<typeof booked>]>([
    ['none', {}, null],
    ["a tenant's own", { temperature_profile: 'plasma' }, policies.temperature_profiles[0] ?? null],
    [
      'a built-in one',
      { temperature_profile: 'dry_ice', dry_ice_kg: 5.5 },
      {
        ...{ name: 'dry_ice', temperature_class: 'frozen', min_c: -90, max_c: -60 },
        ...{ allowed_minutes: 5, absolute_min_c: -100, absolute_max_c: -50, dry_ice_kg: 5.5 },
      },
    ],
  ])('is kept with its range and rules: %s', (_which, request, kept) => {
    expect(booked(request)).toEqual(kept);
  });

  it.each<[string, Requested, Priced['temperature_class']]>([
    ['unknown_profile', { temperature_profile: 'lava' }, 'frozen'],
    ['unknown_profile', { temperature_profile: 'constructor' }, 'frozen'],
    ['profile_mismatch', { temperature_profile: 'platelets' }, 'frozen'],
    ['profile_mismatch', { temperature_profile: 'plasma' }, null],
    ['invalid_body', { temperature_profile: 'dry_ice' }, 'frozen'],
    ['invalid_body', { temperature_profile: 'ultra_cold', dry_ice_kg: 2 }, 'frozen'],
    ['invalid_body', { dry_ice_kg: 2 }, 'frozen'],
  ])('is refused with %s: %o', (code, request, temperature_class) => {
    expect(() => booked(request, temperature_class)).toThrow(code);
  });

  it.each<[string, Requested]>([
    ['without one', {}],
    ['with the same', { temperature_profile: 'dry_ice', dry_ice_kg: 1 }],
    ['with the same mass', { dry_ice_kg: 1 }],
  ])('is that of its quote, booked %s', (_how, request) => {
    expect(bookedProfile(request, quoted, policies)).toBe(quoted.temperature_profile);
  });

  it.each<[Requested]>([
    [{ temperature_profile: 'plasma' }],
    [{ temperature_profile: 'dry_ice', dry_ice_kg: 2 }],
  ])('is refused where it is not that of its quote: %o', (request) => {
    expect(() => bookedProfile(request, quoted, policies)).toThrow('profile_mismatch');
  });

  it('implies the UN number of dry ice alone', () => {
    expect(impliedNumber(dryIce)).toBe('UN1845');
    expect([null, booked({ temperature_profile: 'plasma' })].map(impliedNumber)).toEqual(['', '']);
  });
});

it.each<[string, Requested, Priced['temperature_class'], number]>([
  ['ambient', {}, 'ambient', 260],
  ['2-8C', {}, '2-8C', 110],
  ['frozen', {}, 'frozen', -140],
  ['dry ice', { temperature_profile: 'dry_ice', dry_ice_kg: 1 }, 'frozen', -590],
  ['platelets', { temperature_profile: 'platelets' }, 'ambient', 280],
])('the excursion of the sandbox is out of the range of %s', (_what, request, its, expected) => {
  const temperature_profile = booked(request, its);
  const load = { ...priced, temperature_class: its };
  const job = jobIn('in_transit', { priced: load, temperature_profile });
  const crew = { first_name: 'Thandi', registration: 'SBX 100 GP', seal: 'SBX-100100' };
  const ids = { id: 'job_2', ref: 'SVC-0', tracking_token: 't', handover_code: 'sealed' };
  const { events } = reachStop(job, 'too_warm', { at: job.created_at, crew, ids });
  expect(events[0]?.custody?.details).toMatchObject({ temperature_dc: expected });
  expect(expected / 10).toBeGreaterThan(requiredRange({ ...load, temperature_profile })?.max ?? 0);
});
