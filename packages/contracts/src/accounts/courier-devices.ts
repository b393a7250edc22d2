/**
 * Courier devices: OAuth clients that hold a key instead of a secret.
 *
 * Terms
 * - **enrolment**: permission to register one device for one driver; an initial access token
 *   (RFC 7591), used once, valid for a day.
 * - **assertion**: a JWT that the device signs with its key to get an access token (RFC 7523).
 */
import { z } from 'zod';
import { command, query } from '../define.ts';
import { driverId, idOf } from '../description.ts';
import { byId, opaqueId, page, pageOf, requiredLine, timestamp } from '../primitives.ts';
import { issuedToken } from './credentials.ts';

export const courierDeviceId = idOf('cdv', "the courier's device");
const coordinate = z.string().regex(/^[\w-]{43}$/);

/** RFC 7518, section 6.2; a private half is refused, not dropped. */
export const devicePublicKey = z
  .strictObject({
    kty: z.literal('EC').describe('Kind of key: an elliptic curve.'),
    crv: z.literal('P-256').describe('Elliptic curve that ES256 signs with.'),
    x: coordinate.describe('X coordinate: 32 bytes, base64url.'),
    y: coordinate.describe('Y coordinate: 32 bytes, base64url.'),
  })
  .describe("The device's public key as JWK, RFC 7517.");
export type DevicePublicKey = z.infer<typeof devicePublicKey>;

export const courierDevice = z
  .object({
    object: z.literal('courier_device').describe("Names the resource: a courier's device."),
    id: courierDeviceId,
    driver_id: driverId,
    name: requiredLine(120).describe('Name that the device gave itself, up to 120 characters.'),
    key_thumbprint: z
      .string()
      .describe('SHA-256 thumbprint of its public key, base64url (RFC 7638).'),
    created_at: timestamp.describe('When it was enrolled, UTC.'),
    last_used_at: timestamp
      .nullable()
      .describe('When it last fetched a token, UTC, to the minute; null when it never did.'),
  })
  .describe("A courier's device, which signs with a key of its own.");

export type CourierDevice = z.infer<typeof courierDevice>;

export const deviceEnrolment = z
  .object({
    object: z.literal('device_enrolment').describe('Names the resource: a permission to enrol.'),
    driver_id: driverId,
    initial_access_token: z
      .string()
      .describe('Registers one device at `/oauth/register`; shown this once.'),
    expires_at: timestamp.describe('Until when it can be used, UTC: a day after it was made.'),
  })
  .describe('A permission to enrol one device for a driver, which is shown this once.');

/** `error` of `registerDevice` is one of RFC 6750 section 3.1 and RFC 7591 section 3.2.2. */
export const courierDeviceActions = {
  /** For tracking. A newer enrolment of the driver replaces one that was not used. */
  createDeviceEnrolment: command({
    input: z.object({ driver_id: opaqueId }),
    output: deviceEnrolment,
    refusals: ['carrier_only'],
    secret: true,
  }),
  /** By the initial access token alone; the same key again answers with the same device. */
  registerDevice: command({
    input: z.object({
      initial_access_token: z.string().max(200),
      name: requiredLine(120),
      public_key: devicePublicKey,
    }),
    output: z.union([
      z.object({ client_id: courierDeviceId, issued_at: timestamp }),
      z.object({ error: z.enum(['invalid_token', 'invalid_client_metadata']) }),
    ]),
    refusals: [],
  }),
  /** An access token with `ops:courier`; each assertion is good for one. */
  issueDeviceToken: command({
    input: z.object({
      /** Where the request names it: that of the assertion. */
      client_id: z.string().max(200).optional(),
      client_assertion: z.string().max(2_000),
      scope: z.string().max(2_000).optional(),
    }),
    output: issuedToken,
    refusals: [],
  }),
  /** Newest first; revoked ones are not among them. */
  listCourierDevices: query({
    input: z.object({
      driver_id: opaqueId.optional().describe('Only devices of this driver: `drv_…`.'),
      ...page,
    }),
    output: pageOf(courierDevice),
    refusals: [],
  }),
  /** Ends its tokens, too: at once where the hint arrives, within a minute everywhere. */
  removeCourierDevice: command({
    input: byId,
    output: z.object({
      id: courierDeviceId,
      object: z.literal('courier_device').describe("Names the resource: a courier's device."),
      deleted: z.literal(true).describe('Says that the device is revoked.'),
    }),
    refusals: ['courier_device_not_found'],
    issues: { 'id.invalid_format': 'courier_device_not_found' },
  }),
};
