import { describe, expect, it } from 'vitest';
import { policies } from './accounts/resource.ts';
import {
  builtInProfiles,
  jobProfile,
  type OwnProfile,
  requiredRange,
} from './temperature-profiles.ts';

const plasma: OwnProfile = {
  ...{ name: 'plasma', temperature_class: 'frozen', min_c: -40, max_c: -25.5 },
  ...{ allowed_minutes: 10, absolute_min_c: -80, absolute_max_c: -18 },
};
const areValid = (...temperature_profiles: object[]): boolean =>
  policies.safeParse({ default_cost_centre: '', requirements: {}, temperature_profiles }).success;

describe('profiles of a tenant', () => {
  it.each<[boolean, string, object[]]>([
    [true, 'limits that are the range', [{ absolute_min_c: -40, absolute_max_c: -25.5 }]],
    [true, 'two names', [{}, { name: 'plasma_2' }]],
    [false, 'one name twice', [{}, {}]],
    [false, 'a built-in name', [{ name: 'platelets' }]],
    [false, 'the name of a class', [{ name: 'frozen' }]],
    [false, 'a name in capitals', [{ name: 'Plasma' }]],
    [false, 'an empty range', [{ max_c: -40 }]],
    [false, 'a range upside down', [{ min_c: -20 }]],
    [false, 'a limit within the range', [{ absolute_max_c: -30 }]],
    [false, 'no minutes', [{ allowed_minutes: 0 }]],
    [false, 'more than four hours', [{ allowed_minutes: 241 }]],
    [false, 'hundredths of a degree', [{ min_c: -40.05 }]],
  ])('are accepted: %s, with %s', (isValid, _what, changes) => {
    expect(areValid(...changes.map((change) => ({ ...plasma, ...change })))).toBe(isValid);
  });
});

it.each(Object.entries(builtInProfiles))('the built-in profile %s is one', (name, profile) => {
  const { un_number: _, ...fields } = { un_number: undefined, ...profile };
  expect(areValid({ ...fields, name: 'renamed' })).toBe(true);
  expect(jobProfile.parse({ name, ...profile })).toEqual({ name, ...fields });
});

it('the range of a job is that of its profile, else of its class', () => {
  expect(requiredRange({ temperature_class: 'frozen', temperature_profile: plasma })).toEqual({
    min: -40,
    max: -25.5,
  });
  expect(requiredRange({ temperature_class: 'frozen' })).toEqual({ min: -25, max: -15 });
  expect(requiredRange({ temperature_class: null, temperature_profile: null })).toBeNull();
});
