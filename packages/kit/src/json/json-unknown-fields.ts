/**
 * Strict reading of requests: members that a schema does not declare, at any depth. A misspelt name
 * that is dropped changes what is ordered (`prioritty: "stat"` books a four-hour job), so it is
 * refused, with the declared name of the smallest edit distance.
 */

import { hintFor } from '@svc/text/nearest-name';
import { z } from 'zod';
import type { Issue } from '../calls/transport.ts';

/** The keywords of JSON Schema that declare members. */
const schemaForm = z.object({
  get properties() {
    return z.record(z.string(), schemaForm).optional();
  },
  get items() {
    return z.union([schemaForm, z.boolean()]).optional();
  },
  get additionalProperties() {
    return z.union([z.boolean(), schemaForm]).optional();
  },
  get anyOf() {
    return z.array(schemaForm).optional();
  },
  get oneOf() {
    return z.array(schemaForm).optional();
  },
  type: z.union([z.string(), z.array(z.string())]).optional(),
  const: z.unknown().optional(),
});
type Schema = z.infer<typeof schemaForm>;

interface Shape {
  /** The discriminating value of a member. */
  fixed?: unknown;
  /** Absent where the value is no object. */
  members?: ReadonlyMap<string, Shape>;
  /** Shape of undeclared members, if the schema is open. */
  further?: Shape;
  items?: Shape;
  variants?: readonly Shape[];
}

/** Issues reported per request. */
const issuesMax = 50;

export type FindUnknown = (value: unknown) => Issue[];

/** `elsewhere` are members that a body may not set, because they come from the path or query. */
export function unknownFields(schema: z.ZodType, elsewhere: readonly string[] = []): FindUnknown {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const shape = without(shapeOf(schemaForm.parse(json)), new Set(elsewhere));
  return (value) => {
    const issues: Issue[] = [];
    visit(shape, { value, path: [] }, issues);
    return issues;
  };
}

function shapeOf({ properties, items, additionalProperties: rest, ...schema }: Schema): Shape {
  const variants = schema.oneOf ?? schema.anyOf;
  if (variants) return { variants: variants.map(shapeOf) };
  if (typeof items === 'object') return { items: shapeOf(items) };
  if (schema.type !== 'object') return { fixed: schema.const };
  const members = Object.entries(properties ?? {});
  return {
    members: new Map(members.map(([name, each]) => [name, shapeOf(each)])),
    ...(typeof rest === 'object' && { further: shapeOf(rest) }),
  };
}

function without(shape: Shape, names: ReadonlySet<string>): Shape {
  const { members, variants } = shape;
  if (variants) return { variants: variants.map((each) => without(each, names)) };
  if (!members) return shape;
  return { ...shape, members: new Map([...members].filter(([name]) => !names.has(name))) };
}

interface At {
  value: unknown;
  path: Issue['path'];
}

function visit(shape: Shape, { value, path }: At, issues: Issue[]): void {
  if (typeof value !== 'object' || value === null || issues.length >= issuesMax) return;
  const { items, members, further } = shape.variants ? variantFor(shape.variants, value) : shape;
  const declared = (name: string | number) =>
    typeof name === 'number' ? items : (members?.get(name) ?? further);
  const entries = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [name, each] of entries) {
    const inner = declared(name);
    if (inner) visit(inner, { value: each, path: [...path, name] }, issues);
    else if (members && typeof name === 'string' && issues.length < issuesMax) {
      issues.push(unknownName([...path, name], [...members.keys()]));
    }
  }
}

/** The matching variant of a discriminated union; empty if none matches: the contract refuses it. */
function variantFor(variants: readonly Shape[], value: object): Shape {
  const given = new Map<string, unknown>(Object.entries(value));
  const fits = ({ members, items }: Shape) =>
    Array.isArray(value)
      ? items !== undefined
      : members !== undefined &&
        [...members].every(([name, { fixed }]) => fixed === undefined || given.get(name) === fixed);
  return variants.find(fits) ?? {};
}

function unknownName(path: Issue['path'], known: readonly string[]): Issue {
  const message = `Unknown field. ${hintFor(String(path.at(-1)), known)}`;
  return { path, code: 'unknown_field', message };
}
