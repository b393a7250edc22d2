/**
 * Scan policy of a job: which codes must be read when parcels are collected, scanned on the way and
 * handed over. A reason instead of a code is reported as an incident, and the chain says that a scan
 * was bypassed; the reason itself is free text, and stays out of the chain.
 */
import { Refusal } from '@svc/kit/refusal';
import { readDonationNumber } from '@svc/text/codes/donation-number';
import { parcelCode, readParcelCode } from '@svc/text/codes/parcel-code';
import type { IncidentRecord } from './incident.ts';
import type { JobRecord } from './job.ts';
import type { JobCommand, TransitionResult } from './job-command.ts';

export interface ScanCheck {
  after: TransitionResult;
  /** Incident to report where a scan was bypassed. */
  incident?: Pick<IncidentRecord, 'category' | 'severity' | 'description'>;
}

/** Refuses a hand-off that lacks scans without a reason. A broken seal is recorded in any case. */
export function requireScans(
  before: JobRecord,
  command: JobCommand,
  after: TransitionResult,
): ScanCheck {
  const isHandOff =
    command.type === 'collect' || command.type === 'scan' || command.type === 'deliver';
  if (!isHandOff || after.refusal || after.job.status === 'exception') return { after };
  const missing = missingScans(before, command.seal, command.scans ?? []);
  if (missing.length === 0) return { after };
  const { scan_bypass_reason: reason } = command;
  if (reason === undefined) {
    throw new Refusal('scan_required', `Job ${before.ref} requires scans of ${named(missing)}.`);
  }
  const description = `Scans bypassed (${command.type}): ${named(missing)}. ${reason}`;
  return {
    after: withBypass(after, missing.length),
    incident: { category: 'other', severity: 'medium', description },
  };
}

/** The seal, and the number of each parcel from 1, that the policy asks for. */
function missingScans(
  { requirements: { scan = 'none' }, parcel_items }: JobRecord,
  seal: string,
  scans: readonly string[],
): string[] {
  if (scan === 'none') return [];
  const read = new Set(scans.map(normalForm));
  const isRead = (codes: readonly string[]) => codes.some((code) => read.has(normalForm(code)));
  const parcels = scan === 'parcels' ? parcel_items : [];
  const unread = parcels.flatMap((item, nth) =>
    isRead(codesOf(item)) ? [] : [`parcel ${nth + 1}`],
  );
  return isRead([seal]) ? unread : [`seal ${seal}`, ...unread];
}

/** A number is the same however a scanner or a label spells it. */
function normalForm(code: string): string {
  return (
    readParcelCode(code)?.value ?? readDonationNumber(code)?.number ?? code.trim().toUpperCase()
  );
}

/** Codes that may stand on a parcel: that of our label, its id, and the sender's own barcode. */
const codesOf = ({ id, sscc, barcode }: JobRecord['parcel_items'][number]): string[] => [
  parcelCode({ id, sscc: sscc ?? null }).value,
  id,
  ...(barcode === null ? [] : [barcode]),
];

const namedMax = 20;
const named = (missing: readonly string[]): string =>
  missing.slice(0, namedMax).join(', ') + (missing.length > namedMax ? ' …' : '');

function withBypass(result: TransitionResult, scans_missing: number): TransitionResult {
  const bypass = { scan_bypassed: true, scans_missing };
  const events = result.events.map((event) =>
    event.custody
      ? {
          ...event,
          custody: { ...event.custody, details: { ...event.custody.details, ...bypass } },
        }
      : event,
  );
  return { ...result, events };
}
