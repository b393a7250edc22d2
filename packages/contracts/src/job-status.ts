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
