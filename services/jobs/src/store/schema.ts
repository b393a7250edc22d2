import type { Status } from '@svc/contracts';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { BookingFacts } from '../domain/booking.ts';
import type { Incident } from '../domain/incident.ts';
import type { Job, Milestone } from '../domain/job.ts';
import type { ScenarioStep } from '../domain/scenario.ts';

export interface Tables {
  job: JobTable;
  milestone: MilestoneTable;
  job_tally: JobTallyTable;
  incident: Incident;
  job_sequence: JobSequenceTable;
  sample_set: SampleSetTable;
  scenario_step: ScenarioStep & { tenant_id: string };
  expired_tenant: { tenant_id: string; due_at: Date };
}

/** A column of type `json`, which keeps the order of keys; written as text. */
type Text<T> = ColumnType<T, string | Extract<T, null>, string | Extract<T, null>>;
type Json =
  | 'priced'
  | 'pickup'
  | 'dropoff'
  | 'requirements'
  | 'parcel_items'
  | 'metadata'
  | 'assignment'
  | 'cancellation';

type JobTable = Omit<Job, Json> & {
  [K in Json]: Text<Job[K]>;
} & {
  /** Taken from `pickup`, `dropoff` and `assignment` by the database. */
  pickup_site_id: GeneratedAlways<string>;
  dropoff_site_id: GeneratedAlways<string>;
  driver_id: GeneratedAlways<string | null>;
  /** The tenant that copied the job from the samples; empty for every other job. */
  copied_by: Generated<string>;
};

interface MilestoneTable extends Milestone {
  tenant_id: string;
  job_id: string;
  /** Order of the timeline. */
  id: GeneratedAlways<string>;
}

/**
 * How many jobs a tenant has, by status, as a whole (`site_id` empty) and per site. The count is the
 * sum over all slots: each connection counts in its own, so that bookings need not wait in line.
 */
interface JobTallyTable {
  tenant_id: string;
  site_id: string;
  status: Status;
  slot: number;
  n: number;
}

interface SampleSetTable {
  tenant_id: string;
  made_at: Date;
  facts: ColumnType<readonly BookingFacts[], string, string>;
}

/** The kit's: the number of the latest event of each job. */
interface JobSequenceTable {
  tenant_id: string;
  job_id: string;
  last: number;
}
