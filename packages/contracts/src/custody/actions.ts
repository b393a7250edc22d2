import { z } from 'zod';
import { command, query } from '../define.ts';
import { deskCustody } from '../jobs/desk.ts';
import {
  byId,
  empty,
  exampleSubject,
  opaqueId,
  requiredLine,
  storageUse,
  timestamp,
} from '../primitives.ts';
import { deskChain, openedProof, openingReason, proofPart } from './desk.ts';
import {
  bundle,
  certificate,
  custodyRecord,
  fileKind,
  jwks,
  pod,
  publicProof,
  signed,
  storedFile,
} from './resource.ts';

/**
 * Cursor: the position reached in the chain, and the chain's length when paging began: `7-900`.
 * After the last event it counts texts: `t12-900`.
 */
const startingAfter = z
  .string()
  .regex(/^t?\d{1,9}-\d{1,9}$/)
  .optional();
/**
 * A chain may exceed a bus message: pages of events, then pages of texts. Pass `next` as
 * `starting_after`; `texts_from` is the offset of this page's texts, null while events are paged.
 */
const pageOfChain = {
  next: z.string().nullable(),
  texts_from: z.int().min(0).nullable(),
};

const jobIssues = { 'id.invalid_format': 'job_not_found' } as const;
const certificateIssues = { 'id.invalid_format': 'certificate_not_found' } as const;

export const custodyActions = {
  /** Waits up to 2 s for the job's latest event to be in the chain. */
  record: query({
    input: z.object({ id: opaqueId, starting_after: startingAfter }),
    output: custodyRecord.extend(pageOfChain),
    refusals: ['job_not_found'],
    issues: jobIssues,
  }),
  pod: query({
    input: byId,
    output: pod,
    refusals: ['job_not_found', 'pod_pending'],
    issues: jobIssues,
  }),
  /** By certificate id, or by the id of a delivered job. */
  certificate: query({
    input: byId,
    output: certificate,
    refusals: ['certificate_not_found', 'certificate_pending'],
    issues: certificateIssues,
  }),
  /** The certificate as a compact JWS, for offline verification. */
  certificateJws: query({
    input: byId,
    output: z.object({ jws: z.string() }),
    refusals: ['certificate_not_found', 'certificate_pending'],
    issues: certificateIssues,
  }),
  /** Inclusion proof of the certificate, as tlog-proof. */
  certificateProof: query({
    input: byId,
    output: z.object({ proof: z.string() }),
    refusals: ['certificate_not_found', 'certificate_pending', 'proof_pending'],
    issues: certificateIssues,
  }),
  bundle: query({
    input: z.object({ id: opaqueId, starting_after: startingAfter }),
    output: bundle.extend(pageOfChain),
    refusals: ['job_not_found'],
    issues: jobIssues,
  }),
  /** Public keys of certificates, including all retired ones. */
  certificateKeys: query({ input: empty, output: jwks, refusals: [] }),
  rotateCertificateKey: command({
    input: empty,
    output: z.object({ kid: z.string() }),
    refusals: [],
  }),
  /** For tracking: the certificate that sealed the readings of a job, and its key. */
  coldChainCertificate: query({
    input: byId,
    output: signed.extend({ jwks }),
    refusals: ['certificate_not_found', 'certificate_pending'],
    issues: certificateIssues,
  }),
  /** For the tracking page: ids of a job's certificates, without their content. */
  issuedCertificates: query({
    input: z.object({ tenant_id: opaqueId, job_id: opaqueId }),
    output: z.object({
      certificates: z.array(certificate.pick({ id: true, type: true, verify_url: true })),
    }),
    refusals: [],
  }),
  /** For jobs, which shows it to the control desk: for a job of any tenant. */
  deskCustody: query({
    input: z.object({ tenant_id: opaqueId, job_id: opaqueId }),
    output: deskCustody,
    refusals: [],
  }),
  /**
   * Verified chain of any tenant's job, for programs of the carrier. The first page verifies the
   * whole chain; later pages continue its events.
   */
  chainForDesk: query({
    input: z.object({ id: opaqueId, starting_after: startingAfter }),
    output: deskChain.extend({ next: pageOfChain.next }),
    refusals: ['job_not_found'],
    issues: jobIssues,
  }),
  /** Bundle of any tenant's job, for the carrier's desk, which verifies it. */
  bundleForDesk: query({
    input: z.object({ id: opaqueId, starting_after: startingAfter }),
    output: bundle.extend(pageOfChain),
    refusals: ['job_not_found'],
    issues: jobIssues,
  }),
  /**
   * Proof of delivery of any tenant's job for the carrier's desk, and the file to save. A command,
   * because it is personal data of another organisation: the audit log records who opened it.
   */
  openProofForDesk: command({
    input: z.object({ id: opaqueId, part: proofPart }),
    output: pod.extend({
      file: z.object({ storage_key: z.string(), media_type: z.string() }).nullable(),
    }),
    refusals: ['job_not_found', 'pod_pending', 'file_not_found'],
    issues: jobIssues,
    example: { id: exampleSubject.job_id, part: 'signature' },
  }),
  /**
   * The same for programs of the carrier: one part, with the reason, and a link instead of the
   * file.
   */
  openProof: command({
    input: z.object({ id: opaqueId, part: proofPart, reason: openingReason }),
    output: openedProof,
    refusals: ['job_not_found', 'pod_pending', 'file_not_found'],
    issues: jobIssues,
    audited: true,
    secret: true,
    example: {
      id: exampleSubject.job_id,
      part: 'document',
      reason: 'The pharmacy misses a parcel',
    },
  }),
  publicProof: query({
    input: byId,
    output: publicProof,
    refusals: ['certificate_not_found'],
    issues: certificateIssues,
  }),

  /**
   * Right to erasure, carried out by the operator: deletes name, files, notes, locations and their
   * salts. The chain stays valid, because it contains commitments only.
   */
  eraseProof: command({
    input: byId,
    output: z.object({ job_id: z.string() }),
    refusals: ['job_not_found', 'pod_pending'],
    issues: jobIssues,
  }),

  /**
   * Registers a photo or signature of a hand-over; the bytes are in file storage under
   * `storage_key`.
   */
  fileProof: command({
    input: z.object({
      job_id: opaqueId,
      courier_id: opaqueId.optional(),
      kind: fileKind,
      storage_key: requiredLine(200),
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
  /** For accounts: files of the tenant's jobs. */
  storageUse: query({ input: empty, output: storageUse, refusals: [] }),
  /** For jobs, which shows photos of incidents to the control desk: links valid for 15 minutes. */
  photoLinks: query({
    input: z.object({ file_ids: z.array(opaqueId).max(100) }),
    output: z.object({ links: z.array(z.object({ file_id: z.string(), url: z.url() })) }),
    refusals: [],
  }),
  /** For files that are opened later: links valid for 90 days, unless revoked. */
  longLinks: query({
    input: byId,
    output: pod.pick({ signature_url: true, photo_url: true }).extend({ expires_at: timestamp }),
    refusals: ['job_not_found', 'pod_pending'],
    issues: jobIssues,
  }),
  /** By the operator: revokes all existing links to files of the job; new links work. */
  revokeLinks: command({
    input: byId,
    output: z.object({ job_id: z.string() }),
    refusals: ['job_not_found', 'pod_pending'],
    issues: jobIssues,
  }),
  /** For the gateway: the file behind a signed link. */
  fileByLink: query({
    input: z.object({ link: z.string().max(500) }),
    output: z.object({ storage_key: z.string(), media_type: z.string() }),
    refusals: ['file_not_found'],
  }),
};
