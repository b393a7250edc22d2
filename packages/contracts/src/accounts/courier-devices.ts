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
import { driverId, idOf, objectType } from '../description.ts';
import { byId, opaqueId, page, pageOf, requiredLine, timestamp } from '../primitives.ts';
import { issuedToken } from './credentials.ts';

export const courierDeviceId = idOf('cdv', "the courier's device");
const coordinate = z.string().regex(/^[\w-]{43}$/);

/** RFC 7518, section 6.2; a key with a private part is refused. */
export const devicePublicKey = z
  .strictObject({
    kty: z.literal('EC').describe('Key type. Always `EC`.'),
    crv: z.literal('P-256').describe('Curve of the key. Always `P-256`.'),
    x: coordinate.describe('X coordinate: 32 bytes in base64url.'),
    y: coordinate.describe('Y coordinate: 32 bytes in base64url.'),
  })
  .describe('Public key of the device as JWK (RFC 7517).');
export type DevicePublicKey = z.infer<typeof devicePublicKey>;

export const courierDevice = z
  .object({
    object: objectType('courier_device'),
    id: courierDeviceId,
    driver_id: driverId,
    name: requiredLine(120).describe('Name that the device chose, up to 120 characters.'),
    key_thumbprint: z.string().describe('SHA-256 thumbprint of its key in base64url (RFC 7638).'),
    created_at: timestamp.describe('When the device was enrolled, UTC.'),
    last_used_at: timestamp
      .nullable()
      .describe('When the device last fetched a token, UTC, to the minute; null if never.'),
  })
  .describe("A courier's device that signs with its own key.");

export type CourierDevice = z.infer<typeof courierDevice>;

export const deviceEnrolment = z
  .object({
    object: objectType('device_enrolment'),
    driver_id: driverId,
    initial_access_token: z
      .string()
      .describe(
        'Initial access token: registers one device at `/oauth/register`. Returned only once.',
      ),
    expires_at: timestamp.describe('When the token expires, UTC: one day after its creation.'),
  })
  .describe('Permission to enrol one device for a driver. The token is returned only once.');

/** `error` of `registerDevice` is one of RFC 6750 section 3.1 and RFC 7591 section 3.2.2. */
export const courierDeviceActions = {
  /** For tracking. A newer enrolment of the driver replaces an unused one. */
  createDeviceEnrolment: command({
    input: z.object({ driver_id: opaqueId }),
    output: deviceEnrolment,
    refusals: ['carrier_only'],
    secret: true,
  }),
  /** Authenticated by the initial access token only; the same key again returns the same device. */
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
  /** Issues an access token with `ops:courier`; each assertion can be used once. */
  issueDeviceToken: command({
    input: z.object({
      /** The assertion's client, if the request names it. */
      client_id: z.string().max(200).optional(),
      client_assertion: z.string().max(2_000),
      scope: z.string().max(2_000).optional(),
    }),
    output: issuedToken,
    refusals: [],
  }),
  /** For tracking, of a driver who is retired: clients, devices and a pending enrolment. */
  revokeDriverAccess: command({
    input: z.object({ driver_id: opaqueId }),
    output: z.object({ client_ids: z.array(z.string()).describe('Clients that it revoked.') }),
    refusals: [],
  }),
  /** Newest first, without revoked ones. */
  listCourierDevices: query({
    input: z.object({
      driver_id: opaqueId.optional().describe('Only devices of this driver: `drv_…`.'),
      ...page,
    }),
    output: pageOf(courierDevice),
    refusals: [],
  }),
  /** Also ends its tokens: immediately where the hint arrives, within a minute everywhere. */
  removeCourierDevice: command({
    input: byId,
    output: z.object({
      id: courierDeviceId,
      object: objectType('courier_device'),
      deleted: z.literal(true).describe('Always `true`: the device was revoked.'),
    }),
    refusals: ['courier_device_not_found'],
    issues: { 'id.invalid_format': 'courier_device_not_found' },
  }),
};
