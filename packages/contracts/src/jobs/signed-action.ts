/**
 * Actions that a courier's device signs (docs/architecture/custody.md).
 *
 * The gateway checks that the device signed the request: key, Idempotency-Key and body. What of it
 * was signed goes on to the service that owns the job, which checks that it is this action.
 */
import { z } from 'zod';
import { opaqueId } from '../primitives.ts';

const signedAction = z.object({
  device_id: opaqueId,
  /** Thumbprint of its key, RFC 7638. */
  device_key: z.string().max(43),
  /** Compact JWS. */
  signature: z.string().max(4_096),
  /** The Idempotency-Key of the request. */
  jti: z.string().max(255),
  job_id: z.string().max(255),
  /** Type of the milestone, or `incident`. */
  action: z.string().max(255),
  /** RFC 3339, server time as the device reckons it, and by its own clock. */
  at: z.string().max(64),
  device_at: z.string().max(64),
  seal: z.string().max(255).nullable(),
  /** `sha256:` and hex digits: of the signature, then of the photo. */
  files: z.array(z.string().max(71)).max(2),
});
export type SignedAction = z.infer<typeof signedAction>;

/** The courier's side of a request: driver and device; set by the gateway. */
export const courierFields = {
  /** The driver whose device it is. */
  courier_id: opaqueId.optional(),
  /** Absent where the client has a secret instead of a key. */
  device: signedAction.optional(),
};

/** Of requests by a device that holds a key. */
export const deviceRefusals = ['device_signature_required', 'invalid_device_signature'] as const;
