/**
 * Parcels change hands on the way. The two couriers report it in any order, each by a scan that
 * their device signs; the holder changes once, with a `take` or at the word of the desk.
 */
import type { AssignmentFact } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import { requireNotOver } from './before-collection.ts';
import { breakSeal, isBroken } from './broken-seal.ts';
import { custodyFactOf } from './custody-fact.ts';
import {
  type JobRecord,
  milestone,
  requireAssignment,
  requireJob,
  type TransferRecord,
} from './job.ts';
import type {
  JobCommandContext,
  JobEvent,
  MilestoneContext,
  TransferCommand,
  TransitionResult,
} from './job-command.ts';
import { legsAfter } from './legs.ts';
import { laterOf, requireNotAhead } from './milestone-time.ts';

/** As reported, also where the other courier's phone was online earlier and moved the job on. */
export function transferTime({ now, at = now }: JobCommandContext): Date {
  requireNotAhead(at, now);
  return at;
}

export function transfer(
  job: JobRecord,
  command: TransferCommand,
  context: MilestoneContext,
): TransitionResult {
  const {
    place,
    to,
    isNew = false,
    isLate = false,
  } = command.side === 'give'
    ? givenPlace(job, context)
    : takenPlace(job, command, { to: command.to, at: context.at });
  const [before, after] = [job.transfers.slice(0, place), job.transfers.slice(place)];
  const from = command.giver ?? requireAssignment(job);
  const known = (isNew ? undefined : after.shift()) ?? { from, to: null, reported: [] };
  const record: TransferRecord = {
    ...{ ...known, to: to ?? known.to, reported: [...known.reported, command.side] },
    ...(to && { at: context.at.toISOString() }),
  };
  const transfers = [...before, record, ...after];
  const scanned = scanOf({ ...job, transfers }, record, { command, context });
  return to === null || isLate ? scanned : withHolder(scanned, to, { command, context });
}

interface Placed {
  /** Of the record that the report belongs to: a new one behind the last. */
  place: number;
  /** The new holder; null if the holder stays. */
  to: AssignmentFact | null;
  /** Insert a record at this place, in place of completing the one that is there. */
  isNew?: boolean;
  /** Another courier has taken them since: the report is evidence, and the holder stays. */
  isLate?: boolean;
}

/** The holder announces a transfer; one who was the holder completes what the taker reported. */
function givenPlace(
  job: JobRecord,
  { courier_id, at }: Pick<MilestoneContext, 'courier_id' | 'at'>,
): Placed {
  const own = job.transfers.filter(({ from }) => from.driver_id === courier_id);
  const last = job.transfers.at(-1);
  const hasParcels = job.assignment?.driver_id === courier_id;
  const isHolder = hasParcels && (last?.at === undefined || new Date(last.at) <= at);
  if (!hasParcels && own.length === 0) requireJob(undefined);
  const isOpen = (each: TransferRecord) => own.includes(each) && !each.reported.includes('give');
  const place = isHolder ? job.transfers.length : job.transfers.findLastIndex(isOpen);
  if (place < 0 || (isHolder && last?.to === null))
    throw alreadyTransferred(job, 'this courier has given them');
  if (isHolder) requireOnBoard(job);
  return { place, to: null };
}

function takenPlace(
  job: JobRecord,
  { side, giver }: TransferCommand,
  { to, at }: { to: AssignmentFact | null; at: Date },
): Placed {
  const { assignment: holder, transfers } = job;
  const isHolder = to !== null && to.driver_id === holder?.driver_id;
  if (side === 'take' && !isHolder && !giver) requireJob(undefined);
  requireOnBoard(job);
  const isLater = (each: TransferRecord) =>
    each.reported.includes('take') && new Date(each.at ?? 0) > at;
  const later = side === 'take' ? transfers.findIndex(isLater) : -1;
  const place = later < 0 ? transfers.length : later;
  const isWithTaker =
    later < 0
      ? isHolder && to.vehicle_id === holder.vehicle_id
      : transfers[later - 1]?.to?.driver_id === to?.driver_id;
  if (isWithTaker) throw alreadyTransferred(job, 'they are with this driver and vehicle');
  if (later >= 0) return { place, to, isNew: true, isLate: true };
  const last = transfers.at(-1);
  const isAnnounced = last?.to === null && (giver ?? holder)?.driver_id === last.from.driver_id;
  return isAnnounced ? { place: place - 1, to } : { place, to, isNew: true };
}

