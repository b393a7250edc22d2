import { type RangedJob, requiredRange } from '@svc/contracts';
import type { Config } from '../../config.ts';
import { type ColdChainRules, defaultRules } from '../../domain/cold-chain/reading.ts';

const minuteMs = 60_000;

type Minutes = Pick<Config, 'SVC_EXCURSION_MINUTES'>;

/** What the parcels of a job are judged by: its profile, else its temperature class. */
export const rangeAndRulesOf = (job: RangedJob, config: Minutes) => ({
  range: requiredRange(job),
  rules: rulesOf(job, config),
  profile: job.temperature_profile?.name,
});

/** The default rules, with the profile's own or the time that is configured for the class. */
function rulesOf(
  { temperature_class, temperature_profile: profile }: RangedJob,
  { SVC_EXCURSION_MINUTES }: Minutes,
): ColdChainRules {
  const minutes =
    profile?.allowed_minutes ?? (temperature_class && SVC_EXCURSION_MINUTES[temperature_class]);
  return {
    ...defaultRules,
    ...(minutes && { excursionMs: minutes * minuteMs }),
    ...(profile && { limits: { min: profile.absolute_min_c, max: profile.absolute_max_c } }),
  };
}
