import { on } from '../define.ts';
import { excursionFact } from '../domain/excursion.ts';
import { appendOrHold } from '../workflows/append-or-hold.ts';

export const onTemperatureExcursion = on(
  'tracking',
  'temperature.excursion',
  ({ job_id, data, internals }, context) =>
    appendOrHold(context, job_id, excursionFact(data, internals)),
);
