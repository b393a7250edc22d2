/**
 * Temperature profiles: ranges other than those of the temperature classes, with their own rules for
 * excursions. A job with a profile is priced and carried as its temperature class.
 *
 * Terms
 * - **range**: what the contents must be kept in, inclusive.
 * - **allowed minutes**: a spell out of range that lasts so long is an excursion.
 * - **absolute limits**: a reading beyond them is an excursion immediately.
 */
import { z } from 'zod';
import {
  requiredLine,
  type TemperatureClass,
  temperatureClass,
  temperatureRanges,
} from './primitives.ts';

const degrees = z.number().min(-200).max(100).multipleOf(0.1);

const profileFields = {
  temperature_class: temperatureClass,
  min_c: degrees.describe('Lowest permitted temperature in °C, inclusive.'),
  max_c: degrees.describe('Highest permitted temperature in °C, inclusive.'),
  allowed_minutes: z
    .int()
    .min(1)
    .max(240)
    .describe('Minutes out of range at a time from which it is an excursion, 1 to 240.'),
  absolute_min_c: degrees.describe('A reading below is an excursion immediately, in °C.'),
  absolute_max_c: degrees.describe('A reading above is an excursion immediately, in °C.'),
};
type ProfileFields = z.infer<z.ZodObject<typeof profileFields>>;

/** Net mass of dry ice in a package by air, kg: IATA packing instruction 954. */
export const dryIceKg = z.number().min(0.1).max(200).multipleOf(0.1);

/** As a job keeps it from its booking. */
export const jobProfile = z.object({
  name: z.string(),
  ...profileFields,
  /** Only where the profile is of dry ice. */
  dry_ice_kg: dryIceKg.optional(),
});
export type JobProfile = z.infer<typeof jobProfile>;

/** Range, and absolute limits that lie so far below and above it. */
const between = (min_c: number, max_c: number, [below, above]: [below: number, above: number]) => ({
  ...{ min_c, max_c, allowed_minutes: 5 },
  ...{ absolute_min_c: min_c - below, absolute_max_c: max_c + above },
});

interface BuiltInProfile extends ProfileFields {
  un_number?: string;
}
/** Red cells: below 0 °C they freeze; stored ones bear what is allowed in transport. */
export const builtInProfiles = {
  dry_ice: { temperature_class: 'frozen', ...between(-90, -60, [10, 10]), un_number: 'UN1845' },
  ultra_cold: { temperature_class: 'frozen', ...between(-90, -70, [10, 10]) },
  platelets: { temperature_class: 'ambient', ...between(20, 24, [2, 2]) },
  red_cells: { temperature_class: '2-8C', ...between(1, 10, [1, 2]) },
  red_cells_stored: { temperature_class: '2-8C', ...between(2, 6, [2, 4]) },
} as const satisfies Record<string, BuiltInProfile>;

export const builtInProfile = (name: string): BuiltInProfile | undefined =>
  new Map<string, BuiltInProfile>(Object.entries(builtInProfiles)).get(name);

export const profileName = requiredLine(40).describe(
  `Temperature profile: ${Object.keys(builtInProfiles)
    .map((name) => `\`${name}\``)
    .join(', ')}, or one of your policies. Its class must be that of the SKU.`,
);

/** What a quote, booking or route may name. */
export const requestedProfile = {
  temperature_profile: profileName.optional(),
  dry_ice_kg: dryIceKg
    .optional()
    .describe(
      'Net mass of dry ice in each parcel in kilograms, 0.1 to 200 with at most one decimal; required with `dry_ice`, and only then.',
    ),
};
type Requested = typeof requestedProfile;
type RequestedProfile = { [F in keyof Requested]?: z.infer<Requested[F]> | null };

/** The request as resources show it. */
export const shownProfile = (profile: JobProfile | null | undefined) => ({
  temperature_profile: profile?.name ?? null,
  dry_ice_kg: profile?.dry_ice_kg ?? null,
});

/** Reasons to refuse a request whose fields are well formed. */
export const profileRefusals = ['unknown_profile', 'profile_mismatch', 'invalid_body'] as const;

interface ProfileRefusal {
  code: (typeof profileRefusals)[number];
  detail: string;
  path: (keyof Requested)[];
}

const isAscending = (values: readonly number[]): boolean =>
  values.every((value, nth) => value >= (values[nth - 1] ?? value));

export const ownProfilesMax = 20;
export const ownProfile = z
  .object({
    name: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,39}$/)
      .refine((name) => !builtInProfile(name) && !Object.hasOwn(temperatureRanges, name), {
        error: 'the name of a built-in profile or temperature class',
      })
      .describe(
        'Name: 1 to 40 lower-case letters, digits and `_`, beginning with a letter; no built-in name.',
      ),
    ...profileFields,
  })
  .refine(({ min_c, max_c }) => min_c < max_c, { error: 'max_c must be more than min_c' })
  .refine(
    ({ absolute_min_c, min_c, max_c, absolute_max_c }) =>
      isAscending([absolute_min_c, min_c, max_c, absolute_max_c]),
    { error: 'the limits must enclose the range' },
  )
  .describe('A temperature profile of your organisation.');

export type OwnProfile = z.infer<typeof ownProfile>;

/**
 * The requested profile as jobs keep it, null for none, or why contents of this class cannot have
 * it. `own` are those of the tenant.
 */
export function resolveProfile(
  { temperature_profile: name, dry_ice_kg: mass }: RequestedProfile,
  temperature_class: TemperatureClass | null,
  own: readonly OwnProfile[],
): JobProfile | null | ProfileRefusal {
  const found = builtInProfile(name ?? '') ?? own.find((each) => each.name === name);
  const path = ['temperature_profile' as const];
  if (name && !found) {
    const known = [...Object.keys(builtInProfiles), ...own.map((each) => each.name)];
    const detail = `There is no temperature profile ${name}, but ${known.join(', ')}.`;
    return { code: 'unknown_profile', detail, path };
  }
  if (found && found.temperature_class !== temperature_class) {
    const detail = `${name} is of class ${found.temperature_class}, the SKU of ${temperature_class ?? 'none'}.`;
    return { code: 'profile_mismatch', detail, path };
  }
  if ((name === 'dry_ice') !== (mass != null)) {
    const detail = 'The profile dry_ice needs dry_ice_kg, and no other takes it.';
    return { code: 'invalid_body', detail, path: ['dry_ice_kg'] };
  }
  return found ? jobProfile.parse({ ...found, name, dry_ice_kg: mass ?? undefined }) : null;
}

export interface RangedJob {
  temperature_class: TemperatureClass | null;
  temperature_profile?: JobProfile | null | undefined;
}

/** What parcels must be kept in: the range of their profile, else of their class. */
export function requiredRange({ temperature_class, temperature_profile: profile }: RangedJob) {
  if (profile) return { min: profile.min_c, max: profile.max_c };
  return temperature_class && temperatureRanges[temperature_class];
}
