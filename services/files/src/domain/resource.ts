import type { Fault, WholesaleFile } from '@svc/contracts';
import type { FileStep } from './file.ts';

/** A file with the counts of its rows by result. */
export interface FileSummary {
  id: string;
  tenant_id: string;
  dc: string;
  name: string;
  step: FileStep;
  size: number | null;
  sha256: string | null;
  received_at: Date;
  answered_at: Date | null;
  removed_at: Date | null;
  faults: Fault[];
  attempts: number;
  booked: number;
  already_booked: number;
  refused: number;
  waiting: number;
}

export function toFileResource(file: FileSummary): WholesaleFile {
  const { id, tenant_id, dc, name, size, sha256, received_at, answered_at, attempts } = file;
  const { booked, already_booked, refused, waiting, faults } = file;
  const total = booked + already_booked + refused + waiting;
  return {
    object: 'wholesale_file',
    ...{ id, tenant_id, dc, name },
    status: answered_at ? 'answered' : 'processing',
    ...{ size, sha256 },
    received_at: received_at.toISOString(),
    answered_at: answered_at?.toISOString() ?? null,
    took_ms: answered_at && answered_at.getTime() - received_at.getTime(),
    attempts,
    rows: { total, booked, already_booked, refused, waiting },
    faults,
    contents_removed_at: file.removed_at?.toISOString() ?? null,
  };
}
