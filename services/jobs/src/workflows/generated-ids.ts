/** Random parts of new jobs. Job ids are ULIDs: they sort by the time that is passed in. */
import { newId, randomCode, randomToken } from '@svc/kit/ids';
import { generateCode } from '../adapters/handover-codes.ts';
import type { BookingContext } from '../domain/booking.ts';
import type { GeneratedIds } from '../domain/job-command.ts';

const generateJobIds = (at: Date) => ({
  id: newId('job_', at),
  ref: `SVC-${randomCode(8)}`,
  tracking_token: randomToken(),
});

/** For a job that is booked: the handover code follows at its assignment. */
export const generateBookingIds = (
  at: Date,
  parcels: number,
): Omit<BookingContext, 'now' | 'by'> => ({
  ...generateJobIds(at),
  parcel_ids: Array.from({ length: parcels }, () => newId('pcl_', at)),
});

/** Ids with a handover code, for a job that starts collected (a return) or is simulated. */
export const generateIds = (at: Date, secret: string): GeneratedIds => ({
  ...generateJobIds(at),
  handover_code: generateCode(secret),
});
