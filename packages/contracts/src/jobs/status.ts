/**
 * Where a job is in its life.
 *
 *   booked → assigned → en_route_pickup → collected → in_transit → delivered
 *
 * Until collection it can be `cancelled`. A failed collection, a broken seal or a failed hand-over
 * makes it an `exception`; the desk resumes it, but a failed hand-over is final.
 */
import { z } from 'zod';
import { explained } from '../description.ts';
import { statuses } from './hand-offs.ts';

export const status = explained(z.enum(statuses), 'Status of the job.', {
  booked: 'accepted; not assigned yet.',
  assigned: 'a driver and a vehicle are assigned.',
  en_route_pickup: 'the driver is on the way to the pickup site.',
  collected: 'the parcels are sealed and with the driver.',
  in_transit: 'the driver is on the way to the drop-off site.',
  delivered: 'handed over; final.',
  exception: 'interrupted: failed collection, broken seal or failed hand-over.',
  cancelled: 'ended before collection; final.',
});
export type Status = z.infer<typeof status>;
