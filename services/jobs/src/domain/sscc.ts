/** SSCCs of the parcels of new jobs. */
import type { SsccIssuer } from '@svc/contracts';
import { serialsOf, ssccOf } from '@svc/text/codes/sscc';
import type { TransitionResult } from './job-command.ts';

export const parcelsOf = (booked: readonly TransitionResult[]): number =>
  booked.reduce((sum, { job }) => sum + job.parcel_items.length, 0);

/** Numbers parcels from `first` on. Past the end of the range parcels keep the carrier's own code. */
export function withSsccs(
  booked: readonly TransitionResult[],
  issuer: SsccIssuer,
  first: number,
): TransitionResult[] {
  let serial = first;
  return booked.map((result) => {
    const parcel_items = result.job.parcel_items.map((item) => {
      const own = serial;
      serial += 1;
      return own < serialsOf(issuer) ? { ...item, sscc: ssccOf(issuer, own) } : item;
    });
    return { ...result, job: { ...result.job, parcel_items } };
  });
}
