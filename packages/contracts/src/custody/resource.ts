import { z } from 'zod';
import { explained, jobId, jobRef, objectType } from '../description.ts';
import { idCheck } from '../jobs/requests.ts';
import { timestamp } from '../primitives.ts';
import { coldChain, disposition } from '../tracking/cold-chain.ts';
import { custodyEvent, hash } from './chain-event.ts';

const chainHash = hash.describe('Hash of the last event, which commits to the whole chain.');
export const certificateJws = z
  .string()
  .describe('The certificate as a compact JWS, for offline verification.');
const verifyUrl = z.url().describe('Public page that shows and verifies the certificate.');

/** Event members whose free text is stored outside the chain. */
export const freeTextMembers = ['note', 'location'] as const;

/**
 * Free text of one event. `details.<member>_commitment` of the event is `hmac-sha256:` and the hex
 * HMAC-SHA-256 of the text (UTF-8, normal form C), keyed with the salt's bytes. Erasure deletes
 * text and salt; the commitment remains.
 */
export const custodyText = z
  .object({
    seq: z.int().min(1).describe('Number of the event that the text belongs to.'),
    member: explained(z.enum(freeTextMembers), 'Which text of the event this is.', {
      note: 'the note.',
      location: 'the scan location.',
    }),
    text: z.string().describe('The text; the event holds a commitment to it.'),
    salt: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe('Key of the commitment: 32 bytes in hex.'),
  })
  .describe('Free text of an event, stored outside the chain so that it can be erased.');
export type CustodyText = z.infer<typeof custodyText>;

export const custodyRecord = z
  .object({
    job_id: jobId,
    chain_hash: chainHash,
    events: z.array(custodyEvent).describe('All events of the chain, oldest first.'),
    texts: z
      .array(custodyText)
      .describe(
        'Notes and locations, until they are erased; texts that may name the recipient are omitted. Older chains hold theirs in the events.',
      ),
  })
  .describe('The chain of custody of a job.');

export const pod = z
  .object({
    job_id: jobId,
    recipient: z.string().describe('Person or desk that received the parcels. Personal data.'),
    otp_verified: z.boolean().describe('Whether the courier entered the correct handover code.'),
    id_check: idCheck,
    signature_url: z
      .url()
      .nullable()
      .describe('Image of the signature, by a link valid for 15 minutes; null if there is none.'),
    photo_url: z
      .url()
      .nullable()
      .describe('Photo of the hand-over, by a link valid for 15 minutes; null if there is none.'),
    delivered_at: timestamp.describe('When the parcels were handed over, UTC.'),
  })
  .describe('Proof of delivery: the recipient, and how the recipient was checked.');

const certificateTypes = ['proof_of_custody', 'proof_of_cold_chain'] as const;
export const certificateType = explained(
  z.enum(certificateTypes),
  'What the certificate attests.',
  {
    proof_of_custody: 'who held the parcels when, and under which seal.',
    proof_of_cold_chain: 'the temperatures between collection and hand-over.',
  },
);

/** Signed with the certificate, so it cannot contain the index: `proof_url` does. */
export const certificateLog = z.object({
  origin: z.string().describe('Origin of the log: first line of its checkpoints.'),
  checkpoint_url: z.url().describe('Latest checkpoint of the log. Public.'),
  proof_url: z.url().describe('API URL of the inclusion proof, with the index in the log.'),
});
export type CertificateLog = z.infer<typeof certificateLog>;

export const certificate = z
  .object({
    id: z
      .string()
      .describe('Id of the certificate: `POC-` or `PCC-` and 10 characters of Crockford base32.'),
    object: objectType('certificate'),
    type: certificateType,
    job_id: jobId,
    issued_at: timestamp.describe('When the certificate was signed, UTC.'),
    custody: z
      .object({
        events: z.int().min(0).describe('Number of chain events that the certificate covers.'),
        seal: z.string().nullable().describe('Last seal of the job; null if there was none.'),
        chain_hash: chainHash,
      })
      .describe('The certified chain.'),
    verify_url: verifyUrl,
    log: certificateLog
      .optional()
      .describe(
        'Log entry of the certificate, covered by its signature. Absent if issued before the log existed.',
      ),
    cold_chain_expected: z
      .boolean()
      .optional()
      .describe('POC- only: whether a temperature range applies, so that a PCC- follows.'),
    dispositions: z
      .array(
        z.object({
          disposition,
          at: timestamp.describe('When it was decided, UTC.'),
        }),
      )
      .optional()
      .describe('PCC- only: decisions on contents that were out of range, in their order.'),
    related: z.array(z.string()).describe('Ids of the other certificates of the same job.'),
    cold_chain: coldChain
      .optional()
      .describe('PCC- only: summary of the readings between collection and hand-over.'),
  })
  .describe("The carrier's signed statement about a finished job.");
