/**
 * Fields of forms and filters, each said once: its label, its control, its bounds and what its entry
 * means. Schema (`form-fields.ts`) and markup (`field-view.ts`) follow.
 *
 * Terms
 * - **rule**: schema of a contract that says what fits. Bounds are read from it; the words are ours.
 * - **missing**: fault of an empty entry. A field without it may be left empty.
 */
import { isVisible, phoneNumber } from '@svc/contracts';
import { z } from 'zod';
import { instantOf } from '../words/local-time.ts';

/** Value, label and, of ticks, its meaning. */
export type Options = readonly (readonly [value: string, label: string, about?: string])[];

export interface Told {
  label: string;
  hint?: string | undefined;
  missing?: string | undefined;
  /** Fault of an entry that its rule refuses. */
  error?: string;
  /** Longest entry, where the rule has a pattern instead. */
  max?: number;
  type?: 'email' | 'url' | 'tel' | 'search';
  /** Entry of a new form. */
  usual?: string;
  /** Has the focus when the page opens: scanners type into it. */
  isFocused?: boolean;
}

export interface Field<T = unknown> extends Omit<Told, 'type' | 'error'> {
  control: 'line' | 'area' | 'file' | 'select' | 'tick' | 'ticks' | 'hidden';
  type?: Told['type'] | 'date' | 'datetime-local' | 'number' | 'time';
  step?: number;
  options?: Options;
  /** Option of an empty entry. */
  first?: string;
  group?: Group;
  /** Reads what a browser sends. */
  entry: z.ZodType<T>;
}
export type Fields = Readonly<Record<string, Field>>;
/** Fields that stand together under a legend. */
interface Group {
  legend: string;
  about?: string;
  /** Behind a button while its fields are empty. */
  isRare?: boolean;
}

/** Line breaks of a browser are CRLF (HTML, form submission); blanks around a text say nothing. */
const plain = z
  .string({ error: 'Enter one text.' })
  .prefault('')
  .transform((value) => value.replaceAll('\r\n', '\n').trim());

function boundsOf(rule: z.ZodType) {
  const { anyOf: [first] = [], ...bounds } = z.toJSONSchema(rule, {
    ...{ io: 'input', unrepresentable: 'any' },
  });
  return { ...first, ...bounds };
}

const fits = (rule: z.ZodType, value: unknown): boolean => rule.safeParse(value).success;

function textField(control: 'line' | 'area', rule: z.ZodType, told: Told): Field<string> {
  const { error = 'Holds characters that are no text.', ...shown } = told;
  const longest = boundsOf(rule).maxLength;
  const { missing, max = longest } = shown;
  const faultOf = (value: string): string | undefined => {
    if (value === '' || (missing !== undefined && !isVisible(value))) return missing;
    if (longest !== undefined && value.length > longest) return `At most ${longest} characters.`;
    return fits(rule, value) ? undefined : error;
  };
  return { ...shown, control, ...(max !== undefined && { max }), entry: checked(plain, faultOf) };
}

const checked = <T>(entry: z.ZodType<T>, faultOf: (value: T) => string | undefined) =>
  entry.superRefine((value, context) => {
    const message = faultOf(value);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });

/** One line; the service normalises it. */
export const line = (rule: z.ZodType, told: Told) => textField('line', rule, told);
/** Several lines. */
export const area = (rule: z.ZodType, told: Told) => textField('area', rule, told);

/** A file of text, whose characters stay as they are. A browser does not keep it for a second try. */
export const file = (rule: z.ZodType, told: Told & { missing: string }): Field<string> => {
  const { entry: _, max: __, ...field } = textField('area', rule, told);
  const { maxLength = 0 } = boundsOf(rule);
  const entry = checked(z.string({ error: told.missing }), (text) => {
    if (!isVisible(text)) return told.missing;
    if (text.length > maxLength) return `At most ${maxLength} characters.`;
    return fits(rule, text) ? undefined : told.error;
  });
  return { ...field, control: 'file', entry };
};

const isEmpty = (value: unknown): boolean =>
  value === '' || (Array.isArray(value) && value.length === 0);

/** Undefined when it was left empty. */
export const orNone = <T>(field: Field<T>): Field<T | undefined> => ({
  ...field,
  entry: field.entry.transform((value) => (isEmpty(value) ? undefined : value)),
});
/** Null when it was left empty. */
export const orNull = <T>(field: Field<T>): Field<T | null> => ({
  ...field,
  entry: field.entry.transform((value) => (value === '' ? null : value)),
});

export const phone = (label: string): Field<string | null> =>
  orNull(
    line(phoneNumber, {
      ...{ label, type: 'tel', max: 32 },
      error: 'Enter 4 to 32 digits, blanks, brackets and hyphens, e.g. +27 11 555 0100.',
    }),
  );

/** A time of a day; the empty text where it is left empty. */
export const timeOfDay = (rule: z.ZodType, told: Told): Field<string> => ({
  ...line(rule, { error: 'Enter a time, e.g. 08:00.', ...told }),
  type: 'time',
});

