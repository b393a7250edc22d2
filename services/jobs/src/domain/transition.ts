/**
 * The job state machine: dispatches each command to its rule. The only place where a job changes
 * state.
 */
import { milestoneLeads, type Status } from '@svc/contracts';
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
import { planLegs } from './legs.ts';
import { laterOf, milestoneTime } from './milestone-time.ts';
import { recordMilestone } from './record-milestone.ts';
import { resume } from './resume.ts';
import { completeReturn, failDelivery } from './returns.ts';
import { scan } from './scan.ts';
import { requireSigned, withSignature } from './signed-action.ts';
import { transfer, transferTime } from './transfer.ts';
import { asksDesk, isUndecided, suspendDelivery } from './undeliverable.ts';
import { undoAssignment } from './undo-assignment.ts';
import { update } from './update.ts';

const onBoard = { collected: 'collected', in_transit: 'in_transit' } as const;

/** Next state per command and state; `update` and `cancel` end at collection. */
const leads: Record<
  Exclude<JobCommand['type'], 'update' | 'cancel' | 'transfer' | 'plan_legs'>,
  Readonly<Partial<Record<Status, Status | 'before'>>>
> = {
  ...milestoneLeads,
  assign: {
    booked: 'assigned',
    assigned: 'assigned',
    en_route_pickup: 'assigned',
    exception: 'assigned',
  },
  undo_assignment: { assigned: 'before' },
  excursion: onBoard,
  returned: { exception: 'exception' },
};

/**
 * Pure: (job, command, context) → result; throws a Refusal for a transition that is not allowed.
 */
export function transition(
  job: JobRecord,
  command: JobCommand,
  context: JobCommandContext,
): TransitionResult {
  if (command.type !== 'transfer') requireOwn(job, context.courier_id);
  requireSigned(job, command, context);
  requirePossible(job, command, context);
  const { now, by, note = '', position = null } = context;
  const at = command.type === 'transfer' ? transferTime(context) : milestoneTime(job, context);
  const { courier_id } = context;
  const milestoneContext = { now, at, by, note: note === '' ? null : note, position, courier_id };
  const decided = decide(job, command, milestoneContext);
  if (decided.refusal) return decided;
  const after = withVersion(job, decided.job, { command, context });
  const result = { ...decided, job: after };
  if (command.type === 'update' || command.type === 'plan_legs') return result;
  const latest = laterOf(at, job.milestone_at);
  return recordMilestone(withSignature(result, context), { ...milestoneContext, at: latest });
}

function requirePossible(
  job: JobRecord,
  { type }: JobCommand,
  { courier_id }: JobCommandContext,
): void {
  if (type === 'transfer' || type === 'plan_legs') return;
  if (type === 'update' || type === 'cancel') {
    requireBeforeCollection(job);
    return;
  }
  const isReturning = type === 'resume' && job.return_job_id !== null;
  // With parcels on board, another driver gets them by a transfer.
  const isOnBoard = type === 'assign' && job.collected_at !== null;
  const isForDesk = type === 'resume' && courier_id !== undefined;
  if (leads[type][job.status] && !isReturning && !isForDesk && !isOnBoard) return;
  if (type === 'delivery_failed' && courier_id === undefined && isUndecided(job)) return;
  const reason = isReturning ? ', and its parcels are being returned' : '';
  const who = isForDesk ? ', on the word of dispatch' : '';
  throw new Refusal(
    'invalid_transition',
    `Job ${job.ref} is ${job.status}${reason}; ${ruleOf(type)}${who}.`,
  );
}

function ruleOf(type: keyof typeof leads): string {
  const pairs = Object.entries(leads[type]);
  const targets = new Set(pairs.map(([from, to]) => (from === to ? 'the same' : to)));
  const to = [...targets].join(' or ').replace('before', 'the state before');
  return `${type} leads from ${pairs.map(([from]) => from).join(' or ')} to ${to}`;
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
    case 'transfer':
      return transfer(job, command, milestoneContext);
    case 'plan_legs':
      return planLegs(job, command);
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
