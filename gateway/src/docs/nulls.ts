export type JsonSchema = Record<string, unknown>;

/**
 * Rewrites `anyOf: [{ type: 'string' }, { type: 'null' }]` to `type: ['string', 'null']` at every
 * level: equivalent for validators, and one schema instead of a union for readers and client
 * generators.
 */
export function nullsInTypes(schema: JsonSchema): JsonSchema {
  const below = Object.entries(schema).map(([key, value]) => [key, belowOf(value)]);
  const { anyOf, ...outer }: JsonSchema = Object.fromEntries(below);
  if (!Array.isArray(anyOf)) return Object.fromEntries(below);
  const [inner, nothing, ...others]: JsonSchema[] = anyOf;
  if (others.length > 0 || nothing?.type !== 'null' || typeof inner?.type !== 'string') {
    return Object.fromEntries(below);
  }
  const { type, const: fixed, enum: values, ...rest } = inner;
  const known = fixed === undefined ? values : [fixed];
  const orNull = Array.isArray(known) && { enum: [...known, null] };
  return { ...rest, ...outer, type: [type, 'null'], ...orNull };
}

function belowOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(belowOf);
  return isSchema(value) ? nullsInTypes(value) : value;
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null;
