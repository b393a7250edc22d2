import { type CompletedReception, type CustodyFact, completedSpecimensMax } from '@svc/contracts';

type Specimen = CompletedReception['specimens'][number];

/**
 * The chain event of a completed reception. Counts are details; barcodes and verdicts are a note, a
 * line each, and so erasable and outside the chain.
 */
export function receptionFact(completed: CompletedReception): CustodyFact {
  const { received_at, received_by, accepted, rejected, specimens } = completed;
  const left = accepted + rejected - specimens.length;
  const lines = [
    ...specimens.map(lineOf),
    ...(left > 0 ? [`${left} more: only the first ${completedSpecimensMax} are listed`] : []),
  ];
  return {
    at: received_at,
    // A verifier in use knows this type; a new one it would take for a fault.
    type: 'scanned',
    by: `lab:${received_by}`,
    note: lines.join('\n'),
    seal: null,
    position: null,
    details: { reception: true, accepted, rejected },
  };
}

const lineOf = ({ barcode, verdict, reason }: Specimen): string =>
  reason === null ? `${barcode} ${verdict}` : `${barcode} ${verdict}: ${reason}`;
