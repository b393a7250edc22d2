/** What an endpoint takes, as JSON Schema, and where each field of it stands. */
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
export const inputSchema = ({ contract }: ActionRoute): Schema =>
  schemaForm.parse(z.toJSONSchema(contract.input, { io: 'input', unrepresentable: 'any' }));

/** Without what the path names. */
export function bodySchema(route: ActionRoute): Schema {
  const { properties = {}, required = [], ...rest } = inputSchema(route);
  const inBody = (name: string) => !route.pathNames.includes(name);
  return {
    ...rest,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => inBody(name))),
    required: required.filter(inBody),
  };
}

/** Every place in a value of this schema; an array's first item and a record's one member stand for all. */
export function placesIn(schema: Schema, at: readonly string[] = []): string[][] {
  const { properties = {}, items, additionalProperties: rest } = schema;
  const inner = Object.entries(properties).flatMap(([name, each]) => placesIn(each, [...at, name]));
  const item = items ? placesIn(items, [...at, '0']) : [];
  const member = typeof rest === 'object' ? placesIn(rest, [...at, 'member']) : [];
  const own = at.length > 0 ? [[...at]] : [];
  return [...own, ...inner, ...item, ...member];
}

/** A plain value of this schema, whole where it has members; texts may not fit their pattern. */
export function plainValue(schema: Schema): unknown {
  const { type, properties = {}, additionalProperties: rest } = schema;
  const members = Object.entries(properties).map(([name, each]) => [name, plainValue(each)]);
  const member = typeof rest === 'object' ? { member: plainValue(rest) } : {};
  if (type === 'object') return { ...Object.fromEntries(members), ...member };
  if (type === 'array') return [];
  if (type === 'boolean') return false;
  return type === 'string' ? 'x' : 0;
}

export const pointerOf = (place: readonly string[]): string =>
  place.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
