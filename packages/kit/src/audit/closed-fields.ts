/**
 * The closed fields of a command's input: identifiers, choices, numbers, moments, yes or no. Free text
 * is not among them, for it may be about a person.
 */
import { type ChangedFields, changedFieldsMax } from '@svc/contracts';
import { z } from 'zod';
import { isPersonalField } from './personal-data.ts';

const idShape = /^[a-z]{1,8}_[A-Za-z0-9_-]{1,56}$/;

export function closedFields(schema: z.ZodType, input: unknown): ChangedFields {
  const closed = namesOf(schema);
  const kept = Object.entries(fieldsOf(input)).filter(
    (entry): entry is [string, string | number | boolean] => {
      const [name, value] = entry;
      if (isPersonalField(name)) return false;
      if (typeof value === 'string') return closed.has(name) || isNamedId(name, value);
      return typeof value === 'boolean' || typeof value === 'number';
    },
  );
  return Object.fromEntries(kept.slice(0, changedFieldsMax));
}

const isNamedId = (name: string, value: string): boolean =>
  (name === 'id' || name.endsWith('_id')) && idShape.test(value);

export function readText(value: unknown, name: string): string | undefined {
  const member = fieldsOf(value)[name];
  return typeof member === 'string' ? member : undefined;
}

/** The first identifier that the input has under its own name. */
export const firstId = (input: unknown): string | null => {
  const found = Object.entries(fieldsOf(input)).find(
    ([name, value]) => typeof value === 'string' && isNamedId(name, value),
  );
  return found ? String(found[1]) : null;
};

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

const known = new WeakMap<z.ZodType, ReadonlySet<string>>();

/** Names of the fields whose texts are choices or moments, in any variant of the input. */
function namesOf(schema: z.ZodType): ReadonlySet<string> {
  const names = known.get(schema) ?? new Set(choicesOf(jsonSchemaOf(schema)));
  known.set(schema, names);
  return names;
}

const shape = z.object({
  properties: z.record(z.string(), z.unknown()).default({}),
  anyOf: z.array(z.unknown()).default([]),
  oneOf: z.array(z.unknown()).default([]),
  allOf: z.array(z.unknown()).default([]),
});
const choice = z.union([
  z.object({ enum: z.array(z.unknown()) }),
  z.object({ const: z.unknown() }).refine((value) => 'const' in value),
  z.object({ format: z.enum(['date', 'date-time']) }),
]);

const jsonSchemaOf = (schema: z.ZodType): unknown =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' });

function choicesOf(schema: unknown): string[] {
  const { properties, anyOf, oneOf, allOf } = shape.catch(empty).parse(schema);
  const own = Object.entries(properties).filter(([, field]) => isChoice(field));
  return [...own.map(([name]) => name), ...[...anyOf, ...oneOf, ...allOf].flatMap(choicesOf)];
}
const empty = { properties: {}, anyOf: [], oneOf: [], allOf: [] };

/** An optional or nullable field counts if each variant other than null does. */
function isChoice(field: unknown): boolean {
  if (choice.safeParse(field).success) return true;
  const { anyOf } = shape.catch(empty).parse(field);
  const variants = anyOf.filter((variant) => !isNull.safeParse(variant).success);
  return variants.length > 0 && variants.every(isChoice);
}
const isNull = z.object({ type: z.literal('null') });
