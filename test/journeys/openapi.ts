/** Checks answers against the OpenAPI document that the same gateway serves. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { z } from 'zod';
import type { Answer, Line, Observe } from './http.ts';

const mediaTypes = z.record(z.string(), z.object({ schema: z.unknown() }));
const responseForm = z.object({
  headers: z.record(z.string(), z.unknown()).default({}),
  content: mediaTypes.default({}),
});
const operationForm = z.object({ responses: z.record(z.string(), responseForm) });
export const documentForm = z.looseObject({
  servers: z.array(z.object({ url: z.url() })),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.record(z.string(), z.record(z.string(), z.unknown())),
});
export type Document = z.infer<typeof documentForm>;

/** The document of the customers, with the carrier's own operations where there are some. */
export async function fetchDocument(publicUrl: string): Promise<Document> {
  const read = async (name: string) => {
    const response = await fetch(`${publicUrl}/${name}.json`);
    return response.status === 404 ? undefined : documentForm.parse(await response.json());
  };
  const [customers, operations] = await Promise.all(['openapi', 'openapi-operations'].map(read));
  if (customers === undefined) throw new Error('There is no OpenAPI document.');
  return operations === undefined ? customers : merged(customers, operations);
}

function merged(one: Document, other: Document): Document {
  const kinds = new Set([one, other].flatMap(({ components }) => Object.keys(components)));
  const components = Object.fromEntries(
    [...kinds].map((kind) => [kind, { ...one.components[kind], ...other.components[kind] }]),
  );
  return { ...one, paths: { ...one.paths, ...other.paths }, components };
}

/** Where in the document the answers to a request are described. */
function describedAt({ paths }: Document, method: string, path: string): string | undefined {
  const segments = path.split('/');
  return Object.keys(paths).find((template) => {
    const parts = template.split('/');
    const fits = parts.every((part, i) => part.startsWith('{') || part === segments[i]);
    return parts.length === segments.length && fits && paths[template]?.[method] !== undefined;
  });
}

const pointer = (...parts: string[]): string =>
  parts.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Validates a value by the schema at this pointer of the document. */
function bodyChecker(document: Document) {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'api');
  const compiled = new Map<string, ValidateFunction>();
  return (at: string, value: unknown): string | undefined => {
    const validate = compiled.get(at) ?? ajv.compile({ $ref: `api#${at}` });
    compiled.set(at, validate);
    return validate(value) ? undefined : ajv.errorsText(validate.errors);
  };
}

/** Throws for an answer that the document does not describe: status, headers, media type, body. */
export function conformance(document: Document): Observe {
  const bodyFault = bodyChecker(document);
  const judge = (line: Line, { status, headers, text }: Answer): string | undefined => {
    const [verb = '', url = ''] = line.split(' ');
    const method = verb.toLowerCase();
    const path = describedAt(document, method, url.split('?', 1)[0] ?? '');
    // Unknown paths and methods are no operations: their problems are not described.
    if (path === undefined) return undefined;
    const { responses } = operationForm.parse(document.paths[path]?.[method]);
    const response = responses[status];
    if (!response) return `status ${status} is not described`;
    const absent = Object.keys(response.headers).filter(
      (name) => name.startsWith('x-') && !headers.has(name),
    );
    if (absent.length > 0) return `without ${absent.join(', ')}`;
    const [type = ''] = (headers.get('content-type') ?? '').split(';');
    if (!response.content[type]) return `media type ${type} is not described`;
    const at = pointer('paths', path, method, 'responses', `${status}`, 'content', type, 'schema');
    return bodyFault(at, type.endsWith('json') ? JSON.parse(text) : text);
  };
  return (line, answer) => {
    const fault = judge(line, answer);
    if (fault) throw new Error(`${line} answers otherwise than documented: ${fault}`);
  };
}
