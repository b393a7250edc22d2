import type { JobNote } from '@svc/contracts';

/** Note of a dispatcher for the others: added and erased, never changed. */
export interface JobNoteRecord {
  tenant_id: string;
  job_id: string;
  id: string;
  text: string;
  /** A name, or the id of a credential. */
  written_by: string;
  created_at: Date;
}

export const toNote = ({
  id,
  job_id,
  text,
  written_by,
  created_at,
}: Omit<JobNoteRecord, 'tenant_id'>): JobNote => ({
  object: 'job_note',
  ...{ id, job_id, text, by: written_by },
  created_at: created_at.toISOString(),
});
