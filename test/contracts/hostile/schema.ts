/** Request body of an endpoint as JSON Schema, and the place of each of its fields. */
import { reservedNames } from '@svc/gateway/endpoint/bodies';
import { z } from 'zod';
import type { ActionRoute } from '../requests.ts';

const schemaForm = z.looseObject({
  get properties() {
    return z.record(z.string(), schemaForm).optional();
  },
  get items() {
    return schemaForm.optional();
  },
  get additionalProperties() {
    return z.union([z.boolean(), schemaForm]).optional();
  },
  get propertyNames() {
    return schemaForm.optional();
  },
  get anyOf() {
    return z.array(schemaForm).optional();
  },
  get oneOf() {
    return z.array(schemaForm).optional();
  },
  get allOf() {
    return z.array(schemaForm).optional();
  },
  type: z.string().optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  multipleOf: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
});
export type Schema = z.infer<typeof schemaForm>;

/** Path parameters included. */
export const inputSchema = ({ contract, rawBody = contract.input }: ActionRoute): Schema =>
  schemaForm.parse(z.toJSONSchema(rawBody, { io: 'input', unrepresentable: 'any' }));

/** Without what the path names and what no body may say. */
export const bodySchema = (route: ActionRoute): Schema =>
  without(inputSchema(route), new Set([...route.pathNames, ...reservedNames]));

function without(schema: Schema, names: ReadonlySet<string>): Schema {
  const { properties = {}, required = [], anyOf, oneOf, ...rest } = schema;
  const variants = oneOf ?? anyOf;
  if (variants) return { ...rest, anyOf: variants.map((each) => without(each, names)) };
  return {
    ...rest,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !names.has(name))),
    required: required.filter((name) => !names.has(name)),
  };
}

/** The members of a body like this one, where its type decides on them. */
export function variantFor(schema: Schema, body: unknown): Schema {
  const { type }: { type?: unknown } = Object(body);
  return schema.anyOf?.find(({ properties }) => properties?.type?.const === type) ?? schema;
}

export interface Place {
  path: readonly string[];
  schema: Schema;
}

/** Every place in a value of this schema; an array's first item and a record's one member stand for all. */
export function placesIn(schema: Schema, path: readonly string[] = []): Place[] {
  const { properties = {}, items, additionalProperties: rest } = schema;
  const inner = [
    ...Object.entries(properties),
    ...(items ? [['0', items] as const] : []),
    ...(isSchema(rest) ? [['member', rest] as const] : []),
  ];
  return [{ path, schema }, ...inner.flatMap(([name, each]) => placesIn(each, [...path, name]))];
}

/** Undocumented members are refused; those of a record are the client's own to name. */
export const isClosedObject = ({ type, additionalProperties: rest = false }: Schema): boolean =>
  type === 'object' && rest === false;

/** A schema that accepts anything declares no further members. */
const isSchema = (rest: Schema['additionalProperties']): rest is Schema =>
  typeof rest === 'object' && Object.keys(rest).length > 0;

/** The given value, with plain values for the members that it lacks. */
export function filled(given: unknown, plain: unknown): unknown {
  if (given === undefined || given === null) return plain;
  if (Array.isArray(given) && Array.isArray(plain)) return [filled(given[0], plain[0])];
  if (typeof given !== 'object' || typeof plain !== 'object') return given;
  const members: Record<string, unknown> = { ...given };
  const all = Object.entries({ ...plain, ...given });
  return Object.fromEntries(
    all.map(([name]) => [name, filled(members[name], Object(plain)[name])]),
  );
}

/** A plain value of this schema, whole where it has members; texts may not fit their pattern. */
export function plainValue(schema: Schema): unknown {
  const { type, format, properties = {}, items, additionalProperties: rest } = schema;
  // The first that it may be: null comes last.
  const [first] = schema.anyOf ?? [];
  if (first) return plainValue(first);
  if (schema.enum) return schema.enum[0];
  const members = Object.entries(properties).map(([name, each]) => [name, plainValue(each)]);
  const member = isSchema(rest) ? { member: plainValue(rest) } : {};
  if (type === 'object') return { ...Object.fromEntries(members), ...member };
  if (type === 'array') return items ? [plainValue(items)] : [];
  if (type === 'boolean') return false;
  if (format === 'date') return '2027-01-31';
  return type === 'string' ? 'x' : 0;
}

export const pointerOf = (place: readonly string[]): string =>
  place.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
