/**
 * Descriptions live in the schema, so that OpenAPI, the reference page and the generated clients
 * agree. Each adds what name and type do not say: meaning, unit, format, meaning of null.
 */
import { z } from 'zod';

/** Describes an enum and each of its values; a value without a meaning does not compile. */
export const explained = <S extends z.ZodEnum>(
  values: S,
  about: string,
  meanings: Readonly<Record<z.output<S> & string, string>>,
): S => {
  const list = Object.entries(meanings).map(([value, meaning]) => `- \`${value}\`: ${meaning}`);
  return values.describe(`${about}\n\n${list.join('\n')}`);
};

/** The `object` of a resource: names its type. */
export const objectType = <T extends string>(name: T) =>
  z.literal(name).describe(`Object type. Always \`${name}\`.`);

/** An id in a response: documented with its prefix, which is not validated. */
export const idOf = (prefix: string, what: string) =>
  z.string().meta({
    description: `Id of ${what}: \`${prefix}_\` and a ULID. Ids sort by creation time.`,
    pattern: `^${prefix}_`,
  });

export const jobId = idOf('job', 'the job');
export const quoteId = idOf('q', 'the quote');
export const tenantId = idOf('ten', 'the organisation (tenant) that owns it');
export const webhookId = idOf('wh', 'the webhook endpoint');
export const eventId = idOf('evt', 'the event');
export const driverId = idOf('drv', 'the driver');
export const vehicleId = idOf('veh', 'the vehicle');
export const orderId = idOf('po', 'the partner order');
export const routeId = idOf('rt', 'the route');
export const manifestId = idOf('mf', 'the manifest');
export const invoiceId = idOf('inv', 'the invoice');
export const incidentId = idOf('inc', 'the incident');
export const userId = idOf('usr', 'the user');
export const clientId = idOf('cli', 'the OAuth client');

export const siteId = z
  .string()
  .describe('Id of the site, from `GET /sites`. The sandbox has fixed ids such as `cli-0`.');
export const jobRef = z.string().meta({
  description:
    'Human-readable job reference: `SVC-` and 8 characters of Crockford base32. Accepted wherever a path takes a job id.',
  pattern: '^SVC-[0-9A-Z]{8}$',
});
export const skuCode = z
  .string()
  .describe(
    'SKU of the price book, e.g. `LAB-STD`; `GET /quotes` lists the SKUs that can be quoted.',
  );
export const serviceName = z.string().describe('Display name of the SKU, in English.');
export const unNumberText = z
  .string()
  .describe('UN number of dangerous goods, e.g. `UN3373`; empty if there are none.');
export const sealText = z
  .string()
  .describe('Number of the tamper seal: 4 to 32 capital letters, digits and hyphens.');
export const trackingUrl = z
  .url()
  .describe(
    'Public tracking page of the job. It opens without credentials: treat the URL as a secret.',
  );
export const digest = (of: string) => `SHA-256 of ${of}, as \`sha256:\` and 64 hex digits.`;
