/** What belongs to a tenant: its sites, users, policies and billing details. */
import { z } from 'zod';
import { boundedRecord } from '../bounded.ts';
import {
  costCentre,
  opaqueId,
  position,
  requiredText,
  requirements,
  text,
  timestamp,
  timeZone,
} from '../primitives.ts';

export const siteTypes = [
  'clinic',
  'lab',
  'hospital',
  'pharmacy',
  'wholesaler',
  'blood_bank',
] as const;

/** Each run of white space as one blank, none at the ends. */
export const collapsedBlanks = (value: string): string => value.trim().replaceAll(/\s+/g, ' ');

/**
 * OpenStreetMap opening_hours syntax, e.g. `24/7`, `Mo-Fr 08:00-17:00`; the service parses it. The
 * alphabet is the grammar's: words, numbers, punctuation, and comments in quotation marks.
 */
const receivingHours = z
  .string()
  .overwrite(collapsedBlanks)
  .min(1)
  .max(128)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
  .regex(/^(?:[A-Za-z0-9 :;,+/|()[\]-]|"[^"\u0000-\u001f\u007f]*")*$/, {
    error: 'opening_hours syntax, e.g. 24/7 or Mo-Fr 08:00-17:00',
  })
  .refine((value) => value.isWellFormed(), { error: 'a lone surrogate is not text' });

export const siteFields = {
  name: requiredText(120),
  type: z.enum(siteTypes),
  address: text(300),
  position,
  time_zone: timeZone,
  receiving_hours: receivingHours,
  cost_centres: z.array(costCentre.min(1)).max(200),
};
export const site = z.object({
  id: z.string(),
  ...siteFields,
  /** As stored, also by earlier versions with weaker validation. */
  receiving_hours: z.string(),
  shared: z.boolean(),
});
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
  /** Required proof by SKU; absent members follow the price book. */
  requirements: boundedRecord([requiredText(64), requirements], { max: 200, what: 'SKUs' }),
});
export type Policies = z.infer<typeof policies>;

export const phoneNumber = z.string().regex(/^\+?[0-9][0-9 ()-]{3,30}$/);

/** Contact of the tenant; shown on public pages. */
export const contact = z.object({
  phone: phoneNumber.nullable().default(null),
  email: z.email().max(254).nullable().default(null),
});
export type Contact = z.infer<typeof contact>;

/** `contact` is for recipients of the tenant's jobs; no booking depends on it. */
export const tenantPolicies = policies.extend({ contact: contact.nullable().default(null) });
export type TenantPolicies = z.infer<typeof tenantPolicies>;

/** Pickup or drop-off of a booking, as stored by jobs. */
export const bookingSite = z.object({
  site_id: z.string(),
  name: z.string(),
  position,
  time_zone: z.string(),
});
export type BookingSite = z.infer<typeof bookingSite>;

/** Value-Added Tax Act 89 of 1991, section 20(4): name, address and number of the recipient. */
export const billingDetails = z.object({
  legal_name: requiredText(120),
  /** Lines of the address, parted by line breaks. */
  address: text(300),
  /** Ten digits beginning with 4; empty if not registered for VAT. */
  vat_number: z.string().regex(/^(4\d{9})?$/),
});
export type BillingDetails = z.infer<typeof billingDetails>;

/** A page may be shorter than `limit`, to fit into a message of the bus. */
export const listPage = z.object({
  limit: z.int().min(1).max(1_000).default(1_000),
  starting_after: opaqueId.optional(),
});
export type ListPage = z.output<typeof listPage>;
