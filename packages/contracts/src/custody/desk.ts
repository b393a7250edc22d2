/**
 * Chain and proof of any tenant's job, as the carrier's control desk reads them through the API.
 */
import { z } from 'zod';
import { explained, jobRef, objectType } from '../description.ts';
import { decisionReason } from '../jobs/decision.ts';
import { celsius, timestamp } from '../primitives.ts';
import { custodyEvent } from './chain-event.ts';
import { custodyRecord, pod } from './resource.ts';

const check = z
  .object({
    name: z.string().describe('Name of the check, e.g. `chain`, `signature` or `log`.'),
    result: explained(z.enum(['holds', 'fails', 'open']), 'Result of the check.', {
      holds: 'the check passed.',
      fails: 'the check failed: do not rely on the chain.',
      open: 'undecided: required data is missing.',
    }),
    finding: z.string().describe('What the check found, in one sentence.'),
    items: z.array(z.string()).describe('Further findings; usually empty.'),
    proves: z.string().describe('What the check proves if it passes.'),
  })
  .describe('One verification check.');

export const chainVerification = z
  .object({
    outcome: explained(
      z.enum([
        'verified',
        'unverified',
        'cold_chain_not_shown',
        'not_logged',
        'other_signer',
        'tampered',
        'not_a_bundle',
      ]),
      'Overall result of the checks.',
      {
        verified: 'the chain is intact, and the certificate covers exactly this chain.',
        unverified: 'the chain is consistent, but not signed yet.',
        cold_chain_not_shown: 'intact and signed; the cold-chain certificate is still to come.',
        not_logged: 'intact and signed; not yet shown to be in the public log.',
        other_signer: 'signed by a key that the carrier does not publish.',
        tampered: 'the chain is not intact: report it as an incident.',
        not_a_bundle: 'the stored data is not a chain.',
      },
    ),
    faults: z.array(z.string()).describe('Problems found, as text. Empty does not imply verified.'),
    checks: z.array(check).describe('The individual checks; empty for `not_a_bundle`.'),
    checked_at: timestamp.describe('When the checks ran, for this request, UTC.'),
  })
  .describe(
    "Verification result with the carrier's keys and log; the checks are those of `npm run proof -- verify`.",
  );

/** Without places, notes and details, which the bundle contains. */
const deskChainEvent = custodyEvent
  .pick({ seq: true, at: true, type: true, by: true, seal: true, prev_hash: true, hash: true })
  .extend({
    min_c: celsius
      .nullable()
      .describe('Lowest temperature in the event, in °C; null if it has none.'),
    max_c: celsius
      .nullable()
      .describe('Highest temperature in the event, in °C; null if it has none.'),
    device_signed: z
      .boolean()
      .describe("Whether the event has a valid signature of a courier's device."),
  })
  .describe('A chain event, without places and notes.');
export type DeskChainEvent = z.infer<typeof deskChainEvent>;

export const deskChain = z
  .object({
    object: objectType('custody_chain'),
    job_id: custodyRecord.shape.job_id,
    ref: jobRef,
    chain_hash: custodyRecord.shape.chain_hash,
    verification: chainVerification
      .nullable()
      .describe('Verification result; null while the chain is empty.'),
    events: z.array(deskChainEvent).describe('All events of the chain, oldest first.'),
  })
  .describe('Verified chain of custody of a job of any tenant.');

export const proofPart = explained(z.enum(['document', 'signature', 'photo']), 'Part to open.', {
  document: 'recipient, and how the recipient was checked.',
  signature: 'the document, plus the image of the signature.',
  photo: 'the document, plus the photo of the hand-over.',
});

export const openingReason = decisionReason
  .unwrap()
  .describe('Reason for opening, for the audit log; at most 500 characters. Do not name people.');

const { job_id, signature_url: _signature, photo_url: _photo, ...opened } = pod.shape;
export const openedProof = z
  .object({
    object: objectType('opened_proof'),
    job_id,
    part: proofPart,
    ...opened,
    url: z
      .url()
      .nullable()
      .describe('Link to the image, valid for 15 minutes; null for the document.'),
  })
  .describe('An opened part of a proof of delivery: personal data of another organisation.');
