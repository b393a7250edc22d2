/** Building blocks of the public resources: ids, text, time, money, places. */
import { z } from 'zod';
import { boundedRecord } from './bounded-record.ts';
import { explained, objectType } from './description.ts';

/** References that people type: of a job and of a certificate. */
const typedReference = /^(?:svc-[0-9a-hjkmnp-tv-z]{8}|p[co]c-[0-9a-hjkmnp-tv-z]{10})$/i;

/** An opaque id or reference in a path or body: letters, digits, `_` and `-`. */
export const opaqueId = z
  .string()
  .overwrite((value) => (typedReference.test(value) ? value.toUpperCase() : value))
  .regex(/^[A-Za-z0-9_-]{1,64}$/)
  .describe('Id or reference as returned by the API: 1 to 64 letters, digits, `_` and `-`.');

/** The pattern of the released documents: what Postgres can store. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
const storable = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/;

/** Allows line breaks and tabs, and no other control character (C0, C1). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
export const textPattern = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]*$/;

/** One line that displays as it is stored: no breaks, controls or bidirectional marks. */
export const linePattern =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
  /^[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]*$/;

const textOf = (max: number, pattern: RegExp) =>
  z
    .string()
    .max(max)
    .regex(storable)
    .refine((value) => pattern.test(value), {
      error: 'no control characters or marks of direction',
    })
    .refine((value) => value.isWellFormed(), { error: 'a lone surrogate is not text' });

/** Notes and reasons. */
export const text = (max: number) => textOf(max, textPattern);
/** Names and references. */
export const lineText = (max: number) => textOf(max, linePattern);

/** Unicode: not blank, control, format or default-ignorable, and not the Braille blank. */
const visibleCharacter = /[^\s\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;
export const isVisible = (value: string): boolean => visibleCharacter.test(value);

const visible = (schema: z.ZodString) =>
  schema.min(1).check(({ value: input, issues }) => {
    if (input === '' || isVisible(input)) return;
    const message = 'At least 1 visible character; blanks alone are none.';
    issues.push({ code: 'too_small', origin: 'string', minimum: 1, input, message });
  });
/** Text with visible content: a name must not consist of blanks and invisible characters. */
export const requiredText = (max: number) => visible(text(max));
export const requiredLine = (max: number) => visible(lineText(max));

/** UTC, milliseconds, `Z`. */
export const timestamp = z.iso
  .datetime({ precision: 3 })
  .describe('UTC with milliseconds and `Z`, RFC 3339.');
/** A time as sent by a client: any offset. */
export const instant = z.iso.datetime({ offset: true }).describe('RFC 3339 with an offset or `Z`.');
/** A zone of the IANA database; `+02:00` is an offset, not a zone. */
export const timeZone = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/)
  .refine(isTimeZone, { error: 'an IANA time zone, e.g. Africa/Johannesburg' })
  .describe('IANA time zone, e.g. `Africa/Johannesburg`. Offsets are refused.');

/** Stored files and their total size. */
export const storageUse = z.object({
  files: z.int().min(0).describe('Number of stored files.'),
  bytes: z.int().min(0).describe('Total size in bytes.'),
});

export const cents = z.int().min(0);
export const currency = z
  .literal('ZAR')
  .describe('ISO 4217 currency of the amounts: South African rand, in cents.');

export const priorities = ['scheduled', 'same_day', 'stat', 'critical'] as const;
export const priority = explained(
  z.enum(priorities),
  'Urgency of the delivery; the SKU defines the minutes of each priority.',
  {
    scheduled: 'planned ahead; the longest window.',
    same_day: 'delivered on the day of booking.',
    stat: 'immediate; laboratory and blood SKUs are priced as their STAT upgrade.',
    critical: 'urgent, without the STAT upgrade of the SKU.',
  },
);
export type Priority = z.infer<typeof priority>;

export const timings = ['standard', 'after_hours', 'saturday', 'sunday'] as const;
export const timing = explained(
  z.enum(timings),
  'When the job is carried out; sets the factor on the base price of the SKU.',
  {
    standard: 'regular hours, factor 1.',
    after_hours: 'outside working hours, factor 1.5.',
    saturday: 'on a Saturday, factor 1.3.',
    sunday: 'on a Sunday, factor 2.',
  },
);
export type Timing = z.infer<typeof timing>;

/** The longest distance that can be priced, km. */
export const kmMax = 2000;

/** Route distance in km: 0 to 2000, at most three decimals. */
export const km = z
  .number()
  .min(0)
  .max(kmMax)
  .multipleOf(0.001)
  .describe('Route distance in kilometres, at most three decimals.');
export const parcels = z
  .int()
  .min(1)
  .max(99)
  .describe('Number of parcels to the same address; each after the first adds 2500 cents.');

