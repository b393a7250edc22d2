/** Tools from an OpenAPI document: one per operation that takes and answers JSON. */
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { CourierClient } from '@svc/sdk';
import { z } from 'zod';

type Json = Record<string, unknown>;

export interface ApiTool {
  tool: Tool;
  call(client: CourierClient, given: Json): Promise<unknown>;
}

const contentOf = z.object({ content: z.record(z.string(), z.json()).default({}) });
const operationForm = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string().default(''),
  parameters: z.array(z.record(z.string(), z.unknown())).default([]),
  requestBody: z
    .object({ content: z.record(z.string(), z.object({ schema: z.unknown() })) })
    .optional(),
  responses: z.record(z.string(), contentOf.or(z.object({ $ref: z.string() }))),
});
type Operation = z.infer<typeof operationForm>;
const documentForm = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
});
const parameterForm = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean().default(false),
  description: z.string().default(''),
  schema: z.record(z.string(), z.unknown()),
});
type Parameter = z.infer<typeof parameterForm>;

/** Pages of the documentation and public links stand outside the version prefix. */
const isApi = (path: Json): boolean => !('servers' in path);

export function toolsIn(document: unknown, options: { allowChanges: boolean }): ApiTool[] {
  const parsed = documentForm.parse(document);
  return Object.values(parsed.paths)
    .filter(isApi)
    .flatMap((methods) => Object.entries(methods))
    .filter(([method]) => method === 'get' || options.allowChanges)
    .flatMap(([method, value]) => {
      const operation = operationForm.parse(value);
      const tool = takesJson(operation) && answersJson(operation);
      return tool ? [apiTool(operation, { method, document: parsed })] : [];
    });
}

const takesJson = ({ requestBody }: Operation): boolean =>
  requestBody === undefined || 'application/json' in requestBody.content;
const answersJson = ({ responses }: Operation): boolean =>
  Object.entries(responses).some(
    ([status, response]) =>
      status.startsWith('2') && 'content' in response && 'application/json' in response.content,
  );

function apiTool(operation: Operation, from: { method: string; document: Json }): ApiTool {
  const { operationId, summary, description, requestBody } = operation;
  const all = operation.parameters.map((each) => parameterForm.parse(inlined(each, from.document)));
  const sent = all.filter(({ in: place }) => place !== 'header');
  const isRead = from.method === 'get';
  const body = requestBody?.content['application/json']?.schema;
  const keyed = all.some(({ name }) => name.toLowerCase() === 'idempotency-key');
  const properties = {
    ...Object.fromEntries(sent.map((each) => [each.name, schemaOf(each)])),
    ...(body !== undefined && { body: inlined(body, from.document) }),
    ...(keyed && { idempotency_key: keySchema }),
  };
  const required = sent.filter((each) => each.required).map(({ name }) => name);
  return {
    tool: {
      name: operationId,
      title: summary,
      description: `${summary}. ${description}`,
      inputSchema: {
        type: 'object',
        properties,
        required: [...required, ...(body === undefined ? [] : ['body'])],
        additionalProperties: false,
      },
      annotations: { readOnlyHint: isRead, destructiveHint: !isRead, idempotentHint: isRead },
    },
    call: (client, given) => callOf(client, { operationId, sent, given }),
  };
}

const keySchema = {
  type: 'string',
  description: 'The same for every attempt of one change: what was done is not done again.',
};
const schemaOf = ({ schema, description }: Parameter) => ({ ...schema, description });

/** The schema with everything that it refers to in its place. */
function inlined(value: unknown, document: Json): Json {
  const resolve = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(resolve);
    if (typeof node !== 'object' || node === null) return node;
    if ('$ref' in node && typeof node.$ref === 'string') return resolve(at(document, node.$ref));
    return Object.fromEntries(Object.entries(node).map(([key, each]) => [key, resolve(each)]));
  };
  return z.record(z.string(), z.unknown()).parse(resolve(value));
}

const at = (document: Json, pointer: string): unknown =>
  pointer
    .slice(2)
    .split('/')
    .reduce<unknown>((node, part) => Object(node)[part], document);

async function callOf(
  client: CourierClient,
  { operationId, sent, given }: { operationId: string; sent: Parameter[]; given: Json },
): Promise<unknown> {
  const operation: unknown = Reflect.get(client, operationId);
  if (typeof operation !== 'function')
    throw new Error(`${operationId} is newer than this program.`);
  const valuesOf = (place: Parameter['in']) =>
    Object.fromEntries(
      sent
        .filter(({ name, in: own }) => own === place && given[name] !== undefined)
        .map(({ name }) => [name, given[name]]),
    );
  const { body, idempotency_key: idempotencyKey } = given;
  const args = {
    path: valuesOf('path'),
    query: valuesOf('query'),
    ...(body !== undefined && { body }),
  };
  return operation(args, idempotencyKey === undefined ? {} : { idempotencyKey });
}
