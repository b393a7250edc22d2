/** Entries of forms: what browsers send, bounded as the contracts bound it, with faults in words. */
import { isVisible, linePattern, phoneNumber, seal, textPattern } from '@svc/contracts';
import { z } from 'zod';
import { instantOf } from './local-time.ts';

/** Line breaks of a browser are CRLF (HTML, form submission); blanks around a text say nothing. */
const plain = z
  .string({ error: 'Enter one text.' })
  .prefault('')
  .transform((value) => value.replaceAll('\r\n', '\n').trim());

const entryOf = (max: number, pattern: RegExp) =>
  plain.pipe(
    z
      .string()
      .max(max, { error: `At most ${max} characters.` })
      .regex(pattern, { error: 'Holds characters that are no text.' }),
  );
export const textEntry = (max: number) => entryOf(max, textPattern);
export const lineEntry = (max: number) => entryOf(max, linePattern);

export const requiredEntry = (max: number, missing = 'Fill this in.') =>
  textEntry(max).refine(isVisible, { error: missing });
export const requiredLineEntry = (max: number, missing?: string) =>
  lineEntry(max).refine(isVisible, { error: missing ?? 'Fill this in.' });

/** Empty is undefined. */
export const optionalText = (max: number) =>
  textEntry(max).transform((value) => (value === '' ? undefined : value));

export const choiceEntry = <const V extends string>(values: readonly V[]) =>
  z.enum(values, { error: 'Choose one of the list.' });

/** Empty is undefined. */
export const optionalChoice = <const V extends string>(values: readonly V[]) =>
  plain
    .transform((value) => (value === '' ? undefined : value))
    .pipe(choiceEntry(values).optional());

/** Empty is null. */
export const phoneEntry = plain
  .transform((value) => (value === '' ? null : value))
  .refine((value) => value === null || phoneNumber.safeParse(value).success, {
    error: 'Enter 4 to 32 digits, blanks, brackets and hyphens, e.g. +27 11 555 0100.',
  });

interface NumberBounds {
  min: number;
  max: number;
  isWhole?: boolean;
  /** Instead of the usual words. */
  error?: string;
}

/** With a point or a comma. */
export const numberEntry = ({ min, max, isWhole = false, error: words }: NumberBounds) => {
  const error = words ?? `Enter a ${isWhole ? 'whole ' : ''}number from ${min} to ${max}.`;
  return plain
    .transform((value) => value.replace(',', '.'))
    .refine((value) => (isWhole ? /^\d{1,9}$/ : /^-?\d{1,9}(\.\d{1,15})?$/).test(value), {
      error,
      abort: true,
    })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error });
};

/** Of a `datetime-local` field; empty is undefined. */
export const localTimeEntry = plain
  .transform((value) => (value === '' ? undefined : value))
  .refine((value) => value === undefined || isLocalTime(value), {
    error: 'Enter a day and a time, e.g. 2026-11-02T10:00.',
  });

/** The same as an instant, in South African time. */
export const momentEntry = localTimeEntry.transform((local) =>
  local === undefined ? undefined : instantOf(local),
);

const isLocalTime = (value: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(value) && isDate(`${value.slice(0, 16)}:00Z`);

/** `YYYY-MM-DD` of a filter; anything else is none. */
export const dayFilter = z
  .string()
  .refine((value) => /^\d{4}-\d\d-\d\d$/.test(value) && isDate(`${value}T00:00:00Z`))
  .optional()
  .catch(undefined);

/** By the rule of a contract; the service normalises it. */
export const ruleEntry = (rule: z.ZodType, message: string) =>
  z.string({ error: message }).refine((value) => rule.safeParse(value).success, { error: message });

const absent = z.literal('').transform(() => undefined);
/** Undefined when it was left empty. */
export const optionalRule = <T>(rule: z.ZodType<T>) => absent.or(rule).optional();

export const sealEntry = ruleEntry(seal, 'A seal has 4 to 32 letters, digits and hyphens.');

/** Must be ticked: what follows cannot be taken back. */
export const confirmation = (message: string) => z.literal('yes', { error: message });

/** Days and hours that exist: `Date` rolls 31 April over. */
const isDate = (text: string): boolean => {
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text.slice(0, 16));
};
