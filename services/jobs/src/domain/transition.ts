/**
 * The job state machine: dispatches each command to its rule. The only place where a job changes
 * state.
 */
import type { Status } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import { assign } from './assign.ts';
import { requireBeforeCollection } from './before-collection.ts';
import { cancel } from './cancel.ts';
import { collect, failPickup } from './collect.ts';
import { deliver } from './deliver.ts';
import { arrive, depart } from './en-route.ts';
import { noteExcursion } from './excursion.ts';
import { type JobRecord, requireOwn } from './job.ts';
import type {
  JobCommand,
  JobCommandContext,
  MilestoneContext,
  TransitionResult,
} from './job-command.ts';
import { withVersion } from './last-change.ts';
import { milestoneTime } from './milestone-time.ts';
import { recordMilestone } from './record-milestone.ts';
import { resume } from './resume.ts';
import { completeReturn, failDelivery } from './returns.ts';
import { scan } from './scan.ts';
import { requireSigned, withSignature } from './signed-action.ts';
import { asksDesk, isUndecided, suspendDelivery } from './undeliverable.ts';
import { undoAssignment } from './undo-assignment.ts';
import { update } from './update.ts';

interface Transition {
  from: readonly Status[];
  to: string;
}

const beforePickup = ['assigned', 'en_route_pickup'] as const;
const onBoard = ['collected', 'in_transit'] as const;

/**
 * Allowed source states and the target state of each command; `update` and `cancel` end at
 * collection.
 */
const transitions: Record<Exclude<JobCommand['type'], 'update' | 'cancel'>, Transition> = {
  assign: { from: ['booked', 'assigned'], to: 'assigned' },
  undo_assignment: { from: ['assigned'], to: 'the state before' },
  depart: { from: ['assigned', 'collected'], to: 'en_route_pickup or in_transit' },
  arriving: { from: ['en_route_pickup', 'in_transit'], to: 'the same' },
  collect: { from: beforePickup, to: 'collected' },
  pickup_failed: { from: beforePickup, to: 'exception' },
  scan: { from: onBoard, to: 'the same' },
  excursion: { from: onBoard, to: 'the same' },
  deliver: { from: onBoard, to: 'delivered' },
  delivery_failed: { from: onBoard, to: 'exception' },
  resume: { from: ['exception'], to: 'the state before' },
  returned: { from: ['exception'], to: 'the same' },
};

/**
 * Pure: (job, command, context) → result; throws a Refusal for a transition that is not allowed.
 */
export function transition(
  job: JobRecord,
  command: JobCommand,
  context: JobCommandContext,
): TransitionResult {
  requireOwn(job, context.courier_id);
  requireSigned(job, command, context);
  requirePossible(job, command, context);
  const { now, by, note = '', position = null } = context;
  const at = milestoneTime(job, context);
  const { courier_id } = context;
  const milestoneContext = { now, at, by, note: note === '' ? null : note, position, courier_id };
  const decided = decide(job, command, milestoneContext);
  if (decided.refusal) return decided;
  const after = withVersion(job, decided.job, { command, context });
  const result = { ...decided, job: after };
  if (command.type === 'update') return result;
  return recordMilestone(withSignature(result, context), milestoneContext);
}

function requirePossible(
  job: JobRecord,
  { type }: JobCommand,
  { courier_id }: JobCommandContext,
): void {
  if (type === 'update' || type === 'cancel') {
    requireBeforeCollection(job);
    return;
  }
  const { from, to } = transitions[type];
  const isReturning = type === 'resume' && job.return_job_id !== null;
  const isForDesk = type === 'resume' && courier_id !== undefined;
  if (from.includes(job.status) && !isReturning && !isForDesk) return;
  if (type === 'delivery_failed' && courier_id === undefined && isUndecided(job)) return;
  const reason = isReturning ? ', and its parcels are being returned' : '';
  const rule = `${type} leads from ${from.join(' or ')} to ${to}`;
  const who = isForDesk ? ', on the word of dispatch' : '';
  throw new Refusal(
    'invalid_transition',
    `Job ${job.ref} is ${job.status}${reason}; ${rule}${who}.`,
  );
}

function decide(
  job: JobRecord,
  command: JobCommand,
  milestoneContext: MilestoneContext,
): TransitionResult {
  switch (command.type) {
    case 'update':
      return update(job, command, milestoneContext);
    case 'cancel':
      return cancel(job, command, milestoneContext);
    case 'assign':
      return assign(job, command, milestoneContext);
    case 'undo_assignment':
      return undoAssignment(job, milestoneContext);
    case 'depart':
      return depart(job, milestoneContext);
    case 'arriving':
      return arrive(job, command, milestoneContext);
    case 'collect':
      return collect(job, command, milestoneContext);
    case 'pickup_failed':
      return failPickup(job, command, milestoneContext);
    case 'scan':
      return scan(job, command, milestoneContext);
    case 'excursion':
      return noteExcursion(job, command, milestoneContext);
    case 'deliver':
      return deliver(job, command, milestoneContext);
    case 'delivery_failed':
      return asksDesk(job, milestoneContext.courier_id)
        ? suspendDelivery(job, milestoneContext)
        : failDelivery(job, command, milestoneContext);
    case 'resume':
      return resume(job, command, milestoneContext);
    case 'returned':
      return completeReturn(job, command, milestoneContext);
  }
}
