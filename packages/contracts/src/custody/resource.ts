import { z } from 'zod';
import { custodyFact } from '../jobs/events.ts';
import { idChecks } from '../jobs/requests.ts';
import { timestamp } from '../primitives.ts';
import { coldChain } from '../tracking/cold-chain.ts';

export const hash = z.string().regex(/^sha256:[0-9a-f]{64}$/);

/** Exactly these members, always all present (decisions, Custody). No floats. */
export const custodyEvent = z.object({
  v: z.literal(1),
  job_id: z.string(),
  seq: z.int().min(1),
  at: timestamp,
  type: custodyFact.shape.type,
  by: z.string(),
  note: z.string().nullable(),
  seal: z.string().nullable(),
  position: z.object({ lat_e6: z.int(), lng_e6: z.int() }).nullable(),
  details: custodyFact.shape.details,
  prev_hash: hash,
  hash,
});
export type CustodyEvent = z.infer<typeof custodyEvent>;

/** Members of an event whose free text stays outside the chain. */
export const freeTextMembers = ['note', 'location'] as const;

/**
 * Free text of one event. `details.<member>_commitment` of the event is `hmac-sha256:` and the hex
 * HMAC-SHA-256 of the text (UTF-8, normal form C) under the salt's bytes. Erasure deletes text and
 * salt; the commitment stays.
 */
export const custodyText = z.object({
  seq: z.int().min(1),
  member: z.enum(freeTextMembers),
  text: z.string(),
  salt: z.string().regex(/^[0-9a-f]{64}$/),
});
export type CustodyText = z.infer<typeof custodyText>;

export const custodyRecord = z.object({
  job_id: z.string(),
  chain_hash: hash,
  events: z.array(custodyEvent),
  /** Notes and locations, until they are erased. Older chains contain theirs in the events. */
  texts: z.array(custodyText),
});

export const pod = z.object({
  job_id: z.string(),
  recipient: z.string(),
  otp_verified: z.boolean(),
  id_check: z.enum(idChecks),
  signature_url: z.url().nullable(),
  photo_url: z.url().nullable(),
  delivered_at: timestamp,
});

export const certificate = z.object({
  id: z.string(),
  object: z.literal('certificate'),
  type: z.enum(['proof_of_custody', 'proof_of_cold_chain']),
  job_id: z.string(),
  issued_at: timestamp,
  custody: z.object({ events: z.int(), seal: z.string().nullable(), chain_hash: hash }),
  verify_url: z.url(),
  /**
   * With POC- alone: whether the parcels had a range to keep, so that a PCC- follows. Absent in
   * older certificates.
   */
  cold_chain_expected: z.boolean().optional(),
  /** Other certificates of the same job. */
  related: z.array(z.string()),
  /** PCC- only: summary of the readings between collection and hand-over. */
  cold_chain: coldChain.optional(),
});
export type Certificate = z.infer<typeof certificate>;

export const signed = z.object({ certificate, certificate_jws: z.string() });

export const jwks = z.object({ keys: z.array(z.record(z.string(), z.unknown())) });

export const bundle = z.object({
  format: z.literal('svc.custody.bundle.v1'),
  job: z.object({ id: z.string(), ref: z.string() }),
  custody: custodyRecord,
  certificate: certificate.nullable(),
  certificate_jws: z.string().nullable(),
  /** The certificate of the cold chain, once it is issued. */
  cold_chain: signed.nullable(),
  jwks,
});
export type Bundle = z.infer<typeof bundle>;

/** Data of the public verification page, without personal data and places. */
export const publicProof = z.object({
  format: z.literal('svc.custody.proof.v1'),
  certificate,
  certificate_jws: z.string(),
  events: z.array(
    custodyEvent.pick({ seq: true, at: true, type: true, seal: true, prev_hash: true, hash: true }),
  ),
  /** Every hash was recomputed from the stored events, and the certificate covers this chain. */
  chain_intact: z.boolean(),
  /** The PCC- of the same job, once it is issued. */
  cold_chain_certificate: z.object({ id: z.string(), result: coldChain.shape.result }).nullable(),
  jwks,
});

export const storedFile = z.object({
  object: z.literal('file'),
  id: z.string(),
  kind: z.enum(['signature', 'photo']),
  sha256: z.string(),
  size: z.int(),
});