export type Certificate = z.infer<typeof certificate>;

export const signed = z
  .object({ certificate, certificate_jws: certificateJws })
  .describe('A certificate with its signature.');

export const jwks = z
  .object({
    keys: z
      .array(z.record(z.string(), z.unknown()))
      .describe('Public keys as JWK (RFC 7517). Select yours by the `kid` of the signature.'),
  })
  .describe('Public keys. Keys inside a file do not prove who signed.');

const loggedEntry = z
  .object({
    entry: z.string().describe('The hashed entry: canonical JSON (RFC 8785); `type` is its kind.'),
    proof: z
      .string()
      .nullable()
      .describe('c2sp.org/tlog-proof; null until a published checkpoint covers the entry.'),
  })
  .describe('A log entry about this bundle.');
const bundleLog = z
  .object({
    origin: z.string().describe('Origin of the log: first line of its checkpoints.'),
    checkpoint_url: z.url().describe('Latest checkpoint of the log. Public.'),
    salt: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe('32 bytes in hex, the key for `chain` of an entry: HMAC-SHA-256 of the job id.'),
    entries: z
      .array(loggedEntry)
      .describe('Signing keys, the newest 32 heads of the chain, and certificates.'),
  })
  .describe('Log entries for this chain, with inclusion proofs.');

export const bundle = z
  .object({
    format: z
      .literal('svc.custody.bundle.v1')
      .describe('Always `svc.custody.bundle.v1`, the format.'),
    job: z.object({ id: jobId, ref: jobRef }).describe('Job of the chain, by id and reference.'),
    custody: custodyRecord,
    certificate: certificate.nullable().describe('Certificate of custody; null until issued.'),
    certificate_jws: certificateJws
      .nullable()
      .describe(
        'The certificate as a compact JWS, for offline verification; null until it is issued.',
      ),
    cold_chain: signed
      .nullable()
      .describe('Certificate of the cold chain; null until it is issued, or if no range applies.'),
    jwks,
    log: bundleLog
      .nullable()
      .describe('Log entries of the chain, with proofs; null for a chain older than the log.'),
  })
  .describe('Chain, certificates and keys in one file, for offline verification.');
export type Bundle = z.infer<typeof bundle>;

/** Omits the salt, so that outsiders cannot find the entries of the chain. */
const proofLog = bundleLog
  .omit({ salt: true })
  .extend({ entries: z.array(loggedEntry).describe('The signing key and the certificate.') })
  .describe('Log entries for this certificate, with inclusion proofs.');

/** Data of the public verification page, without personal data and places. */
export const publicProof = z
  .object({
    format: z
      .literal('svc.custody.proof.v1')
      .describe('Always `svc.custody.proof.v1`, the format.'),
    certificate,
    certificate_jws: certificateJws,
    events: z
      .array(
        custodyEvent.pick({
          seq: true,
          at: true,
          type: true,
          seal: true,
          prev_hash: true,
          hash: true,
        }),
      )
      .describe('All events of the chain, oldest first, without people and places.'),
    chain_intact: z
      .boolean()
      .describe('Whether every hash was recomputed and the certificate covers this chain.'),
    cold_chain_certificate: z
      .object({
        id: z.string().describe('Id of the certificate: `PCC-` and 10 characters.'),
        result: coldChain.shape.result,
      })
      .nullable()
      .describe('Certificate of the cold chain of the same job; null until it is issued.'),
    jwks,
    log: proofLog
      .nullable()
      .describe(
        'Log entries of the certificate, with proofs; null for a certificate older than the log.',
      ),
  })
  .describe('Content of the public certificate page: the chain without people and places.');
export type PublicProof = z.infer<typeof publicProof>;

export const fileKind = explained(z.enum(['signature', 'photo']), 'What the image shows.', {
  signature: "the recipient's signature.",
  photo: 'the hand-over.',
});
export const storedFile = z
  .object({
    object: objectType('file'),
    id: z.string().describe('Id of the file, `file_…`. Pass it in the `deliver` milestone.'),
    kind: fileKind,
    sha256: z.string().describe('SHA-256 of the bytes, 64 hex digits.'),
    size: z.int().min(0).describe('Size of the file in bytes.'),
  })
  .describe('An image for the hand-over of a job.');
