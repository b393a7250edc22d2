/**
 * Where a job is in its life.
 *
 *   booked → assigned → en_route_pickup → collected → in_transit → delivered
 *
 * Until collection it can be `cancelled`. A failed collection, a broken seal or a failed hand-over
 * makes it an `exception`; the desk resumes it, but a failed hand-over is final.
 */
import { z } from 'zod';

export const statuses = [
  'booked',
  'assigned',
  'en_route_pickup',
  'collected',
  'in_transit',
  'delivered',
  'exception',
  'cancelled',
] as const;
export const status = z.enum(statuses);
export type Status = z.infer<typeof status>;
