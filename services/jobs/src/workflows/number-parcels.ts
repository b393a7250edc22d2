import type { Policies } from '@svc/contracts';
import type { JobsWriteContext } from '../define.ts';
import type { TransitionResult } from '../domain/job-command.ts';
import { parcelsOf, withSsccs } from '../domain/sscc.ts';
import { takeSerials } from '../store/sscc-ranges.ts';

/** Gives the parcels of bookings their SSCCs, where the sender has a GS1 company prefix. */
export async function numberParcels(
  db: JobsWriteContext['db'],
  { sscc }: Pick<Policies, 'sscc'>,
  booked: readonly TransitionResult[],
): Promise<readonly TransitionResult[]> {
  const parcels = parcelsOf(booked);
  if (!sscc || parcels === 0) return booked;
  return withSsccs(booked, sscc, await takeSerials(db, sscc, parcels));
}
