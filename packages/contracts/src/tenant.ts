/** What belongs to a tenant: its sites, users and policies. Terms: see `accounts.ts`. */
import { z } from 'zod';
import {
  costCentre,
  position,
  requiredText,
  requirements,
  text,
  timestamp,
  timeZone,
} from './primitives.ts';

export const siteTypes = [
  'clinic',
  'lab',
  'hospital',
  'pharmacy',
  'wholesaler',
  'blood_bank',
] as const;

export const siteFields = {
  name: requiredText(120),
  type: z.enum(siteTypes),
  address: text(300),
  position,
  time_zone: timeZone,
  /** OpenStreetMap opening_hours syntax, e.g. `24/7`, `Mo-Fr 08:00-17:00`; the service parses it. */
  receiving_hours: requiredText(255),
  cost_centres: z.array(costCentre.min(1)).max(200),
};
export const site = z.object({ id: z.string(), ...siteFields, shared: z.boolean() });
export type Site = z.infer<typeof site>;

export const newSite = z.object({
  ...siteFields,
  address: siteFields.address.default(''),
  time_zone: siteFields.time_zone.default('Africa/Johannesburg'),
  receiving_hours: siteFields.receiving_hours.default('24/7'),
  cost_centres: siteFields.cost_centres.default([]),
});
export const roles = ['admin', 'booker', 'viewer'] as const;
export const userFields = {
  email: z.email().max(254),
  name: requiredText(120),
  role: z.enum(roles),
};
export const user = z.object({ id: z.string(), ...userFields, created_at: timestamp });
export type User = z.infer<typeof user>;

export const policies = z.object({
  default_cost_centre: costCentre,
  /** Required proof by SKU; what is absent follows the price book. */
  requirements: z
    .record(requiredText(64), requirements)
    .refine((r) => Object.keys(r).length <= 200),
});
export type Policies = z.infer<typeof policies>;

/** One end of a booking, as jobs keeps it. */
export const bookingSite = z.object({
  site_id: z.string(),
  name: z.string(),
  position,
  time_zone: z.string(),
});
export type BookingSite = z.infer<typeof bookingSite>;
