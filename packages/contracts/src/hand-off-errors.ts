/** Error codes of milestones: time, proof, scans, and the signature of a courier's device. */
import { type ErrorEntry, entry } from './error-entry.ts';

export const handOffErrors = {
  invalid_time: entry(
    422,
    'Time not possible',
    'Not before the previous milestone of the job, and not more than 60 s in the future.',
  ),
  proof_required: entry(
    422,
    'Proof required',
    'The job requires proof that is missing; the detail names it.',
  ),
  invalid_handover_code: entry(
    422,
    'Handover code wrong',
    'The code is not that of the job. After five wrong tries it locks for 15 minutes.',
  ),
  device_signature_required: entry(
    422,
    'Signature of the device required',
    "A courier's device signs each action: send Device-Signature and Device-Salt.",
  ),
  invalid_device_signature: entry(
    422,
    'Signature of the device not valid',
    'It is not one of this device for this very request, or it was used before; the detail says what differs. Nothing was stored.',
  ),
  scan_required: entry(
    422,
    'Scan required',
    'The scan policy of the job asks for codes that were not scanned; the detail names them. Send them in `scans`, or say in `scan_bypass_reason` why they cannot be read.',
  ),
} as const satisfies Record<string, ErrorEntry>;
