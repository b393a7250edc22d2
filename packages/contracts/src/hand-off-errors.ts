/** Error codes of milestones: time, proof, scans, and device signatures. */
import { type ErrorEntry, entry } from './error-entry.ts';

export const handOffErrors = {
  invalid_time: entry(
    422,
    'Time not possible',
    'The time must not be before the previous milestone of the job, nor more than 60 s in the future.',
  ),
  proof_required: entry(
    422,
    'Proof required',
    'The job requires proof that is missing; the detail names it.',
  ),
  invalid_handover_code: entry(
    422,
    'Handover code wrong',
    'The handover code is wrong. After five wrong attempts it is locked for 15 minutes.',
  ),
  device_signature_required: entry(
    422,
    'Device signature required',
    "A courier's device must sign each action: send Device-Signature and Device-Salt.",
  ),
  invalid_device_signature: entry(
    422,
    'Device signature not valid',
    'The signature is not from this device, does not match this request, or was used before; the detail says which part differs. Nothing was stored.',
  ),
  scan_required: entry(
    422,
    'Scan required',
    "The job's scan policy requires codes that were not scanned; the detail names them. Send them in `scans`, or give the reason in `scan_bypass_reason`.",
  ),
} as const satisfies Record<string, ErrorEntry>;
