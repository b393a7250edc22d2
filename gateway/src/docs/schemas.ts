/** The contracts' zod schemas as JSON Schema (2020-12), as OpenAPI 3.1 takes it. */
import {
  bookedJob,
  cancelledJob,
  job,
  jobDetail,
  policies,
  quote,
  quoteList,
  site,
  tracking,
  user,
} from '@svc/contracts';
import { z } from 'zod';
import { health } from '../routes/health.ts';
import type { ActionRoute, Route } from '../routes/route.ts';

export type JsonSchema = Record<string, unknown>;

const named: Record<string, z.ZodType> = {
  Quote: quote,
  QuoteList: quoteList,
  Job: job,
  BookedJob: bookedJob,
  CancelledJob: cancelledJob,
  JobDetail: jobDetail,
  Tracking: tracking,
  Site: site,
  User: user,
  Policies: policies,
  Health: health,
};

export const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** One entry per resource and per answer that is not a resource itself, and how to find it again. */
export function responseSchemas(routes: readonly Route[]) {
  const names = new Map(Object.entries(named).map(([name, schema]) => [schema, name]));
  for (const route of routes) {
    const schema = responseOf(route);
    if (schema && !names.has(schema))
      names.set(schema, `${capitalised(route.operationId)}Response`);
  }
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => schemaRef(id).$ref,
    io: 'output',
    override: ({ jsonSchema }) => plain(jsonSchema),
  });
  for (const schema of Object.values(schemas)) {
    delete schema.$schema;
    delete schema.$id;
  }
  return { schemas, nameOf: (schema: z.ZodType) => names.get(schema) };
}

/** Without the schemas that nothing leads to from `roots`. */
export function reachable(schemas: Record<string, unknown>, roots: unknown) {
  const found = new Set<string>();
  const visit = (from: unknown) => {
    for (const [, name = ''] of JSON.stringify(from).matchAll(/#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      visit(schemas[name]);
    }
  };
  visit(roots);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(name)));
}

export const responseOf = (route: Route): z.ZodType | undefined =>
  route.kind === 'action' ? route.contract.output : route.response;

export interface InputSchemas {
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema }[];
  body: JsonSchema | undefined;
}

/** The action's input, parted by where each field is sent. */
export function inputSchemas(route: ActionRoute): InputSchemas {
  const { properties, required } = objectSchema(route.contract.input);
  const parameter = (name: string, place: 'path' | 'query') => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: properties[name] ?? {},
  });
  const rest = Object.keys(properties).filter((name) => !route.pathNames.includes(name));
  return {
    parameters: [
      ...route.pathNames.map((name) => parameter(name, 'path')),
      ...Object.keys(route.query).map((name) => parameter(name, 'query')),
    ],
    body: route.hasBody
      ? {
          type: 'object',
          properties: Object.fromEntries(rest.map((name) => [name, properties[name]])),
          required: required.filter((name) => rest.includes(name)),
        }
      : undefined,
  };
}

const objectForm = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
});

export const objectSchema = (schema: z.ZodType) =>
  objectForm.parse(
    z.toJSONSchema(schema, { io: 'input', override: ({ jsonSchema }) => plain(jsonSchema) }),
  );

/** Leaves out what zod adds and a reader does not need; answers may gain fields. */
function plain(schema: JsonSchema): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // Binary fractions make validators disagree about it.
  if (schema.multipleOf === 0.001) delete schema.multipleOf;
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
