/**
 * Actions signed by a courier's device (docs/architecture/custody.md).
 *
 * The gateway verifies that the device signed the request: key, Idempotency-Key and body. The signed
 * content is passed to the service that owns the job, which verifies that it describes this action.
 */
import { z } from 'zod';
import { opaqueId } from '../primitives.ts';

const signedAction = z.object({
  device_id: opaqueId,
  /** Thumbprint of the device's key, RFC 7638. */
  device_key: z.string().max(43),
  /** Compact JWS. */
  signature: z.string().max(4_096),
  /** The Idempotency-Key of the request. */
  jti: z.string().max(255),
  /** `-` for positions. */
  job_id: z.string().max(255),
  /** Type of the milestone, `incident` or `positions`. */
  action: z.string().max(255),
  /** RFC 3339: server time as estimated by the device, and its own clock. */
  at: z.string().max(64),
  device_at: z.string().max(64),
  seal: z.string().max(255).nullable(),
  /** `sha256:` and hex digits: digest of the signature image, then of the photo. */
  files: z.array(z.string().max(71)).max(2),
});
export type SignedAction = z.infer<typeof signedAction>;

/** The courier's side of a request: driver and device; set by the gateway. */
export const courierFields = {
  /** The driver of the device. */
  courier_id: opaqueId.optional(),
  /** Absent if the client has a secret instead of a key. */
  device: signedAction.optional(),
};

/** For requests by a device that holds a key. */
export const deviceRefusals = ['device_signature_required', 'invalid_device_signature'] as const;
