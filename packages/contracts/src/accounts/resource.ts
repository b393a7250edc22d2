/** Resources of a tenant: sites, users, policies and billing details. */
import { z } from 'zod';
import { boundedRecord } from '../bounded-record.ts';
import { explained, siteId, tenantId, userId } from '../description.ts';
import {
  costCentre,
  isUnique,
  opaqueId,
  position,
  requiredLine,
  requirements,
  text,
  timestamp,
  timeZone,
} from '../primitives.ts';
import { ownProfile, ownProfilesMax } from '../temperature-profiles.ts';

export const siteTypes = [
  'clinic',
  'lab',
  'hospital',
  'pharmacy',
  'wholesaler',
  'blood_bank',
] as const;

/** Brackets, points and slashes count as blanks; the `(0)` after a country code is not dialled. */
const plainPhone = (value: string): string =>
  value
    .replace(/^(\(?\+\d{1,3}\)?\s*)\(0\)/, '$1')
    .replaceAll(/[\s()./]+/g, ' ')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .trim();

/**
 * A telephone number as people write it, e.g. `082 555 0123`, `(011) 555-0123`, `+27 (0)82 555
 * 0123`; stored in one form.
 */
export const phoneNumber = z
  .string()
  .overwrite(plainPhone)
  .regex(/^\+?[0-9][0-9 ()-]{3,30}$/);

/** A number without a country code is South African; `00` is the international prefix. */
const toE164 = (value: string): string =>
  plainPhone(value).replaceAll(/[ -]/g, '').replace(/^00/, '+').replace(/^0/, '+27');

/** A number that is dialled and messaged by machines (ITU-T E.164), written as `phoneNumber` is. */
export const e164Number = z
  .string()
  .overwrite(toE164)
  .regex(/^\+[1-9]\d{7,14}$/);

/** Collapses white space to single blanks and trims both ends. */
export const collapsedBlanks = (value: string): string => value.trim().replaceAll(/\s+/g, ' ');

const hoursText =
  "Receiving hours in OpenStreetMap opening_hours syntax, e.g. `24/7` or `Mo-Fr 08:00-17:00`, in the site's time zone.";

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
  name: requiredLine(120).describe('Display name, up to 120 characters.'),
  type: explained(z.enum(siteTypes), 'Kind of place.', {
    clinic: 'a clinic or practice.',
    lab: 'a laboratory.',
    hospital: 'a hospital.',
    pharmacy: 'a pharmacy.',
    wholesaler: 'a distribution centre of a wholesaler.',
    blood_bank: 'a blood bank.',
  }),
  address: text(300).describe('Street address for the driver, up to 300 characters; may be empty.'),
  phone: phoneNumber
    .nullable()
    .describe(
      'Telephone number for couriers and the control desk: 4 to 32 digits, blanks, brackets and hyphens; null if there is none.',
    ),
  position: position.describe(
    'Position of the door, WGS 84. Distances and geofences are measured from it.',
  ),
  time_zone: timeZone,
  receiving_hours: receivingHours,
  cost_centres: z
    .array(requiredLine(64))
    .max(200)
    .describe('Cost centres for bookings at this site, for display: up to 200 of 64 characters.'),
};
export const site = z
  .object({
    id: siteId,
    ...siteFields,
    /** As stored, including by earlier versions with weaker validation. */
    receiving_hours: z.string().describe(hoursText),
    shared: z.boolean().describe('Whether all organisations may book from and to the site.'),
  })
  .describe('A place to collect from and deliver to.');
export type Site = z.infer<typeof site>;
/** As the control desk sees it. */
export const deskSite = site
  .extend({ tenant_id: tenantId })
  .describe('A site of any organisation, as the control desk of the carrier sees it.');
export type DeskSite = z.infer<typeof deskSite>;
/** Site for a stop, without the long list of cost centres. */
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
  'quality',
  'desk_lead',
] as const;
export const userFields = {
  email: z.email().max(254).describe('E-mail address, unique within your organisation.'),
  name: requiredLine(120).describe('Display name, up to 120 characters.'),
  role: explained(z.enum(userRoles), 'Role in your organisation.', {
    admin: 'manages users and sites.',
    booker: 'books and cancels jobs.',
    viewer: 'read-only.',
    auditor: 'read-only, including invoices and the audit log.',
    dispatcher: "works at the carrier's control desk; carrier organisation only.",
    quality:
      'dispatcher who also decides on contents that were out of range; carrier organisation only.',
    desk_lead: "as `quality`, and manages the desk's users; carrier organisation only.",
  }),
};
export const user = z
  .object({
    id: userId,
    ...userFields,
    created_at: timestamp.describe('When the user was added, UTC.'),
  })
  .describe('A member of your organisation.');
export type User = z.infer<typeof user>;

/** GS1 General Specifications: prefix and range of the parcel numbers. */
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
      .describe(
        'First digit of the serial numbers, 0 to 9. Choose one that your own systems do not use.',
      ),
  })
  .describe('How the SSCCs of your parcels are built.');
export type SsccIssuer = z.infer<typeof ssccIssuer>;

export const policies = z.object({
  default_cost_centre: costCentre.describe(
    'Cost centre for bookings that set none, up to 64 characters; empty for none.',
  ),
  requirements: boundedRecord([requiredLine(64), requirements], {
    max: 200,
    what: 'SKUs',
  }).describe('Required proof by SKU, at most 200 entries; other SKUs follow the price book.'),
  sscc: ssccIssuer
    .nullable()
    .default(null)
    .describe("Number range for SSCCs; null to use the carrier's own parcel codes."),
  temperature_profiles: z
    .array(ownProfile)
    .max(ownProfilesMax)
    .refine((all) => isUnique(all, ({ name }) => name), { error: 'one profile for each name' })
    .default([])
    .describe(`Temperature profiles beside the built-in ones, at most ${ownProfilesMax}.`),
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
  .describe('Contact for recipients of your jobs.');
export type Contact = z.infer<typeof contact>;

/** `contact` is for recipients of the tenant's jobs and does not affect bookings. */
export const tenantPolicies = policies
  .extend({
    contact: contact
      .nullable()
      .default(null)
      .describe('Contact for recipients, shown on tracking pages; null for none.'),
  })
  .describe('Booking defaults of your organisation, and the contact for recipients.');
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
  /** Address lines, separated by line breaks. */
  address: text(300),
  /** Ten digits beginning with 4; empty if not registered for VAT. */
  vat_number: z.string().regex(/^(4\d{9})?$/),
});
export type BillingDetails = z.infer<typeof billingDetails>;

/** A page may be shorter than `limit` to fit into a bus message. */
export const listPage = z.object({
  limit: z
    .int()
    .min(1)
    .max(1_000)
    .default(1_000)
    .describe('Maximum number of items on a page. A page may hold fewer even if more follow.'),
  starting_after: opaqueId.optional().describe('Cursor: id of the last item of the previous page.'),
});
export type ListPage = z.output<typeof listPage>;
