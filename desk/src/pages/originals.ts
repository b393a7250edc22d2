/**
 * Entries of a form as its page showed them. Only what a person changed is sent, so that of two people
 * who change one thing neither undoes what the other changed meanwhile.
 */
import type { Html } from '@svc/web/html';
import { z } from 'zod';
import { hiddenField } from './fields.ts';
import type { FormEntries } from './form-view.ts';

const name = 'originals';

/** Of a refused attempt, those of its first page: what others changed since is not this person's. */
export const originalsField = (
  entries: FormEntries,
  originals: Readonly<Record<string, string>>,
): Html => hiddenField(name, entries.value(name) ?? JSON.stringify(originals));

/** Read by the rules of the form; undefined where they are absent or do not fit. */
export const originalsEntry = <T>(rules: z.ZodType<T>) =>
  z
    .string()
    .max(30_000)
    .transform((text) => rules.safeParse(parsed(text)).data)
    .optional()
    .catch(undefined);

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
