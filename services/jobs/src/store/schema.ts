import type { Status } from '@svc/contracts';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { BookingInputs } from '../domain/booking.ts';
import type { BookingTemplateRecord } from '../domain/booking-template.ts';
import type { IncidentRecord } from '../domain/incident.ts';
import type { EncryptedInstructions } from '../domain/instructions.ts';
import type { JobRecord, MilestoneRecord } from '../domain/job.ts';
import type { JobMessageRecord } from '../domain/job-message.ts';
import type { JobNoteRecord } from '../domain/job-note.ts';

export interface Tables {
  booking_template: BookingTemplateRecord;
  job: JobTable;
  milestone: MilestoneTable;
  job_count: JobCountTable;
  incident: IncidentRecord;
  job_instructions: EncryptedInstructions & { tenant_id: string; job_id: string };
  job_message: JobMessageRecord;
  job_note: JobNoteRecord;
  job_sequence: JobSequenceTable;
  sample_set: SampleSetTable;
  sscc_range: { company_prefix: string; extension_digit: number; next_serial: string };
  expired_tenant: { tenant_id: string; due_at: Date };
}

/** A column of type `json`, which keeps the order of keys, or `jsonb`; written as text. */
type Text<T> = ColumnType<T, string | Extract<T, null>, string | Extract<T, null>>;
type Json =
  | 'priced'
  | 'pickup'
  | 'dropoff'
  | 'requirements'
  | 'parcel_items'
  | 'metadata'
  | 'assignment'
  | 'transfers'
  | 'legs'
  | 'cancellation'
  | 'last_change'
  | 'temperature_profile';

type JobTable = Omit<JobRecord, Json> & {
  [K in Json]: Text<JobRecord[K]>;
} & {
  /** Taken from `pickup`, `dropoff` and `assignment` by the database. */
  pickup_site_id: GeneratedAlways<string>;
  dropoff_site_id: GeneratedAlways<string>;
  driver_id: GeneratedAlways<string | null>;
  /** The tenant that copied the job from the samples; empty for every other job. */
  copy_tenant_id: Generated<string>;
};

interface MilestoneTable extends MilestoneRecord {
  tenant_id: string;
  job_id: string;
  /** Idempotency-Key that a device signed with it; null if unsigned. */
  device_jti: string | null;
  /** SHA-256 of the signature under that key, hex: identifies a repeated request. */
  device_signature_sha256: string | null;
  /** Order of the timeline. */
  id: GeneratedAlways<string>;
}

/**
 * How many jobs a tenant has, by status, as a whole (`site_id` empty) and per site. The count is
 * the sum over all slots: each connection counts in its own, so that bookings need not wait in
 * line.
 */
interface JobCountTable {
  tenant_id: string;
  site_id: string;
  status: Status;
  slot: number;
  jobs: number;
}

interface SampleSetTable {
  tenant_id: string;
  created_at: Date;
  inputs: ColumnType<readonly BookingInputs[], string, string>;
}

/** The kit's: the number of the latest event of each job. */
interface JobSequenceTable {
  tenant_id: string;
  job_id: string;
  last: number;
}
