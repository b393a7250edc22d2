/** The temperature profile of a booking: its quote's, built in, or the tenant's own. */
import {
  type BookingRequest,
  builtInProfile,
  type JobProfile,
  type Policies,
  type Priced,
  resolveProfile,
} from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';

type Requested = Pick<BookingRequest, 'temperature_profile' | 'dry_ice_kg'>;

/** Null without one; the job keeps it, whatever becomes of the policy. */
export function bookedProfile(
  requested: Requested,
  { temperature_class, temperature_profile: quoted }: Priced,
  policies: Policies,
): JobProfile | null {
  if (quoted) return quotedProfile(requested, quoted);
  const profile = resolveProfile(requested, temperature_class, policies.temperature_profiles);
  if (profile && 'code' in profile)
    throw new Refusal(profile.code, profile.detail, { path: profile.path });
  return profile;
}

/** A booking may repeat what was quoted. */
function quotedProfile({ temperature_profile, dry_ice_kg }: Requested, quoted: JobProfile) {
  const { name, dry_ice_kg: mass } = quoted;
  if ((temperature_profile ?? name) === name && (dry_ice_kg ?? mass) === mass) return quoted;
  const detail = `The quote is of ${name}${mass === undefined ? '' : ` with ${mass} kg`}, the booking of another profile or mass.`;
  throw new Refusal('profile_mismatch', detail, { path: ['temperature_profile'] });
}

/** The UN number that a profile implies, for contents without one of their own; empty for none. */
export const impliedNumber = (profile: JobProfile | null): string =>
  builtInProfile(profile?.name ?? '')?.un_number ?? '';