export const temperatureClasses = ['ambient', '2-8C', 'frozen'] as const;
export const temperatureClass = explained(
  z.enum(temperatureClasses),
  'Required temperature range of the contents, inclusive.',
  { ambient: '15 to 25 °C.', '2-8C': '2 to 8 °C.', frozen: '-25 to -15 °C.' },
);
export type TemperatureClass = z.infer<typeof temperatureClass>;
/** Degrees Celsius by temperature class, inclusive. */
export const temperatureRanges = {
  ambient: { min: 15, max: 25 },
  '2-8C': { min: 2, max: 8 },
  frozen: { min: -25, max: -15 },
} as const satisfies Record<TemperatureClass, { min: number; max: number }>;

/** A number of dangerous goods; empty for none. */
export const unNumber = z
  .string()
  .regex(/^(UN\d{4})?$/)
  .describe('UN number of dangerous goods, e.g. `UN3373`; empty if there are none.');

/** As a scanner reads it: no spaces. */
export const barcode = z
  .string()
  .regex(/^[!-~]{1,64}$/)
  .describe('Barcode as a scanner reads it: 1 to 64 printable ASCII characters without spaces.');

export const position = z
  .object({
    lat: z.number().min(-90).max(90).describe('Latitude in degrees, north positive.'),
    lng: z.number().min(-180).max(180).describe('Longitude in degrees, east positive.'),
  })
  .describe('Position in decimal degrees, WGS 84.');
export type Position = z.infer<typeof position>;

export const scanPolicy = explained(
  z.enum(['none', 'seal', 'parcels']),
  'What must be scanned at collection, scans and hand-over.',
  {
    none: 'nothing.',
    seal: 'the seal number.',
    parcels: 'the seal number and a code of each parcel.',
  },
);
export type ScanPolicy = z.infer<typeof scanPolicy>;

export const undeliverableAgreement = explained(
  z.enum(['return', 'ask_desk']),
  'What happens if the parcels cannot be handed over; absent for `return`.',
  {
    return: 'a return job takes them back to the sender.',
    ask_desk:
      'the job is interrupted, and the control desk decides between another attempt and the return.',
  },
);

/** Required proof of a hand-over. */
export const requirements = z
  .object({
    otp: z.boolean().describe('Whether the recipient must give the 6-digit handover code.'),
    id_check: z.boolean().describe('Whether the courier must check age or identity.'),
    signature: z.boolean().describe('Whether the recipient must sign.'),
    photo: z.boolean().describe('Whether the courier must photograph the hand-over.'),
    scan: scanPolicy.optional(),
    pickup_otp: z
      .boolean()
      .optional()
      .describe('Whether the sender must give a code at the collection; absent means `false`.'),
    return_otp: z
      .boolean()
      .optional()
      .describe(
        'Whether a return job requires its handover code at the sender; absent means `false`.',
      ),
    undeliverable: undeliverableAgreement.optional(),
  })
  .describe('Proof required at the hand-over; without it the job cannot be delivered.');
export type Requirements = z.infer<typeof requirements>;

export const costCentre = lineText(64).describe(
  'Your own cost centre, printed on the invoice; at most 64 characters.',
);
/** Up to 20 string pairs of the client's own; returned as sent. */
export const metadata = boundedRecord([requiredLine(40), text(500)], {
  max: 20,
  what: 'pairs',
}).describe(
  'Your own key-value pairs, returned as sent: at most 20, keys up to 40 and values up to 500 characters. No patient data.',
);

const listObject = objectType('list');
const hasMore = z
  .boolean()
  .describe('Whether another page follows. Request it with the last id as `starting_after`.');
const pageData = <T extends z.ZodType>(item: T) =>
  z.array(item).describe('Items of this page, in the documented order of the endpoint.');

export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({
    object: listObject,
    total: z.int().min(0).describe('Total number of items that match the filter, on all pages.'),
    data: pageData(item),
    has_more: hasMore,
  });

export const empty = z.object({});

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The job used in the examples. */
export const exampleSubject = { job_id: 'job_01KAK7QW3ZC5V8M2N4P6R8T0XA', ref: 'SVC-7K3M9QX2' };

/** Converted to upper case before comparison; the pattern is that of accepted input. */
export const seal = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Za-z0-9][A-Za-z0-9-]{3,31}$/)
  .describe(
    'Number of the tamper seal: 4 to 32 letters, digits and hyphens; converted to upper case.',
  );

/** The page that starts at a cursor. */
export const page = {
  limit: z.int().min(1).max(100).default(20).describe('Maximum number of items on a page.'),
  starting_after: opaqueId.optional().describe('Cursor: id of the last item of the previous page.'),
};
/** Cursor for backward paging. */
export const endingBefore = opaqueId
  .optional()
  .describe(
    'Cursor: id of the first item of the following page. Not together with `starting_after`.',
  );
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ object: listObject, data: pageData(item), has_more: hasMore });

export const isUnique = <T, K>(items: readonly T[], keyOf: (item: T) => K): boolean =>
  new Set(items.map(keyOf)).size === items.length;

export const byId = z.object({ id: opaqueId });

/** Degrees Celsius, from absolute zero. */
export const celsius = z.number().min(-273.15);

/** Ten billion rand: more than a customer can owe or hold in credit. */
export const balanceCentsMax = 1_000_000_000_000;
