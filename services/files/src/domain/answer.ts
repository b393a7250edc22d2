/** Files for the wholesaler's outbound folder: `.ack`, `.err` and POD. */
import type { Fault } from '@svc/contracts';

export type CsvTable = readonly (readonly string[])[];

export interface SettledRow {
  row: number;
  order_id: string;
  job_id: string | null;
  ref: string | null;
  faults: readonly Fault[];
}

/** Row 0 denotes the whole file. Undefined without faults. */
export function errTable(
  faults: readonly Fault[],
  rows: readonly SettledRow[],
): CsvTable | undefined {
  const lines = [
    ...faults.map((fault) => lineOf(0, '', fault)),
    ...rows.flatMap(({ row, order_id, faults: own }) =>
      own.map((fault) => lineOf(row, order_id, fault)),
    ),
  ];
  if (lines.length === 0) return undefined;
  return [['row', 'order_id', 'column', 'code', 'message'], ...lines];
}

const lineOf = (row: number, order_id: string, { column, code, message }: Fault): string[] => [
  String(row),
  order_id,
  column,
  code,
  message,
];

/** Undefined if the file has faults and no row was booked. */
export function ackTable(
  faults: readonly Fault[],
  rows: readonly SettledRow[],
): CsvTable | undefined {
  const booked = rows.filter((row) => row.faults.length === 0);
  const isWell = faults.length === 0 && booked.length === rows.length;
  if (booked.length === 0 && !isWell) return undefined;
  return [
    ['row', 'order_id', 'ref', 'job_id'],
    ...booked.map(({ row, order_id, ref, job_id }) => [
      String(row),
      order_id,
      ref ?? '',
      job_id ?? '',
    ]),
  ];
}

export interface ProofOfDelivery {
  order_id: string;
  reference: string;
  job_ref: string;
  delivered_at: string;
  recipient: string;
  seal: string;
  seal_url: string;
  signature_url: string;
  photo_url: string;
  chain_hash: string;
}

export const podName = ({
  order_id,
  job_ref,
}: Pick<ProofOfDelivery, 'order_id' | 'job_ref'>): string => `POD-${order_id}-${job_ref}.csv`;

export function podTable({ order_id, reference, job_ref, ...proof }: ProofOfDelivery): CsvTable {
  const cells = { order_id, reference, job_ref, status: 'delivered', ...proof };
  return [Object.keys(cells), Object.values(cells)];
}
