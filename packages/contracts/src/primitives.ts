/** Building blocks of the public resources: ids, text, time, money, places. */
import { z } from 'zod';
import { boundedRecord } from './bounded.ts';

/** An opaque id or reference in a path or body: letters, digits, `_` and `-`. */
export const opaqueId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

/** Text that Postgres can store and a log line can hold: no control characters. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
    .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/)
    .refine((value) => value.isWellFormed(), { error: 'a lone surrogate is not text' });

export const requiredText = (max: number) => text(max).min(1);

/** UTC, milliseconds, `Z`. */
export const timestamp = z.iso.datetime({ precision: 3 });
/** A moment as a client may send it: any offset. */
export const instant = z.iso.datetime({ offset: true });
/** A zone of the IANA database; `+02:00` is an offset, not a zone. */
export const timeZone = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/)
  .refine(isTimeZone, { error: 'an IANA time zone, e.g. Africa/Johannesburg' });

export const cents = z.int().min(0);
export const currency = z.literal('ZAR');

export const priorities = ['scheduled', 'same_day', 'stat', 'critical'] as const;
export const priority = z.enum(priorities);
export type Priority = z.infer<typeof priority>;

export const timings = ['standard', 'after_hours', 'saturday', 'sunday'] as const;
export const timing = z.enum(timings);
export type Timing = z.infer<typeof timing>;

/** Route distance in km: 0 to 2000, at most three decimals. */
export const km = z.number().min(0).max(2000).multipleOf(0.001);
export const parcels = z.int().min(1).max(99);

export const temperatureClasses = ['ambient', '2-8C', 'frozen'] as const;
export const temperatureClass = z.enum(temperatureClasses);
export type TemperatureClass = z.infer<typeof temperatureClass>;
/** Degrees Celsius by temperature class; both edges are in range. */
export const temperatureRanges = {
  ambient: { min: 15, max: 25 },
  '2-8C': { min: 2, max: 8 },
  frozen: { min: -25, max: -15 },
} as const satisfies Record<TemperatureClass, { min: number; max: number }>;

/** A number of dangerous goods; empty for none. */
export const unNumber = z.string().regex(/^(UN\d{4})?$/);

/** As a scanner reads it: no spaces. */
export const barcode = z.string().regex(/^[!-~]{1,64}$/);

export const position = z.object({
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
});
export type Position = z.infer<typeof position>;

/** Required proof of a hand-over. */
export const requirements = z.object({
  otp: z.boolean(),
  id_check: z.boolean(),
  signature: z.boolean(),
  photo: z.boolean(),
});
export type Requirements = z.infer<typeof requirements>;

export const costCentre = text(64);
/** Up to 20 string pairs of the client's own; returned as sent. */
export const metadata = boundedRecord([requiredText(40), text(500)], { max: 20, what: 'pairs' });

export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({
    object: z.literal('list'),
    total: z.int().min(0),
    data: z.array(item),
    has_more: z.boolean(),
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

/** The job of the examples. */
export const exampleSubject = { job_id: 'job_01KAK7QW3ZC5V8M2N4P6R8T0XA', ref: 'SVC-7K3M9QX2' };

/** Upper case before it is compared. */
export const seal = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9-]{3,31}$/);

/** The page of a list that a cursor begins. */
export const page = {
  limit: z.int().min(1).max(100).default(20),
  starting_after: opaqueId.optional(),
};
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ object: z.literal('list'), data: z.array(item), has_more: z.boolean() });

export const byId = z.object({ id: opaqueId });
