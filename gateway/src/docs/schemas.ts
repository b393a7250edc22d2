/** Converts the contracts' zod schemas to JSON Schema (2020-12) for OpenAPI 3.1. */
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
  deskLeg,
  device,
  driver,
  feedEvent,
  incident,
  invoice,
  invoiceLine,
  job,
  jobDetail,
  jobMessage,
  jwks,
  listedIncident,
  loggedRequest,
  movedJob,
  payment,
  pod,
  priority,
  publicProof,
  quote,
  quoteList,
  readingsBundle,
  requirements,
  site,
  statement,
  statementDetail,
  status,
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
  wholesaleFile,
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
  // Part of a bundle that both parts of the document share.
  GetCertificateKeysResponse: jwks,
  // Parts of several of these.
  Requirements: requirements,
  JobStatus: status,
  Priority: priority,
  WholesaleFile: wholesaleFile,
  Leg: deskLeg,
  Message: jobMessage,
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

/** One entry per resource and per response that is not a resource, and the way to find it again. */
export function responseSchemas(routes: readonly GatewayRoute[]) {
  const names = new Map(Object.entries(named).map(([name, schema]) => [schema, name]));
  const texts = new Map<string, string>();
  for (const route of routes) {
    const schema = responseOf(route);
    if (!schema || names.has(schema)) continue;
    // The sandbox's own endpoints return the same forms as their live counterparts.
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
  /** Schemas accepted as a JSON body; several if there are alternatives. */
  bodies: ObjectSchema[];
}

/** The action's input, split by location: path, query, header, body. */
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

function bodiesOf({ body, rawBody }: ActionRoute, forms: ObjectSchema[]): ObjectSchema[] {
  if (rawBody) return objectSchemas(rawBody);
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
    "Unix time in seconds at which the batch was signed. Must be within 300 s of the server's clock.",
  ),
  signatureHeader(
    'svc-signature',
    '`v1=` and the lower-case hex HMAC-SHA-256 of `<svc-timestamp>.<raw body>`, keyed with the whole secret.',
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

/** Returns a self-contained schema. Inputs are closed; responses may gain fields. */
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

/** A standalone JSON Schema. Forms are open: OAuth ignores unknown parameters. */
export function bodySchema(bodies: readonly ObjectSchema[], { isOpen = false } = {}): JsonSchema {
  const forms = bodies.map((body) => ({
    ...{ type: 'object', ...body },
    additionalProperties: isOpen,
  }));
  return forms[0] && forms.length === 1 ? forms[0] : { oneOf: forms };
}

/** Removes what zod adds and readers do not need; responses may gain fields. */
function plain(schema: JsonSchema): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // Writes a tuple of one type as a fixed-length array, which generators and linters understand.
  if (Array.isArray(schema.prefixItems)) {
    const [items] = schema.prefixItems;
    const length = schema.prefixItems.length;
    delete schema.prefixItems;
    Object.assign(schema, { items, minItems: length, maxItems: length });
  }
  // Validators disagree about `multipleOf` with binary fractions.
  if (schema.multipleOf === 0.001) delete schema.multipleOf;
}

/** Requests are closed: an undeclared field is refused. */
function close(schema: JsonSchema): void {
  const isOpen = Object.keys(Object(schema.additionalProperties)).length > 0;
  if (schema.properties !== undefined && !isOpen) schema.additionalProperties = false;
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
