/** Temperature profiles in words. */
import {
  builtInProfiles,
  type Job,
  type OwnProfile,
  temperatureClasses,
  temperatureRanges,
} from '@svc/contracts';

/** Classes with their ranges, as options. */
export const classLabels = temperatureClasses.map(
  (each) => [each, `${each}: ${Object.values(temperatureRanges[each]).join(' to ')} °C`] as const,
);

const wordsOf = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

/** The built-in ones, then those of the organisation. */
export const profileOptions = (
  own: readonly OwnProfile[] = [],
): (readonly [name: string, label: string])[] =>
  [
    ...Object.entries(builtInProfiles),
    ...own.map((profile) => [profile.name, profile] as const),
  ].map(([name, { min_c, max_c }]) => [name, `${wordsOf(name)}, ${min_c} to ${max_c} °C`]);

/** Follows the range of a job; empty without a profile. */
export const profileText = ({
  temperature_profile: name,
  dry_ice_kg,
}: Pick<Job, 'temperature_profile' | 'dry_ice_kg'>): string => {
  if (name === null) return '';
  const ice = dry_ice_kg === null ? '' : `, ${dry_ice_kg} kg of dry ice in each parcel`;
  return ` (${wordsOf(name)}${ice})`;
};
