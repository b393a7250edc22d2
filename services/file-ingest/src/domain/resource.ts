import type { Fault, WholesaleFile } from '@svc/contracts';
import type { Step } from './file.ts';

/** A file with what became of its rows. */
export interface DeskFile {
  id: string;
  tenant_id: string;
  dc: string;
  name: string;
  step: Step;
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

export function toResource(file: DeskFile): WholesaleFile {
  const { id, tenant_id, dc, name, size, sha256, received_at, answered_at, attempts } = file;
  const { booked, already_booked, refused, waiting, faults } = file;
  const total = booked + already_booked + refused + waiting;
  return {
    object: 'wholesale_file',
    ...{ id, tenant_id, dc, name },
    status: file.step === 'answered' ? 'answered' : 'processing',
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
