/**
 * Descriptions stand at the schema, so that OpenAPI, the reference page and the generated clients say
 * the same. Each tells what a caller needs beyond name and type: meaning, unit, form, what null means.
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

/** An id of an answer: documented with its prefix, which is not validated. */
export const idOf = (prefix: string, what: string) =>
  z.string().meta({
    description: `Id of ${what}: \`${prefix}_\` and a ULID, so ids sort by creation.`,
    pattern: `^${prefix}_`,
  });

export const jobId = idOf('job', 'the job');
export const quoteId = idOf('q', 'the quote');
export const tenantId = idOf('ten', 'the tenant (organisation) that owns it');
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
  .describe(
    'Id of the site, as `GET /sites` lists it; the sandbox has fixed ones such as `cli-0`.',
  );
export const jobRef = z.string().meta({
  description:
    'Job reference for people: `SVC-` and 8 characters of Crockford base32. Usable wherever a path takes a job id.',
  pattern: '^SVC-[0-9A-Z]{8}$',
});
export const skuCode = z
  .string()
  .describe('SKU of the price book, e.g. `LAB-STD`; `GET /quotes` lists those that can be quoted.');
export const serviceName = z.string().describe('Name of the SKU for people, in English.');
export const unNumberText = z
  .string()
  .describe('UN number of dangerous goods, e.g. `UN3373`; empty when there are none.');
export const sealText = z
  .string()
  .describe('Number of the tamper seal: 4 to 32 capital letters, digits and hyphens.');
export const trackingUrl = z
  .url()
  .describe('Public tracking page of the job: opens without credentials, so treat it as a secret.');
export const digest = (of: string) => `SHA-256 of ${of}, as \`sha256:\` and 64 hex digits.`;
