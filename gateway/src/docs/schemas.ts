/** The contracts' zod schemas as JSON Schema (2020-12), as OpenAPI 3.1 takes it. */
import {
  apiKey,
  bookedJob,
  bundle,
  cancelledJob,
  certificate,
  change,
  client,
  courierJob,
  custodyEvent,
  custodyRecord,
  delivery,
  deskJob,
  device,
  driver,
  feedEvent,
  incident,
  invoice,
  invoiceLine,
  job,
  jobDetail,
  jwks,
  listedIncident,
  loggedRequest,
  movedJob,
  payment,
  pod,
  publicProof,
  quote,
  quoteList,
  readingsBundle,
  site,
  statement,
  statementDetail,
  storedFile,
  telemetryBatch,
  telemetryProvider,
  temperatureTrace,
  tenantPolicies,
  trackingRecord,
  usage,
  user,
  vehicle,
  webhook,
} from '@svc/contracts';
import { z } from 'zod';
import { reservedNames } from '../endpoint/bodies.ts';
import { health } from '../endpoint/health.ts';
import { jsonType } from '../endpoint/representation.ts';
import type { ActionRoute, GatewayRoute } from '../endpoint/route.ts';
import { type JsonSchema, nullsInTypes } from './nulls.ts';

export type { JsonSchema };

const named: Record<string, z.ZodType> = {
  Quote: quote,
  QuoteList: quoteList,
  Job: job,
  BookedJob: bookedJob,
  CancelledJob: cancelledJob,
  JobDetail: jobDetail,
  DeskJob: deskJob,
  MovedJob: movedJob,
  CourierJob: courierJob,
  Tracking: trackingRecord,
  CustodyEvent: custodyEvent,
  CustodyRecord: custodyRecord,
  ProofOfDelivery: pod,
  Certificate: certificate,
  Bundle: bundle,
  // Part of a bundle, which both parts of the document have.
  GetCertificateKeysResponse: jwks,
  PublicProof: publicProof,
  TemperatureTrace: temperatureTrace,
  ReadingsBundle: readingsBundle,
  File: storedFile,
  Webhook: webhook,
  Delivery: delivery,
  Event: feedEvent,
  Driver: driver,
  Vehicle: vehicle,
  Device: device,
  TelemetryProvider: telemetryProvider,
  TelemetryBatch: telemetryBatch,
  Incident: incident,
  ListedIncident: listedIncident,
  Invoice: invoice,
  InvoiceLine: invoiceLine,
  Statement: statement,
  StatementDetail: statementDetail,
  Payment: payment,
  Site: site,
  User: user,
  Client: client,
  ApiKey: apiKey,
  LoggedRequest: loggedRequest,
  Usage: usage,
  Change: change,
  Policies: tenantPolicies,
  Health: health,
};

export const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** One entry per resource and per answer that is not a resource itself, and how to find it again. */
export function responseSchemas(routes: readonly GatewayRoute[]) {
  const names = new Map(Object.entries(named).map(([name, schema]) => [schema, name]));
  const texts = new Map<string, string>();
  for (const route of routes) {
    const schema = responseOf(route);
    if (!schema || names.has(schema)) continue;
    // The sandbox's own endpoints answer in the forms of those of live.
    const name = `${capitalised(route.operationId.replace('Sandbox', ''))}Response`;
    names.set(schema, name);
    texts.set(name, `What \`${route.method} ${route.path}\` answers.`);
  }
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => schemaRef(id).$ref,
    io: 'output',
    override: ({ jsonSchema }) => plain(jsonSchema),
  });
  const plainSchemas = Object.entries(schemas).map(([name, schema]) => {
    const { $schema: _, $id: _id, ...rest } = nullsInTypes(schema);
    return [name, { ...(texts.has(name) && { description: texts.get(name) }), ...rest }];
  });
  return {
    schemas: Object.fromEntries(plainSchemas),
    nameOf: (schema: z.ZodType) => names.get(schema),
  };
}

