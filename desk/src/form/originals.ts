/**
 * Entries of a form as its page showed them. Only what a person changed is sent, so that of two people
 * who change one thing neither undoes what the other changed meanwhile.
 */
import { type Html, html } from '@svc/web/html';
import { z } from 'zod';
import type { Field, Fields } from './field.ts';
import { type FormEntries, textOf } from './field-view.ts';
import { type FieldValues, schemaOf } from './form-fields.ts';

const name = 'originals';

/** A tick or what its page knows is not of the record. */
const isOfRecord = ({ control }: Field): boolean => control !== 'hidden' && control !== 'tick';

const recordFields = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => isOfRecord(field)));

/** Of a refused attempt, those of its first page: what others changed since is not this person's. */
export const originalsView = (
  entries: FormEntries,
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
): Html => {
  const shown = Object.keys(recordFields(fields)).map((each) => [each, textOf(values[each])]);
  const original = entries.value(name) ?? JSON.stringify(Object.fromEntries(shown));
  return html`<input type="hidden" name="${name}" value="${original}">`;
};

const originalsEntry = (fields: Fields) =>
  z
    .object({
      [name]: z
        .string()
        .max(30_000)
        .transform((text) => schemaOf(recordFields(fields)).safeParse(parsed(text)).data),
    })
    .catch({ [name]: undefined });

/** Read by the rules of the form, without ticks; undefined where they are absent or do not fit. */
export const originalsOf = <F extends Fields>(
  fields: F,
  entered: unknown,
): FieldValues<F> | undefined =>
  originalsEntry(fields).parse(entered)[name] as FieldValues<F> | undefined;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Members of the input that differ from the original one; all without an original. */
export function changedMembers<M extends object>(input: M, original: M | undefined): Partial<M> {
  const changed: Partial<M> = { ...input };
  if (!original) return changed;
  for (const member in input) {
    if (JSON.stringify(input[member]) === JSON.stringify(original[member])) delete changed[member];
  }
  return changed;
}
