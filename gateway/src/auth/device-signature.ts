/**
 * Signed actions of couriers' devices (docs/architecture/custody.md): this device signed this very
 * request. Whether it is the action that was meant is for the service that owns the job.
 */
import type { ErrorCode, SignedAction } from '@svc/contracts';
import {
  bodyDigest,
  deviceSignatureMax,
  openDeviceSignature,
} from '@svc/proof/verify/device-signature';
import type { FastifyRequest } from 'fastify';
import type { JsonObject } from '../endpoint/body.ts';
import { headerText } from '../problem/headers.ts';
import { type Problem, problem } from '../problem/problem.ts';
import type { ApiCaller } from './caller.ts';

const signatureHeader = 'device-signature';
const saltHeader = 'device-salt';

export type DeviceCheck = { device?: SignedAction } | { problem: Problem };

/** Clients without a key send neither header: a signature that nothing checks is refused. */
export async function checkDevice(
  { headers }: Pick<FastifyRequest, 'headers'>,
  caller: ApiCaller,
  body: JsonObject,
): Promise<DeviceCheck> {
  const { keyThumbprint } = caller;
  const jws = headerText(headers[signatureHeader]);
  const salt = headerText(headers[saltHeader]);
  if (keyThumbprint === undefined) {
    return jws === undefined && salt === undefined
      ? {}
      : invalid('the token is not bound to the key of a device');
  }
  if (jws === undefined || salt === undefined) {
    return refused('device_signature_required', `Send ${signatureHeader} and ${saltHeader}.`);
  }
  const opened = await openDeviceSignature(jws);
  if ('fault' in opened) return invalid(opened.fault);
  const { claims, thumbprint } = opened;
  if (thumbprint !== keyThumbprint) return invalid('its key is not the one of the token');
  if (claims.iss !== caller.actor) return invalid('`iss` is not the device of the token');
  if (claims.jti !== headerText(headers['idempotency-key'])) {
    return invalid('`jti` is not the Idempotency-Key');
  }
  if (!/^[0-9a-f]{64}$/.test(salt)) return invalid(`${saltHeader} is not 64 hex digits`);
  if (bodyDigest(salt, body) !== claims.body) return invalid('`body` is not that of this request');
  const { iss: device_id, body: _salted, ...action } = claims;
  return { device: { device_id, device_key: thumbprint, signature: jws, ...action } };
}

const refused = (code: ErrorCode, detail: string) => ({ problem: problem(code, { detail }) });
const invalid = (fault: string) =>
  refused('invalid_device_signature', `The signature of the device is refused: ${fault}.`);

const parameter = (name: string, description: string, schema: object) => ({
  ...{ name, in: 'header', required: false, description },
  schema: { type: 'string', ...schema },
});

/** Parameters in the OpenAPI document. */
export const deviceParameters = [
  parameter(
    'Device-Signature',
    "Required of a courier's device, refused of other clients: compact JWS, ES256, `typ` `svc-action+jwt`, with the public key as `jwk`. Claims: `iss` (the device), `jti` (the Idempotency-Key), `job_id` (`-` for positions), `action` (the milestone's `type`, or `incident`, or `positions`), `at` (that of the body, or of the last position), `device_at` (by the device's clock), `seal` (upper-cased, or null), `files` (`sha256:` digests of signature and photo, in this order), `body` (`hmac-sha256:` digest of the body's canonical JSON, RFC 8785, under the salt).",
    { maxLength: deviceSignatureMax },
  ),
  parameter(
    'Device-Salt',
    'With `Device-Signature`: 32 random bytes in hex, new for each request. The key of `body`, not stored, so that the input of `body` cannot be guessed.',
    { pattern: '^[0-9a-f]{64}$' },
  ),
];
