/** The catalogue of public events as OpenAPI: schemas of the events, and the `webhooks` section. */
import { feedEvent, publicEvents } from '@svc/contracts';
import { z } from 'zod';
import { type JsonSchema, jsonSchemaOf, schemaRef } from './schemas.ts';

const createdAt = '2026-11-02T08:00:00.000Z';

/** One schema for each type, and `Event`, which is one of them. */
export function eventSchemas(): Record<string, JsonSchema> {
  const shared = jsonSchemaOf(feedEvent.omit({ type: true, data: true }), 'output');
  const { description: typeText } = feedEvent.shape.type;
  const schemas = publicEvents.map(({ type, description, data }) => [
    schemaName(type),
    {
      ...shared,
      description,
      properties: {
        ...Object(shared.properties),
        type: { type: 'string', const: type, description: typeText },
        data: { ...jsonSchemaOf(data, 'output'), description: feedEvent.shape.data.description },
      },
      required: [...z.array(z.string()).parse(shared.required), 'type', 'data'],
    },
  ]);
  const mapping = publicEvents.map(({ type }) => [type, schemaRef(schemaName(type)).$ref]);
  return {
    ...Object.fromEntries(schemas),
    Event: {
      description: 'An event, as sent to webhook endpoints and listed by the event feed.',
      oneOf: publicEvents.map(({ type }) => schemaRef(schemaName(type))),
      discriminator: { propertyName: 'type', mapping: Object.fromEntries(mapping) },
    },
  };
}

/** Webhook requests by event type, for OpenAPI's `webhooks`. */
export const webhookOperations = (): Record<string, JsonSchema> =>
  Object.fromEntries(publicEvents.map((event) => [event.type, { post: webhookOperation(event) }]));

const deliveryHeader = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});
const deliveryHeaders = [
  deliveryHeader(
    'svc-event-id',
    'Id of the event, as in the body. Ignore an id that you have already processed.',
    'evt_01KAK7QW3ZC5V8M2N4P6R8T0XM',
  ),
  deliveryHeader(
    'svc-timestamp',
    'Unix time of this attempt in seconds. Reject it if it differs from your clock by more than 300 s.',
    '1793606400',
  ),
  deliveryHeader(
    'svc-signature',
    '`v1=` and the lower-case hex HMAC-SHA-256 of `<svc-timestamp>.<raw body>`, keyed with the whole secret. Compare in constant time.',
    'v1=5f6c6b1a0e7d4f0b9c3a8e2d1b7f4a6c5e8d9f0a1b2c3d4e5f60718293a4b5c6',
  ),
];

type PublicEvent = (typeof publicEvents)[number];

const webhookOperation = (event: PublicEvent): JsonSchema => ({
  operationId: `on${schemaName(event.type)}`,
  summary: event.type,
  description: event.description,
  tags: ['Webhooks'],
  security: [],
  parameters: deliveryHeaders,
  requestBody: {
    description: 'The event. Verify the signature over the raw bytes.',
    required: true,
    content: {
      'application/json': {
        schema: schemaRef(schemaName(event.type)),
        example: exampleOf(event),
      },
    },
  },
  responses: {
    '2XX': {
      description: 'Acknowledged: any 2xx within 10 seconds. The response body is ignored.',
    },
    '4XX': { description: 'Not acknowledged: the delivery is retried. 410 disables the endpoint.' },
  },
});

/** A whole event, as sent to webhook endpoints. */
export function exampleOf({ type, example: data }: PublicEvent) {
  const hasJob = typeof data === 'object' && data !== null && 'job_id' in data;
  return {
    id: 'evt_01KAK7QW3ZC5V8M2N4P6R8T0XM',
    type,
    created_at: createdAt,
    tenant_id: 'ten_01KAK7QW3ZC5V8M2N4P6R8T0XN',
    job_id: hasJob ? data.job_id : '',
    sequence: hasJob ? 1 : 0,
    data,
  };
}

/** `job.created` → `JobCreatedEvent`. */
const schemaName = (type: string): string =>
  `${type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`;
