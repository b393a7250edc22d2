/** What can happen to a job, who tells it, and what comes of it. */
import type {
  AssignmentFact,
  CustodyFact,
  DataOf,
  jobEvents,
  MilestoneRequest,
  Position,
  Priced,
  proofFact,
} from '@svc/contracts';
import type { Refusal } from '@svc/kit/refusal';
import type { z } from 'zod';
import type { Job, Milestone } from './job.ts';

/** What the road tells, without who and when. */
type Reached<T extends MilestoneRequest['type']> = Omit<
  Extract<MilestoneRequest, { type: T }>,
  'id' | 'courier_id' | 'at' | 'position' | 'note'
>;

export type Happening =
  | { type: 'assign'; assignment: AssignmentFact; new_code: string }
  | { type: 'update'; changes: Changes }
  | { type: 'cancel'; reason: string }
  | Reached<'depart'>
  | Reached<'arriving'>
  | Reached<'collect'>
  | Reached<'pickup_failed'>
  | Reached<'scan'>
  | HandOver
  | (Reached<'delivery_failed'> & { draw: Draw })
  | Reached<'resume'>
  /** Sandbox: of a test job; tenths of a degree. Live hears of excursions from its sensors. */
  | { type: 'excursion'; temperature_dc: number; minutes_out_of_range: number }
  /** Told of a job whose parcels a return job has brought back. */
  | { type: 'returned'; return_job_id: string };
export type Happened<T extends Happening['type']> = Extract<Happening, { type: T }>;

type HandOver = Reached<'deliver'> & {
  /** How the code that was told compares with the job's. */
  code: 'right' | 'wrong' | 'missing';
  /** Those of the named files that belong to the job. */
  files: readonly ProofFile[];
};

export interface ProofFile {
  id: string;
  kind: 'signature' | 'photo';
  sha256: string;
}

export interface Changes {
  cost_centre?: string | undefined;
  reference?: string | undefined;
  metadata?: Record<string, string> | undefined;
  /** The job's price at STAT, when that is asked for. */
  stat?: Priced | undefined;
}

/** What chance gives to a new job. */
export interface Draw {
  id: string;
  ref: string;
  tracking_token: string;
  handover_code: string;
}

/** Who tells it; `at`, when it is said, is when it happened. */
export interface Telling {
  now: Date;
  /** A role and a pseudonymous id, as in the chain of custody. */
  by: string;
  /** The driver whose device tells it: moves its own jobs only. */
  courier_id?: string | undefined;
  at?: Date | undefined;
  note?: string | undefined;
  position?: Position | undefined;
}

/** The same once its time is known to be possible. */
export interface Told {
  now: Date;
  at: Date;
  by: string;
  note: string | null;
  position: Position | null;
}

type Events = typeof jobEvents;
/** Without the job's id, reference and facts, which all events have in common. */
export type JobEvent = {
  [T in Exclude<keyof Events, 'incident.reported'>]: {
    type: T;
    data: Omit<DataOf<Events[T]>, 'job_id' | 'ref'>;
    /** What it adds to the chain of custody. */
    custody: CustodyFact | null;
  } & (T extends 'delivery.completed' ? { proof: z.infer<typeof proofFact> } : unknown) &
    (T extends 'pickup.completed' ? { barcodes?: string[] | undefined } : unknown);
}[Exclude<keyof Events, 'incident.reported'>];

/** What becomes of a job, what its timeline says about that and who is told what. */
export interface Outcome {
  job: Job;
  milestones: Milestone[];
  events: JobEvent[];
  /** When and where, unless it was no milestone. */
  told?: Pick<Told, 'at' | 'position'>;
  /** The job that begins with it: a return. */
  born?: Outcome;
  /** It was refused, but is remembered in `job`. */
  refusal?: Refusal;
}