export function responseOf(route: GatewayRoute): z.ZodType | undefined {
  if (route.kind === 'local') return route.response;
  const json = route.representations.find(({ mediaType }) => mediaType === jsonType);
  return json?.response ?? route.contract.output;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description: string;
  schema: JsonSchema;
}
export interface InputSchemas {
  parameters: Parameter[];
  /** Permitted schemas of a JSON body; more than one for alternatives. */
  bodies: ObjectSchema[];
}

/** The action's input, parted by where each field is sent. */
export function inputSchemas(route: ActionRoute): InputSchemas {
  const forms = objectSchemas(route.contract.input);
  const [{ properties, required } = noFields] = forms;
  const parameter = (name: string, place: 'path' | 'query'): Parameter => {
    const { description, ...schema } = properties[name] ?? {};
    const isRequired = place === 'path' || required.includes(name);
    const text = String(description ?? '');
    return { name, in: place, required: isRequired, description: text, schema };
  };
  const elsewhere = [...route.pathNames, ...reservedNames];
  return {
    parameters: [
      ...route.pathNames.map((name) => parameter(name, 'path')),
      ...Object.keys(route.query).map((name) => parameter(name, 'query')),
      ...(route.body === 'signed' ? signatureHeaders : []),
    ],
    bodies: bodiesOf(route, forms).map((form) => without(form, elsewhere)),
  };
}

function bodiesOf({ body, signedBody }: ActionRoute, forms: ObjectSchema[]): ObjectSchema[] {
  if (signedBody) return objectSchemas(signedBody);
  return body === 'json' ? forms : [];
}

const signatureHeader = (name: string, description: string): Parameter => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});
const signatureHeaders = [
  signatureHeader(
    'svc-timestamp',
    'Unix time in seconds when the batch was signed, at most 300 s off.',
  ),
  signatureHeader(
    'svc-signature',
    '`v1=` and the HMAC-SHA-256 of `<svc-timestamp>.<raw body>` in lower-case hex, keyed with the whole secret.',
  ),
];

const without = ({ properties, required }: ObjectSchema, names: readonly string[]) => ({
  properties: Object.fromEntries(
    Object.entries(properties).filter(([name]) => !names.includes(name)),
  ),
  required: required.filter((name) => !names.includes(name)),
});

const objectForm = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
});
export type ObjectSchema = z.output<typeof objectForm>;
const noFields: ObjectSchema = { properties: {}, required: [] };

/** As one schema that refers to no other; inputs are closed, answers may gain fields. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...document } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      plain(jsonSchema);
      if (io === 'input') close(jsonSchema);
    },
  });
  return nullsInTypes(document);
}

/** One per member of a union. */
export function objectSchemas(schema: z.ZodType): ObjectSchema[] {
  const document = jsonSchemaOf(schema, 'input');
  const forms = Array.isArray(document.oneOf) ? document.oneOf : [document];
  return forms.map((form) => objectForm.parse(form));
}

/** As a JSON Schema of its own; a form is open, for OAuth ignores parameters that it does not know. */
export function bodySchema(bodies: readonly ObjectSchema[], { isOpen = false } = {}): JsonSchema {
  const closed = isOpen ? {} : { additionalProperties: false };
  const forms = bodies.map((body) => ({ type: 'object', ...body, ...closed }));
  return forms[0] && forms.length === 1 ? forms[0] : { oneOf: forms };
}

/** Leaves out what zod adds and a reader does not need; answers may gain fields. */
function plain(schema: JsonSchema): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // A tuple of one type as generators and linters know it: an array of a fixed length.
  if (Array.isArray(schema.prefixItems)) {
    const [items] = schema.prefixItems;
    const length = schema.prefixItems.length;
    delete schema.prefixItems;
    Object.assign(schema, { items, minItems: length, maxItems: length });
  }
  // Binary fractions make validators disagree about it.
  if (schema.multipleOf === 0.001) delete schema.multipleOf;
}

/** Requests may not: an undeclared field is refused. */
function close(schema: JsonSchema): void {
  const isOpen = Object.keys(Object(schema.additionalProperties)).length > 0;
  if (schema.properties !== undefined && !isOpen) schema.additionalProperties = false;
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