const alreadyTransferred = ({ ref }: JobRecord, why: string): Refusal =>
  new Refusal('already_transferred', `The parcels of job ${ref}: ${why} already.`);

function requireOnBoard({ ref, status, collected_at, return_job_id }: JobRecord): void {
  requireNotOver({ ref, status });
  if (collected_at !== null && return_job_id === null) return;
  const why = collected_at === null ? 'have not been collected' : 'are with its return job';
  throw new Refusal('not_on_board', `The parcels of job ${ref} ${why}.`);
}

interface Reported {
  command: TransferCommand;
  context: MilestoneContext;
}

/** Its signed half of the evidence; a seal that does not match stops the job, as at any scan. */
function scanOf(
  job: JobRecord,
  { from, to }: TransferRecord,
  reported: Reported,
): TransitionResult {
  const { side, seal, box_temperature_c, parcels_scanned, reason = null } = reported.command;
  const context = { ...reported.context, note: reported.context.note ?? reason };
  const seal_match = seal !== undefined && !isBroken(job, seal);
  const { registration } = side === 'give' ? from : (to ?? from);
  const location = `Vehicle ${registration}`;
  const details = {
    ...{ location, seal_match, transfer: side },
    ...(parcels_scanned !== undefined && { parcels_scanned }),
    ...(box_temperature_c !== undefined && { temperature_dc: Math.round(box_temperature_c * 10) }),
  };
  const scanned: JobEvent = {
    type: 'custody.scanned',
    data: { location, seal_match, by: context.by },
    custody: custodyFactOf('scanned', context, { ...(seal !== undefined && { seal }), details }),
  };
  const milestones = [
    milestone(context.at, 'scanned', { note: 'Scanned at hand-off', seal: seal ?? null }),
  ];
  const isUnderWay = job.status === 'collected' || job.status === 'in_transit';
  if (seal === undefined || seal_match || !isUnderWay) {
    return { job, milestones, events: [scanned] };
  }
  const broken = breakSeal(job, { seal, location }, context);
  return {
    ...broken,
    milestones: [...milestones, ...broken.milestones],
    events: [scanned, ...broken.events],
  };
}

function withHolder(
  { job, milestones, events }: TransitionResult,
  to: AssignmentFact,
  { command, context }: Reported,
): TransitionResult {
  const from = requireAssignment(job);
  const { side, reason, parcels_scanned, units = [] } = command;
  const details = {
    ...{ from_driver_id: from.driver_id, from_vehicle_id: from.vehicle_id },
    ...{ to_driver_id: to.driver_id, to_vehicle_id: to.vehicle_id, transfer: side },
    ...(units.length > 0 && { units: units.join(' ') }),
  };
  // Never before what is known of the former holder.
  const at = laterOf(context.at, job.milestone_at);
  const legs = legsAfter(job, { from, to, at, parcels_scanned, side, reason });
  const changed = [
    { field: 'driver', from: from.driver_first_name, to: to.driver_first_name },
    { field: 'vehicle', from: from.registration, to: to.registration },
  ].filter((each) => each.from !== each.to);
  const custody = custodyFactOf('transferred', { ...context, at, note: null }, { details });
  return {
    job: { ...job, assignment: to, legs },
    milestones: [
      milestone(at, 'transferred', { note: 'Handed to another courier' }),
      ...milestones,
    ],
    events: [...events, { type: 'job.updated', data: { changed }, custody }],
  };
}
