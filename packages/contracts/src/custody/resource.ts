import { z } from 'zod';
import { digest, explained, jobId, jobRef } from '../description.ts';
import { custodyFact } from '../jobs/internals.ts';
import { idCheck } from '../jobs/requests.ts';
import { timestamp } from '../primitives.ts';
import { coldChain } from '../tracking/cold-chain.ts';

export const hash = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/)
  .describe(digest('the canonical JSON of the event, RFC 8785'));
const chainHash = hash.describe('Hash of the last event: it stands for the whole chain.');
const eventType = explained(custodyFact.shape.type, 'What happened.', {
  booked: 'the job was booked.',
  assigned: 'a driver and a vehicle were assigned.',
  collected: 'the parcels were collected and sealed.',
  scanned: 'they were scanned at a hand-off, or received by a laboratory (`details.reception`).',
  seal_broken: 'the seal was not the one that was expected.',
  temperature_excursion: 'they were out of their temperature range.',
  departed: 'they left for the drop-off site.',
  delivered: 'they were handed over.',
  delivery_failed: 'the hand-over failed.',
  returned: 'they were brought back.',
  cancelled: 'the job was cancelled.',
});
export const certificateJws = z
  .string()
  .describe('The certificate as a compact JWS, to be verified offline.');
const verifyUrl = z.url().describe('Public page that shows and checks the certificate.');

/** Exactly these members, always all present (decisions, Custody). No floats. */
export const custodyEvent = z
  .object({
    v: z.literal(1).describe('Version of the form of events.'),
    job_id: jobId,
    seq: z.int().min(1).describe('Number of the event in its chain, from 1, without gaps.'),
    at: timestamp.describe('When it happened, UTC.'),
    type: eventType,
    by: z
      .string()
      .describe('Role and pseudonymous id of who did it, e.g. `driver:drv_…`; never a name.'),
    note: z
      .string()
      .nullable()
      .describe('Remark of older chains; null since notes are in `texts`.'),
    seal: z.string().nullable().describe('Seal that was seen or put on; null where none was.'),
    position: z
      .object({
        lat_e6: z
          .int()
          .min(-90_000_000)
          .max(90_000_000)
          .describe('Latitude in millionths of a degree, north positive.'),
        lng_e6: z
          .int()
          .min(-180_000_000)
          .max(180_000_000)
          .describe('Longitude in millionths of a degree, east positive.'),
      })
      .nullable()
      .describe('Where it happened, WGS 84; null when unknown.'),
    details: custodyFact.shape.details.describe(
      'Further facts by name: strings, integers and booleans; null when there are none.',
    ),
    prev_hash: hash.describe('Hash of the event before; 64 zeros at the first.'),
    hash,
  })
  .describe('A link of the chain: what happened, and the hash of the event before.');
export type CustodyEvent = z.infer<typeof custodyEvent>;

/** Members of an event whose free text stays outside the chain. */
export const freeTextMembers = ['note', 'location'] as const;

/**
 * Free text of one event. `details.<member>_commitment` of the event is `hmac-sha256:` and the hex
 * HMAC-SHA-256 of the text (UTF-8, normal form C) under the salt's bytes. Erasure deletes text and
 * salt; the commitment stays.
 */
export const custodyText = z
  .object({
    seq: z.int().min(1).describe('Number of the event that the text belongs to.'),
    member: explained(z.enum(freeTextMembers), 'Which of its texts this is.', {
      note: 'its remark.',
      location: 'where it was scanned.',
    }),
    text: z.string().describe('The text; the event holds a commitment to it.'),
    salt: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe('Key of the commitment `hmac-sha256:`: 32 bytes in hex.'),
  })
  .describe('Free text of an event, kept outside of the chain so that it can be erased.');
export type CustodyText = z.infer<typeof custodyText>;

export const custodyRecord = z
  .object({
    job_id: jobId,
    chain_hash: chainHash,
    events: z.array(custodyEvent).describe('All events of the chain, oldest first.'),
    texts: z
      .array(custodyText)
      .describe(
        'Notes and locations, until they are erased; none that may name who took the parcels. Older chains have theirs in the events.',
      ),
  })
  .describe('The chain of custody of a job.');

export const pod = z
  .object({
    job_id: jobId,
    recipient: z.string().describe('Who took the parcels: name or desk. Personal data.'),
    otp_verified: z.boolean().describe('Whether the handover code was told and right.'),
    id_check: idCheck,
    signature_url: z
      .url()
      .nullable()
      .describe('Image of the signature, by a link that opens for 15 minutes; null without one.'),
    photo_url: z
      .url()
      .nullable()
      .describe('Photo of the hand-over, by a link that opens for 15 minutes; null without one.'),
    delivered_at: timestamp.describe('When the parcels were handed over, UTC.'),
  })
  .describe('Proof of delivery: who took the parcels, and how that was checked.');

