import type { TemperatureClass } from '@svc/contracts';
import type { Config } from '../../config.ts';
import { type ColdChainRules, defaultRules } from '../../domain/cold-chain/reading.ts';

const minuteMs = 60_000;

/** The default rules, with the excursion time that is configured for the temperature class. */
export const rulesFor = (
  temperatureClass: TemperatureClass,
  { SVC_EXCURSION_MINUTES }: Pick<Config, 'SVC_EXCURSION_MINUTES'>,
): ColdChainRules => {
  const minutes = SVC_EXCURSION_MINUTES[temperatureClass];
  return minutes === undefined
    ? defaultRules
    : { ...defaultRules, excursionMs: minutes * minuteMs };
};
