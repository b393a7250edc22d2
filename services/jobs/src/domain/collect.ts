/** Collection and failed pickup. */
import { breakSeal, isBroken } from './broken-seal.ts';
import { custodyFact } from './custody-fact.ts';
import type { JobRecord } from './job.ts';
import { milestone } from './job.ts';
import type { JobCommandOf, MilestoneContext, TransitionResult } from './job-command.ts';

/** Collection records the seal. If the sender announced a seal, it must be that one. */
export function collect(
  job: JobRecord,
  command: JobCommandOf<'collect'>,
  context: MilestoneContext,
): TransitionResult {
  const { seal, parcels_scanned, box_temperature_c, barcodes } = command;
  if (isBroken(job, seal)) return breakSeal(job, { seal, location: job.pickup.name }, context);
  const temperature_dc = Math.round(box_temperature_c * 10);
  return {
    job: {
      ...job,
      status: 'collected',
      seal,
      collected_at: context.at,
      announced_eta_minutes: null,
      announced_eta_at: null,
    },
    milestones: [milestone(context.at, 'collected', { note: 'Collected and sealed', seal })],
    events: [
      {
        type: 'pickup.completed',
        data: { parcels_scanned, seal, box_temperature_c },
        custody: custodyFact('collected', context, {
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
  job: JobRecord,
  { reason }: JobCommandOf<'pickup_failed'>,
  { at }: MilestoneContext,
): TransitionResult => ({
  job: { ...job, status: 'exception', interrupted_status: job.status },
  milestones: [milestone(at, 'pickup_failed', { note: 'Pickup failed' })],
  events: [{ type: 'pickup.failed', data: { reason }, custody: null }],
});