/** With a point or a comma; `step` for a control that counts. */
export function number(rule: z.ZodType, told: Told & { step?: number }): Field<number> {
  const { minimum, maximum, type } = boundsOf(rule);
  const isWhole = type === 'integer';
  const pattern = isWhole ? /^\d{1,9}$/ : /^-?\d{1,9}(\.\d{1,15})?$/;
  const words = `Enter a ${isWhole ? 'whole ' : ''}number from ${minimum} to ${maximum}.`;
  const { error = words, step = isWhole ? 1 : undefined, ...shown } = told;
  return {
    ...{ missing: error, ...shown, control: 'line' },
    ...(step !== undefined && { type: 'number', step }),
    entry: plain
      .transform((value) => value.replace(',', '.'))
      .refine((value) => pattern.test(value) && fits(rule, Number(value)), { error, abort: true })
      .transform(Number),
  };
}

/** Null when it was left empty. */
export const numberOrNull = (rule: z.ZodType, told: Told): Field<number | null> => {
  const { missing: _, entry, ...field } = number(rule, told);
  return { ...field, entry: z.preprocess((text) => (text === '' ? null : text), entry.nullable()) };
};

const isLocalTime = (value: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(value) && isDate(`${value.slice(0, 16)}:00Z`);

/** Days and hours that exist: `Date` rolls 31 April over. */
const isDate = (text: string): boolean => {
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text.slice(0, 16));
};

/** A day and a time without a zone. */
export const localTime = (told: Told): Field<string | undefined> => ({
  ...orNone(
    line(z.string().refine(isLocalTime), {
      error: told.missing ?? 'Enter a day and a time, e.g. 2026-11-02T10:00.',
      ...told,
    }),
  ),
  type: 'datetime-local',
});

/** The same as an instant, in South African time. */
export function moment(told: Told & { missing: string }): Field<string>;
export function moment(told: Told): Field<string | undefined>;
export function moment(told: Told): Field<string | undefined> {
  const { entry, ...field } = localTime(told);
  return { ...field, entry: entry.transform((local) => local && instantOf(local)) };
}

export const day = (told: Told): Field<string> => ({
  ...line(z.iso.date(), { error: told.missing ?? 'Enter a day, e.g. 2027-01-31.', ...told }),
  type: 'date',
});

type ChoiceTold = Told & { first?: string };
/** A label by value, in their order. */
type Labels<V extends string> = Readonly<Record<V, string>> | readonly (readonly [V, string])[];

const pairsOf = <V extends string>(labels: Labels<V>) =>
  (Array.isArray(labels) ? labels : Object.entries(labels)) as readonly (readonly [V, string])[];

export function choice<V extends string>(labels: Labels<V>, told: ChoiceTold): Field<V> {
  const options = pairsOf(labels);
  const { error = 'Choose one of the list.', ...shown } = told;
  const entry = z.enum(
    options.map(([value]) => value),
    { error },
  );
  const missing = told.first === undefined ? undefined : error;
  return { missing, ...shown, control: 'select', options, entry };
}

/** Undefined when it is empty, as its first option is. */
export function choiceOrNone<V extends string>(
  labels: Labels<V>,
  { first, ...told }: ChoiceTold,
): Field<V | undefined> {
  const { entry, ...field } = choice(labels, told);
  const read = z.preprocess((value) => (value === '' ? undefined : value), entry.optional());
  return { ...field, ...(first !== undefined && { first }), entry: read };
}

/** One of those that its page offers. */
export const pick = (
  rule: z.ZodType,
  { missing, ...told }: ChoiceTold & { missing: string },
): Field<string> => ({
  first: 'Choose…',
  ...line(rule, { ...told, missing, error: missing }),
  control: 'select',
});

/** Null when the first option, of nothing, is left. */
export const pickOrNull = (
  rule: z.ZodType,
  { first, ...told }: Omit<Told, 'missing'> & { first: string },
): Field<string | null> => orNull({ first, ...line(rule, told), control: 'select' });

/** Sends `yes`, or nothing. With `missing` it must be ticked: what follows cannot be taken back. */
export function tick(told: Told & { missing: string }): Field<'yes'>;
export function tick(told: Told): Field<'yes' | undefined>;
export function tick(told: Told): Field<'yes' | undefined> {
  const yes = z.literal('yes', { error: told.missing });
  return { ...told, control: 'tick', entry: told.missing === undefined ? yes.optional() : yes };
}

/** Checkboxes that share a name. Browsers send none, one text, or a list. */
export const ticks = <T>(
  item: z.ZodType<T>,
  told: Told & { options?: Options; missing: string },
): Field<T[]> => ({
  ...told,
  control: 'ticks',
  entry: z.preprocess((entry) => [entry ?? []].flat(), z.array(item).min(1, told.missing)),
});

/** One in a line, spaces being part of it; `what` they are, in the plural. */
export function lines(rule: z.ZodType, told: Told & { what: string }): Field<string[]> {
  const { maxItems: most = 0, items } = boundsOf(rule);
  const longest = typeof items === 'object' && 'maxLength' in items ? items.maxLength : undefined;
  const { what, max = longest ?? 64, error = `At most ${max} characters a line.`, ...shown } = told;
  const entry = plain.transform((value) =>
    value
      .split('\n')
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  );
  return {
    ...shown,
    control: 'area',
    max: most * (max + 2),
    entry: checked(entry, (all) => {
      if (all.length > most) return `At most ${most} ${what}.`;
      return fits(rule, all) ? undefined : error;
    }),
  };
}

/** Carries what its page knows. */
export const hidden = <T>(entry: z.ZodType<T>): Field<T> => ({
  control: 'hidden',
  label: '',
  entry,
});

export const inGroup = <F extends Fields>(group: Group, fields: F): F =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, { ...field, group }]),
  ) as F;
