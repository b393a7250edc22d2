/** Temperatures of a job. */
import { collectedJob } from '../targets.ts';
import { having, type Rules, toAbsent } from './rule.ts';

export const temperatureRules: Rules = {
  'getTemperature job_not_found': toAbsent('GET /jobs/absent/temperature'),
  'getTemperatureBundle job_not_found': toAbsent('GET /jobs/absent/temperature/bundle'),
  'getTemperatureBundle certificate_pending': having(collectedJob, ({ send }, id) =>
    send(`GET /jobs/${id}/temperature/bundle`),
  ),
};
