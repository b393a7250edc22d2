/** Commands of the job state machine, the context in which they are given, and their result. */
import type {
  AssignmentFact,
  CustodyFact,
  DataOf,
  Instructions,
  jobs,
  jobsEvents,
  MilestoneRequest,
  Position,
  Priced,
  proofFact,
  SignedAction,
  TransferReport,
  TransferSide,
} from '@svc/contracts';
import type { Refusal } from '@svc/kit/refusal';
import type { z } from 'zod';
import type { JobRecord, MilestoneRecord } from './job.ts';
import type { LegRecord } from './leg.ts';

/** A reported milestone without actor, time and place, which are in the context. */
type MilestoneCommand<T extends MilestoneRequest['type']> = Omit<
  Extract<MilestoneRequest, { type: T }>,
  'id' | 'courier_id' | 'device' | 'at' | 'position' | 'note' | 'version' | 'by'
>;

export type JobCommand =
  | { type: 'assign'; assignment: AssignmentFact; new_code: string; new_pickup_code?: string }
  | { type: 'undo_assignment' }
  | TransferCommand
  | { type: 'plan_legs'; legs: readonly LegRecord[] }
  | { type: 'update'; changes: JobChanges }
  | { type: 'cancel'; reason: string }
  | MilestoneCommand<'depart'>
  | MilestoneCommand<'arriving'>
  | (MilestoneCommand<'collect'> & { code?: CodeCheck })
  | MilestoneCommand<'pickup_failed'>
  | MilestoneCommand<'scan'>
  | HandOver
  | (MilestoneCommand<'delivery_failed'> & { ids: GeneratedIds })
  | MilestoneCommand<'resume'>
  /** Sandbox only, in tenths of a degree Celsius; on live, tracking detects excursions. */
  | { type: 'excursion'; temperature_dc: number; minutes_out_of_range: number }
  /** Given to the original job when its return job is delivered. */
  | { type: 'returned'; return_job_id: string };
export type JobCommandOf<T extends JobCommand['type']> = Extract<JobCommand, { type: T }>;

/** Result of comparing the sent code with the job's. */
type CodeCheck = 'right' | 'wrong' | 'missing';

/** `to`: the driver and vehicle that have the parcels from then on; null of a `give`. */
export type TransferCommand = {
  type: 'transfer';
  to: AssignmentFact | null;
  /** Courier whose transfer code was read: the one who gives the parcels; undefined for none. */
  giver?: AssignmentFact | undefined;
  side: TransferSide;
  /** Labels of boxes, crates and cages that go along. */
  units?: readonly string[] | undefined;
} & Pick<TransferReport, 'seal' | 'box_temperature_c' | 'parcels_scanned' | 'reason'>;

type HandOver = MilestoneCommand<'deliver'> & {
  code: CodeCheck;
  /** The named files that belong to the job. */
  files: readonly ProofFileDigest[];
};

export interface ProofFileDigest {
  id: string;
  kind: 'signature' | 'photo';
  sha256: string;
}

/** Fields of the request that go onto the job as they are. */
type JobLabels = Omit<
  z.output<typeof jobs.actions.update.input>,
  'id' | 'priority' | 'version' | keyof Instructions
>;

export interface JobChanges extends JobLabels {
  /** The job's price at STAT, if the upgrade is requested. */
  stat?: Priced | undefined;
}

/** Random values of a new job. */
export interface GeneratedIds {
  id: string;
  ref: string;
  tracking_token: string;
  handover_code: string;
}

/** Actor, time and place of a command, as sent; `at` defaults to `now`. */
export interface JobCommandContext {
  now: Date;
  /** A role and a pseudonymous id, as in the chain of custody. */
  by: string;
  /** Name of the person at the desk, for the others there; never in the chain. */
  person?: string | undefined;
  /** The driver whose device sent it; it may only act on jobs that are assigned to it. */
  courier_id?: string | undefined;
  /** The device's signature over its claims, where it holds a key. */
  device?: SignedAction | undefined;
  /** SHA-256 of the device's signature, hex. */
  device_signature_sha256?: string | undefined;
  at?: Date | undefined;
  note?: string | undefined;
  position?: Position | undefined;
}

/** Actor, time and place after validation (`milestoneTime`). */
export interface MilestoneContext {
  now: Date;
  at: Date;
  by: string;
  note: string | null;
  position: Position | null;
  /** The driver whose device sent it; absent for the desk. */
  courier_id?: string | undefined;
}

type Events = typeof jobsEvents;
/** Event without the job's id, reference and internals, which all events have in common. */
export type JobEvent = {
  [T in Exclude<keyof Events, 'incident.reported'>]: {
    type: T;
    data: Omit<DataOf<Events[T]>, 'job_id' | 'ref'>;
    /** Appended to the chain of custody by the custody service. */
    custody: CustodyFact | null;
  } & (T extends 'delivery.completed' ? { proof: z.infer<typeof proofFact> } : unknown) &
    (T extends 'pickup.completed' ? { barcodes?: string[] | undefined } : unknown);
}[Exclude<keyof Events, 'incident.reported'>];

/** Result of a transition: the new job, its timeline entries and the events to emit. */
export interface TransitionResult {
  job: JobRecord;
  milestones: MilestoneRecord[];
  events: JobEvent[];
  /** Time and place; absent if the command is no milestone. */
  occurred?: Pick<MilestoneContext, 'at' | 'position'>;
  /** Idempotency-Key that a device signed: no other action of the job has it. */
  device_jti?: string;
  device_signature_sha256?: string;
  /** A job that the transition creates: a return. */
  spawned?: TransitionResult;
  /** The command is refused, yet `job` changes and is saved (a wrong handover code is counted). */
  refusal?: Refusal;
}
