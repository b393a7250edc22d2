/** Chain and proof of a job of any tenant, as the carrier's control desk reads them by the API. */
import { z } from 'zod';
import { explained, jobRef } from '../description.ts';
import { decisionReason } from '../jobs/decision.ts';
import { celsius, timestamp } from '../primitives.ts';
import { custodyEvent, custodyRecord, pod } from './resource.ts';

const check = z
  .object({
    name: z.string().describe('Which check it is, e.g. `chain`, `signature` or `log`.'),
    result: explained(z.enum(['holds', 'fails', 'open']), 'What it came to.', {
      holds: 'what it is about is so.',
      fails: 'it is not so: do not rely on the chain.',
      open: 'it could not be decided with what is there.',
    }),
    finding: z.string().describe('What was found, in a sentence.'),
    items: z.array(z.string()).describe('Further sentences about it; mostly none.'),
    proves: z.string().describe('What it proves where it holds.'),
  })
  .describe('One check of the chain.');

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
      'What the checks come to.',
      {
        verified: 'the chain is whole, and the certificate is about exactly this chain.',
        unverified: 'what is there holds together; nobody has signed for it yet.',
        cold_chain_not_shown: 'whole and signed; the certificate of its cold chain is to come.',
        not_logged: 'whole and signed; not shown to be in the public log yet.',
        other_signer: 'signed by a key that the carrier does not publish.',
        tampered: 'the chain does not hold: report it as an incident.',
        not_a_bundle: 'what is stored is no chain.',
      },
    ),
    faults: z
      .array(z.string())
      .describe('What does not fit, in words; empty does not mean verified.'),
    checks: z.array(check).describe('What was examined, one by one; none where it is no bundle.'),
    checked_at: timestamp.describe('When it was checked, for this request, UTC.'),
  })
  .describe(
    'Result of the checks of `npm run proof -- verify`, with the keys and the log of the carrier.',
  );

/** Without places, notes and further facts, which the bundle has. */
const deskChainEvent = custodyEvent
  .pick({ seq: true, at: true, type: true, by: true, seal: true, prev_hash: true, hash: true })
  .extend({
    min_c: celsius
      .nullable()
      .describe('Lowest temperature that the event states, in °C; null where it states none.'),
    max_c: celsius
      .nullable()
      .describe('Highest temperature that the event states, in °C; null where it states none.'),
    device_signed: z
      .boolean()
      .describe("Whether a courier's device signed it, with a signature that holds."),
  })
  .describe('A link of the chain, without places and notes.');
export type DeskChainEvent = z.infer<typeof deskChainEvent>;

export const deskChain = z
  .object({
    object: z.literal('custody_chain').describe('Names the resource: a chain of custody.'),
    job_id: custodyRecord.shape.job_id,
    ref: jobRef,
    chain_hash: custodyRecord.shape.chain_hash,
    verification: chainVerification
      .nullable()
      .describe('Result of its verification; null while there is no event.'),
    events: z.array(deskChainEvent).describe('All events of the chain, oldest first.'),
  })
  .describe('The chain of custody of a job of any tenant, with the result of its verification.');

export const proofPart = explained(
  z.enum(['document', 'signature', 'photo']),
  'Which part is opened.',
  {
    document: 'who took the parcels, and how that was checked.',
    signature: 'the same, with the image of the signature.',
    photo: 'the same, with the photo of the hand-over.',
  },
);

export const openingReason = decisionReason
  .unwrap()
  .describe('Why it is opened, for the audit log; at most 500 characters. Names nobody.');

const { job_id, signature_url: _signature, photo_url: _photo, ...opened } = pod.shape;
export const openedProof = z
  .object({
    object: z.literal('opened_proof').describe('Names the resource: a proof that was opened.'),
    job_id,
    part: proofPart,
    ...opened,
    url: z
      .url()
      .nullable()
      .describe('The image, by a link that opens for 15 minutes; null for the document.'),
  })
  .describe('A part of a proof of delivery: personal data of another organisation.');
