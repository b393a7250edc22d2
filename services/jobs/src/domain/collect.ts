/** At the pickup: the parcels are taken, or they are not. */
import { breakSeal, isBroken } from './broken-seal.ts';
import { custodyFact } from './custody-fact.ts';
import type { Happened, Outcome, Told } from './happening.ts';
import type { Job } from './job.ts';
import { milestone } from './timeline.ts';

/** Collection puts on the seal. A bag that came sealed must bear the seal that was announced. */
export function collect(job: Job, happening: Happened<'collect'>, told: Told): Outcome {
  const { seal, parcels_scanned, box_temperature_c, barcodes } = happening;
  if (isBroken(job, seal)) return breakSeal(job, { seal, location: job.pickup.name }, told);
  const temperature_dc = Math.round(box_temperature_c * 10);
  return {
    job: {
      ...job,
      status: 'collected',
      seal,
      collected_at: told.at,
      said_eta_minutes: null,
      said_eta_at: null,
    },
    milestones: [milestone(told.at, 'collected', { note: 'Collected and sealed', seal })],
    events: [
      {
        type: 'pickup.completed',
        data: { parcels_scanned, seal, box_temperature_c },
        custody: custodyFact('collected', told, {
          seal,
          details: { parcels_scanned, temperature_dc },
        }),
        barcodes,
      },
    ],
  };
}

/** A pickup that fails stops the job before custody begins. */
export const failPickup = (
  job: Job,
  { reason }: Happened<'pickup_failed'>,
  { at }: Told,
): Outcome => ({
  job: { ...job, status: 'exception', interrupted: job.status },
  milestones: [milestone(at, 'pickup_failed', { note: 'Pickup failed' })],
  events: [{ type: 'pickup.failed', data: { reason }, custody: null }],
});
