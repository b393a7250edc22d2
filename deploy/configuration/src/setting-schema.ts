/** A setting as the reference page shows it, read from the zod schema of its environment variable. */
import { z } from 'zod';

export interface Setting {
  name: string;
  type: string;
  /** Empty for a text, a choice or a count. */
  unit: string;
  /** As it is written in an environment variable; undefined without one. */
  standard: string | undefined;
  isRequired: boolean;
  isSecret: boolean;
  /** Empty where the schema has no description. */
  meaning: string;
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

export function describeSetting(name: string, schema: z.ZodType): Setting {
  const input = jsonSchema(schema, 'input');
  const output = jsonSchema(schema, 'output');
  const shown = output.type && output.type !== 'array' && output.type !== 'object' ? output : input;
  const standard = input.default ?? output.default;
  return {
    name,
    type: typeOf(shown),
    unit: units.find(([suffix]) => suffix.test(name))?.[1] ?? '',
    standard: standard === undefined || standard === '' ? undefined : String(standard),
    isRequired: !schema.safeParse(undefined).success,
    isSecret: output.secret === true || input.secret === true,
    meaning: output.description ?? input.description ?? '',
  };
}

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' });

/** The names of settings end with their unit. */
const units: readonly (readonly [RegExp, string])[] = [
  [/_MS$/, 'ms'],
  [/_SECONDS$/, 's'],
  [/_MINUTES$/, 'min'],
  [/_PER_MINUTE$/, 'per minute'],
  [/_DAYS$/, 'days'],
  [/_CENTS$/, 'cents'],
  [/_KMH$/, 'km/h'],
  [/_KM_MAX$/, 'km'],
];

function typeOf(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ');
  if (schema.type === 'integer') return bounded('whole number', schema);
  if (schema.type === 'number') return bounded('number', schema);
  if (schema.type === 'boolean') return '`true`, `false`';
  if (schema.format === 'uri') return 'URL';
  if (schema.format === 'email') return 'e-mail address';
  const { minLength, maxLength } = schema;
  if (maxLength !== undefined) return `text, at most ${maxLength} characters`;
  if (minLength !== undefined && minLength > 1) return `text, at least ${minLength} characters`;
  return 'text';
}

function bounded(kind: string, { minimum, maximum }: JsonSchema): string {
  const isBounded = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  if (minimum === undefined) return kind;
  return isBounded ? `${kind}, ${minimum} to ${maximum}` : `${kind} from ${minimum}`;
}
