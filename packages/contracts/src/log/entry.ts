/**
 * Entries of the log. Public for ever: hashes and times only, under salts and signatures that nobody
 * can guess. The bytes of an entry are its canonical JSON (RFC 8785).
 */
import { z } from 'zod';
import { timestamp } from '../primitives.ts';

const chain = z
  .string()
  .regex(/^hmac-sha256:[0-9a-f]{64}$/)
  .describe(
    "HMAC-SHA-256 of the job id under a random salt that only the chain's bundle contains.",
  );
const sha256 = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const version = { v: z.literal(1) };

export const logEntry = z.discriminatedUnion('type', [
  /** Head of a chain at a hand-over or at certification. `at` is the time of its last event. */
  z.strictObject({
    ...version,
    type: z.literal('chain'),
    chain,
    events: z.int().min(1),
    head: sha256,
    at: timestamp,
  }),
  /** `certificate` is the SHA-256 of the compact JWS; `at` is its time of issue. */
  z.strictObject({
    ...version,
    type: z.literal('certificate'),
    certificate: sha256,
    at: timestamp,
  }),
  /** Personal data of the chain was erased. */
  z.strictObject({ ...version, type: z.literal('erasure'), chain, at: timestamp }),
  /** A key that signs certificates: its JWK thumbprint (RFC 7638), and when it was created. */
  z.strictObject({
    ...version,
    type: z.literal('key'),
    thumbprint: z.string().regex(/^[\w-]{43}$/),
    at: timestamp,
  }),
]);
export type LogEntry = z.infer<typeof logEntry>;
