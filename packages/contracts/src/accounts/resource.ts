/** Resources of a tenant: sites, users, policies and billing details. */
import { z } from 'zod';
import { boundedRecord } from '../bounded-record.ts';
import { explained, siteId, tenantId, userId } from '../description.ts';
import {
  costCentre,
  opaqueId,
  position,
  requiredLine,
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

/** Brackets, points and slashes of a number as blanks; the `(0)` after a country code is not dialled. */
const plainPhone = (value: string): string =>
  value
    .replace(/^(\(?\+\d{1,3}\)?\s*)\(0\)/, '$1')
    .replaceAll(/[\s()./]+/g, ' ')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .trim();

/** A telephone number as people write it, e.g. `082 555 0123`, `(011) 555-0123`, `+27 (0)82 555 0123`; kept in one form. */
export const phoneNumber = z
  .string()
  .overwrite(plainPhone)
  .regex(/^\+?[0-9][0-9 ()-]{3,30}$/);

/** Each run of white space as one blank, none at the ends. */
export const collapsedBlanks = (value: string): string => value.trim().replaceAll(/\s+/g, ' ');

const hoursText =
  'When it receives, in OpenStreetMap opening_hours syntax, e.g. `24/7` or `Mo-Fr 08:00-17:00`, in its time zone.';

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
  .refine((value) => value.isWellFormed(), { error: 'a lone surrogate is not text' })
  .describe(hoursText);

export const siteFields = {
  name: requiredLine(120).describe('Name for people, up to 120 characters.'),
  type: explained(z.enum(siteTypes), 'What kind of place it is.', {
    clinic: 'a clinic or practice.',
    lab: 'a laboratory.',
    hospital: 'a hospital.',
    pharmacy: 'a pharmacy.',
    wholesaler: 'a distribution centre of a wholesaler.',
    blood_bank: 'a blood bank.',
  }),
  address: text(300).describe(
    'Street and town for the driver, up to 300 characters; may be empty.',
  ),
  phone: phoneNumber
    .nullable()
    .describe(
      'Telephone of the place, for couriers and the control desk: 4 to 32 digits, blanks, brackets and hyphens; null for none.',
    ),
  position: position.describe('Where the door is, WGS 84: distances and geofences count from it.'),
  time_zone: timeZone,
  receiving_hours: receivingHours,
  cost_centres: z
    .array(requiredLine(64))
    .max(200)
    .describe('Cost centres that may be booked to here, up to 200 of 64 characters; for people.'),
};
export const site = z
  .object({
    id: siteId,
    ...siteFields,
    /** As stored, also by earlier versions with weaker validation. */
    receiving_hours: z.string().describe(hoursText),
    shared: z.boolean().describe('Whether all tenants may book from and to it.'),
  })
  .describe('A place to collect from and deliver to.');
export type Site = z.infer<typeof site>;
/** As the control desk sees it. */
export const deskSite = site
  .extend({ tenant_id: tenantId })
  .describe('A site of any organisation, as the control desk of the carrier sees it.');
export type DeskSite = z.infer<typeof deskSite>;
/** Site as a stop needs it: without the long list of cost centres. */
export const siteDetails = deskSite.omit({ cost_centres: true, shared: true });
export type SiteDetails = z.infer<typeof siteDetails>;

export const newSite = z.object({
  ...siteFields,
  address: siteFields.address.default(''),
  phone: siteFields.phone.default(null),
  time_zone: siteFields.time_zone.default('Africa/Johannesburg'),
  receiving_hours: siteFields.receiving_hours.default('24/7'),
  cost_centres: siteFields.cost_centres.default([]),
});
export const userRoles = [
  'admin',
  'booker',
  'viewer',
  'auditor',
  'dispatcher',
  'desk_lead',
] as const;
export const userFields = {
  email: z.email().max(254).describe('E-mail address; one user of your organisation has it.'),
  name: requiredLine(120).describe('Name for people, up to 120 characters.'),
  role: explained(z.enum(userRoles), 'Role of the person in your organisation.', {
    admin: 'administers users and sites.',
    booker: 'books and cancels jobs.',
    viewer: 'looks, and changes nothing.',
    auditor: 'looks, also at invoices and at the record of changes; changes nothing.',
    dispatcher: "works at the carrier's control desk; in the carrier's organisation alone.",
    desk_lead: "also administers the desk's people; in the carrier's organisation alone.",
  }),
};
export const user = z
  .object({
    id: userId,
    ...userFields,
    created_at: timestamp.describe('When the user was added, UTC.'),
  })
  .describe('A person of your organisation.');
export type User = z.infer<typeof user>;

/** GS1 General Specifications: who numbers the parcels, and from which range. */
export const ssccIssuer = z
  .object({
    company_prefix: z
      .string()
      .regex(/^\d{7,10}$/, { error: '7 to 10 digits' })
      .describe('GS1 Company Prefix of your organisation, 7 to 10 digits.'),
    extension_digit: z
      .int()
      .min(0)
      .max(9)
      .describe('First digit of the numbers, 0 to 9: one that your own systems do not use.'),
  })
  .describe('From what the SSCCs of your parcels are made.');
export type SsccIssuer = z.infer<typeof ssccIssuer>;

export const policies = z.object({
  default_cost_centre: costCentre.describe(
    'Cost centre of bookings that name none, up to 64 characters; empty for none.',
  ),
  requirements: boundedRecord([requiredLine(64), requirements], {
    max: 200,
    what: 'SKUs',
  }).describe('Proof to ask for, by SKU, at most 200; SKUs not named follow the price book.'),
  sscc: ssccIssuer
    .nullable()
    .default(null)
    .describe("Numbers parcels by SSCC; null for the carrier's own codes."),
});
export type Policies = z.infer<typeof policies>;

/** Contact of the tenant; shown on public pages. */
export const contact = z
  .object({
    phone: phoneNumber
      .nullable()
      .default(null)
      .describe('Telephone number, 4 to 32 digits, blanks, brackets and hyphens; null for none.'),
    email: z
      .email()
      .max(254)
      .nullable()
      .default(null)
      .describe('E-mail address, up to 254 characters; null for none.'),
  })
  .describe('Whom recipients may call about a job.');
export type Contact = z.infer<typeof contact>;

/** `contact` is for recipients of the tenant's jobs; no booking depends on it. */
export const tenantPolicies = policies
  .extend({
    contact: contact
      .nullable()
      .default(null)
      .describe('Whom recipients may call, shown on tracking pages; null for nobody.'),
  })
  .describe('Defaults of your bookings, and whom recipients may call.');
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
  legal_name: requiredLine(120),
  /** Lines of the address, parted by line breaks. */
  address: text(300),
  /** Ten digits beginning with 4; empty if not registered for VAT. */
  vat_number: z.string().regex(/^(4\d{9})?$/),
});
export type BillingDetails = z.infer<typeof billingDetails>;

/** A page may be shorter than `limit`, to fit into a message of the bus. */
export const listPage = z.object({
  limit: z
    .int()
    .min(1)
    .max(1_000)
    .default(1_000)
    .describe('How many items a page holds at most; it may hold fewer although more follow.'),
  starting_after: opaqueId
    .optional()
    .describe('Cursor: the id of the last item of the page before; the page begins after it.'),
});
export type ListPage = z.output<typeof listPage>;
