/**
 * Custody: the chain of who held what when, proof of delivery, certificates, files.
 *
 * Terms
 * - **chain**: the custody events of one job, each carrying the hash of the one before it.
 * - **proof of delivery** (POD): what the hand-over left behind.
 * - **certificate**: the carrier's signed word for a finished chain; POC- for proof of custody, PCC-
 *   for proof of cold chain, which may cover events that were decided after the hand-over.
 * - **bundle**: chain, certificate and keys in one file, to be verified by somebody who trusts nobody.
 * - **signed link**: an address that opens one file for a short time, without a credential.
 */
import { z } from 'zod';
import { command, defineContract, event, query } from './define.ts';
import { custodyFact, idChecks } from './operations.ts';
import { empty, opaqueId, requiredText, timestamp } from './primitives.ts';
import { coldChain } from './telemetry.ts';

const hash = z.string().regex(/^sha256:[0-9a-f]{64}$/);

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

export const custodyRecord = z.object({
  job_id: z.string(),
  chain_hash: hash,
  events: z.array(custodyEvent),
});

/** How far the pages before went in the chain, and how far it went when they began: `7-900`. */
const startingAfter = z
  .string()
  .regex(/^\d{1,9}-\d{1,9}$/)
  .optional();
/** A chain may be longer than a message; `next` is the `starting_after` of what follows. */
const pageOfChain = { next: z.string().nullable() };

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
  /** Other certificates of the same job. */
  related: z.array(z.string()),
  /** With PCC- alone: what the readings between collection and hand-over show. */
  cold_chain: coldChain.optional(),
});
export type Certificate = z.infer<typeof certificate>;

const signed = z.object({ certificate, certificate_jws: z.string() });

const jwks = z.object({ keys: z.array(z.record(z.string(), z.unknown())) });

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

/** The public verification page: nothing personal, nothing that names a place. */
export const publicProof = z.object({
  certificate,
  certificate_jws: z.string(),
  events: z.array(
    custodyEvent.pick({ seq: true, at: true, type: true, seal: true, prev_hash: true, hash: true }),
  ),
  chain_intact: z.boolean(),
  jwks,
});

export const storedFile = z.object({
  object: z.literal('file'),
  id: z.string(),
  kind: z.enum(['signature', 'photo']),
  sha256: z.string(),
  size: z.int(),
});

const jobIssues = { 'id.invalid_format': 'job_not_found' } as const;
const certificateIssues = { 'id.invalid_format': 'certificate_not_found' } as const;

export const custody = defineContract({
  name: 'custody',
  actions: {
    /** Waits up to 2 s until the chain has the job's latest event. */
    record: query({
      input: z.object({ id: opaqueId, starting_after: startingAfter }),
      output: custodyRecord.extend(pageOfChain),
      refusals: ['job_not_found'],
      issues: jobIssues,
    }),
    pod: query({
      input: z.object({ id: opaqueId }),
      output: pod,
      refusals: ['job_not_found', 'pod_pending'],
      issues: jobIssues,
    }),
    /** By certificate id, or by the id of a delivered job. */
    certificate: query({
      input: z.object({ id: opaqueId }),
      output: certificate,
      refusals: ['certificate_not_found', 'certificate_pending'],
      issues: certificateIssues,
    }),
    /** The same as a JWS (compact), for offline verification. */
    certificateJws: query({
      input: z.object({ id: opaqueId }),
      output: z.object({ jws: z.string() }),
      refusals: ['certificate_not_found', 'certificate_pending'],
      issues: certificateIssues,
    }),
    bundle: query({
      input: z.object({ id: opaqueId, starting_after: startingAfter }),
      output: bundle.extend(pageOfChain),
      refusals: ['job_not_found'],
      issues: jobIssues,
    }),
    /** Public keys of certificates; retired ones stay for ever. */
    certificateKeys: query({ input: empty, output: jwks, refusals: [] }),
    rotateCertificateKey: command({
      input: empty,
      output: z.object({ kid: z.string() }),
      refusals: [],
    }),
    /** For tracking: the certificate that the readings of a job were signed with, and its key. */
    coldChainCertificate: query({
      input: z.object({ id: opaqueId }),
      output: signed.extend({ jwks }),
      refusals: ['certificate_not_found', 'certificate_pending'],
      issues: certificateIssues,
    }),
    publicProof: query({
      input: z.object({ id: opaqueId }),
      output: publicProof,
      refusals: ['certificate_not_found'],
      issues: certificateIssues,
    }),

    /**
     * For a person's right to erasure, by the operator: name, salt and files of a hand-over are gone
     * for good; the chain stays whole, for it holds none of them.
     */
    eraseProof: command({
      input: z.object({ id: opaqueId }),
      output: z.object({ job_id: z.string() }),
      refusals: ['job_not_found', 'pod_pending'],
      issues: jobIssues,
    }),

    /** Files a photo or signature of a hand-over; the bytes lie in file storage under `storage_key`. */
    fileProof: command({
      input: z.object({
        job_id: opaqueId,
        courier_id: opaqueId.optional(),
        kind: z.enum(['signature', 'photo']),
        storage_key: requiredText(200),
        media_type: z.enum(['image/png', 'image/jpeg']),
      }),
      output: storedFile,
      refusals: ['job_not_found', 'invalid_file', 'payload_too_large'],
      issues: { 'job_id.invalid_format': 'job_not_found' },
    }),
    /** For jobs: which of these ids are files of the job, with kind and digest. */
    filesOf: query({
      input: z.object({ job_id: opaqueId, file_ids: z.array(opaqueId).max(10) }),
      output: z.object({ files: z.array(storedFile) }),
      refusals: [],
    }),
    /** For files that are opened later: links that live for 90 days, unless they are revoked. */
    longLinks: query({
      input: z.object({ id: opaqueId }),
      output: pod.pick({ signature_url: true, photo_url: true }).extend({ expires_at: timestamp }),
      refusals: ['job_not_found', 'pod_pending'],
      issues: jobIssues,
    }),
    /** By the operator: no link to a file of the job opens any more; new ones do. */
    revokeLinks: command({
      input: z.object({ id: opaqueId }),
      output: z.object({ job_id: z.string() }),
      refusals: ['job_not_found', 'pod_pending'],
      issues: jobIssues,
    }),
    /** For the gateway: what lies behind a signed link. */
    fileByLink: query({
      input: z.object({ link: z.string().max(500) }),
      output: z.object({ storage_key: z.string(), media_type: z.string() }),
      refusals: ['file_not_found'],
    }),
  },
  events: {
    'pod.available': event(
      z.object({ job_id: z.string(), ref: z.string(), pod_url: z.url() }),
      empty,
    ),
    'certificate.issued': event(
      z.object({
        job_id: z.string(),
        ref: z.string(),
        certificate_id: z.string(),
        type: certificate.shape.type,
        verify_url: z.url(),
      }),
      empty,
    ),
  },
});
