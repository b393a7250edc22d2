/** Reception: a laboratory accepts or rejects each specimen once, after the delivery. */
import {
  type CompletedReception,
  completedSpecimensMax,
  type ReceivedSpecimen,
  type Reception,
  type RejectionReason,
  type Specimen,
} from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';

export interface ReceptionRecord {
  tenant_id: string;
  job_id: string;
  barcode: string;
  verdict: ReceivedSpecimen['verdict'];
  reason: RejectionReason | null;
  note: string | null;
  received_at: Date;
  received_by: string;
}

type Receipt = Pick<ReceptionRecord, 'tenant_id' | 'job_id' | 'received_at' | 'received_by'>;

/** Refuses before the delivery: there are no specimens to check yet. */
export function requireDelivered({ ref, status }: { ref: string; status: string }): void {
  if (status === 'delivered') return;
  const detail = `Job ${ref} is ${status}; specimens are received once it is delivered.`;
  throw new Refusal('invalid_transition', detail);
}

export interface ReceptionState {
  /** Barcodes of the manifests of the job, and of the run that it belongs to. */
  expected: ReadonlySet<string>;
  /** Earlier records, of any job of the run. */
  records: readonly ReceptionRecord[];
}

/** The verdicts that are new, in the order of barcodes. A verdict that was said before is final. */
export function receive(
  { expected, records }: ReceptionState,
  specimens: readonly ReceivedSpecimen[],
  receipt: Receipt,
): ReceptionRecord[] {
  const known = new Map(records.map((record) => [record.barcode, record]));
  const sent = specimens
    .map(({ barcode, verdict, reason = null, note = null }) => {
      return { ...receipt, barcode, verdict, reason, note };
    })
    .toSorted(byBarcode);
  if (sent.some(({ barcode }, place) => barcode === sent[place + 1]?.barcode)) {
    throw new Refusal('duplicate_barcode', 'A barcode stands in the request twice.');
  }
  for (const each of sent) requireExpected(expected, each);
  return sent.filter((each) => {
    const before = known.get(each.barcode);
    if (before) requireSame(before, each);
    return !before;
  });
}

function requireExpected(
  expected: ReadonlySet<string>,
  { barcode, reason }: Pick<ReceptionRecord, 'barcode' | 'reason'>,
): void {
  if (expected.has(barcode) !== (reason === 'not_expected')) return;
  throw new Refusal(
    'specimen_not_expected',
    expected.has(barcode)
      ? `A manifest lists ${barcode}: it cannot be rejected as not_expected.`
      : `No manifest of the job lists ${barcode}: reject it as not_expected.`,
  );
}

function requireSame(before: ReceptionRecord, after: ReceptionRecord): void {
  if (before.verdict === after.verdict && before.reason === after.reason) return;
  const { barcode, verdict, received_at, received_by } = before;
  const when = received_at.toISOString();
  throw new Refusal('already_received', `${barcode} was ${verdict} at ${when} by ${received_by}.`);
}

/** Specimens of a manifest with what was said of them. */
export function withVerdicts(
  { specimens }: { specimens: readonly Specimen[] },
  records: readonly ReceptionRecord[],
): (Specimen & Pick<ReceptionLine, 'verdict' | 'reason'>)[] {
  const known = new Map(records.map((record) => [record.barcode, record]));
  return specimens.map((specimen) => {
    const { verdict = null, reason = null } = known.get(specimen.barcode) ?? {};
    return { ...specimen, verdict, reason };
  });
}
type ReceptionLine = Reception['specimens'][number];

const outstandingOf = ({ expected, records }: ReceptionState): string[] => {
  const known = new Set(records.map(({ barcode }) => barcode));
  return [...expected].filter((barcode) => !known.has(barcode));
};

/**
 * Per job with specimens, when the last outstanding one was received; none before, and none for
 * what is rejected as unexpected afterwards. A later manifest opens the reception again.
 */
export function completedReceptions(
  before: ReceptionState,
  after: ReceptionState,
  { received_at, received_by }: Pick<Receipt, 'received_at' | 'received_by'>,
): CompletedReception[] {
  if (outstandingOf(before).length === 0 || outstandingOf(after).length > 0) return [];
  const jobIds = [...new Set(after.records.map(({ job_id }) => job_id))].sort();
  return jobIds.map((job_id) => {
    const own = after.records.filter((each) => each.job_id === job_id).toSorted(byBarcode);
    const rejected = own.filter(({ verdict }) => verdict === 'rejected');
    const accepted = own.filter(({ verdict }) => verdict === 'accepted');
    return {
      ...{ job_id, received_at: received_at.toISOString(), received_by },
      ...{ accepted: accepted.length, rejected: rejected.length },
      specimens: [...rejected, ...accepted]
        .slice(0, completedSpecimensMax)
        .map(({ barcode, verdict, reason }) => ({ barcode, verdict, reason })),
    };
  });
}

const byBarcode = (a: { barcode: string }, b: { barcode: string }): number =>
  a.barcode < b.barcode ? -1 : 1;

const unsaid = { verdict: null, reason: null, note: null, received_at: null, received_by: null };

export function toReceptionResource(
  job: { id: string; ref: string },
  { expected, records }: ReceptionState,
): Reception {
  const waiting = outstandingOf({ expected, records });
  const lines = [
    ...waiting.map((barcode) => ({ barcode, expected: true, ...unsaid })),
    ...records.map(({ barcode, verdict, reason, note, received_at, received_by }) => ({
      barcode,
      expected: expected.has(barcode),
      ...{ verdict, reason, note, received_by },
      received_at: received_at.toISOString(),
    })),
  ];
  const count = (verdict: string) => records.filter((each) => each.verdict === verdict).length;
  return {
    object: 'reception',
    job_id: job.id,
    ref: job.ref,
    accepted: count('accepted'),
    rejected: count('rejected'),
    outstanding: waiting.length,
    specimens: lines.toSorted(byBarcode),
  };
}