const certificateTypes = ['proof_of_custody', 'proof_of_cold_chain'] as const;
export const certificateType = explained(z.enum(certificateTypes), 'What it certifies.', {
  proof_of_custody: 'who held the parcels when, under which seal.',
  proof_of_cold_chain: 'the temperatures between collection and hand-over.',
});

/** Signed with the certificate, so it cannot state the index: `proof_url` does. */
export const certificateLog = z.object({
  origin: z.string().describe('Name of the log: first line of its checkpoints.'),
  checkpoint_url: z.url().describe("The log's newest checkpoint, open to everybody."),
  proof_url: z
    .url()
    .describe('API address of the proof that it is logged, with its index in the log.'),
});
export type CertificateLog = z.infer<typeof certificateLog>;

export const certificate = z
  .object({
    id: z
      .string()
      .describe('Id of the certificate: `POC-` or `PCC-` and 10 characters of Crockford base32.'),
    object: z.literal('certificate').describe('Names the resource: a certificate.'),
    type: certificateType,
    job_id: jobId,
    issued_at: timestamp.describe('When it was signed, UTC.'),
    custody: z
      .object({
        events: z.int().min(0).describe('How many events of the chain it covers.'),
        seal: z.string().nullable().describe('Last seal of the job; null when there was none.'),
        chain_hash: chainHash,
      })
      .describe('The chain that it certifies.'),
    verify_url: verifyUrl,
    log: certificateLog
      .optional()
      .describe('Where it is logged; signed with it. Absent where it was issued before the log.'),
    cold_chain_expected: z
      .boolean()
      .optional()
      .describe('POC- only: whether a range was to be kept, so that a PCC- follows.'),
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
      .describe('Public keys as JWK, RFC 7517; find yours by the `kid` of the signature.'),
  })
  .describe('Public keys; inside a file they prove nothing about who signed.');

const loggedEntry = z
  .object({
    entry: z
      .string()
      .describe('The entry as it was hashed: canonical JSON (RFC 8785), whose `type` tells what.'),
    proof: z
      .string()
      .nullable()
      .describe('c2sp.org/tlog-proof; null until a published checkpoint covers the entry.'),
  })
  .describe('An entry of the log that is about this bundle.');
const bundleLog = z
  .object({
    origin: z.string().describe('Name of the log: first line of its checkpoints.'),
    checkpoint_url: z.url().describe("The log's newest checkpoint, open to everybody."),
    salt: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe("32 bytes in hex: `chain` of an entry is their HMAC-SHA-256 of the job's id."),
    entries: z
      .array(loggedEntry)
      .describe('Signing keys, the newest 32 heads of the chain, and certificates.'),
  })
  .describe('Entries of the transparency log for this chain, and proofs that they are in it.');

export const bundle = z
  .object({
    format: z.literal('svc.custody.bundle.v1').describe('Names the form of the file.'),
    job: z
      .object({ id: jobId, ref: jobRef })
      .describe('What the chain belongs to, by id and reference.'),
    custody: custodyRecord,
    certificate: certificate
      .nullable()
      .describe('Certificate of custody; null until it is issued.'),
    certificate_jws: certificateJws
      .nullable()
      .describe('The same as a compact JWS, to be verified offline; null until it is issued.'),
    cold_chain: signed
      .nullable()
      .describe('Certificate of the cold chain; null until it is issued, and without a range.'),
    jwks,
    log: bundleLog
      .nullable()
      .describe('What of it is logged, with proofs; null for a chain of before the log.'),
  })
  .describe('Chain, certificates and keys in one file, to be verified offline.');
export type Bundle = z.infer<typeof bundle>;

/** Without the salt, so that the entries of the chain are found by nobody else. */
const proofLog = bundleLog
  .omit({ salt: true })
  .extend({ entries: z.array(loggedEntry).describe('The signing key and the certificate.') })
  .describe(
    'Entries of the transparency log for this certificate, and proofs that they are in it.',
  );

/** Data of the public verification page, without personal data and places. */
export const publicProof = z
  .object({
    format: z.literal('svc.custody.proof.v1').describe('Names the form of the file.'),
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
      .describe('Whether every hash was recomputed, and the certificate covers this chain.'),
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
      .describe('What of it is logged, with proofs; null for a certificate of before the log.'),
  })
  .describe('What the public page of a certificate shows: the chain without people and places.');
export type PublicProof = z.infer<typeof publicProof>;

export const fileKind = explained(z.enum(['signature', 'photo']), 'What the image shows.', {
  signature: "the recipient's signature.",
  photo: 'the hand-over.',
});
export const storedFile = z
  .object({
    object: z.literal('file').describe('Names the resource: a file.'),
    id: z.string().describe('Id of the file, `file_…`: goes into the `deliver` milestone.'),
    kind: fileKind,
    sha256: z.string().describe('SHA-256 of the bytes, 64 hex digits.'),
    size: z.int().min(0).describe('How many bytes it has.'),
  })
  .describe('An image that belongs to the hand-over of a job.');
