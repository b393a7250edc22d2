import type { AssignmentFact } from '@svc/contracts';
import { generateCode } from '../adapters/handover-codes.ts';
import { addressesOf } from '../config.ts';
import { command, type JobsCommandContext } from '../define.ts';
import { byCarrier } from '../domain/custody-fact.ts';
import type { JobRecord } from '../domain/job.ts';
import type { TransitionResult } from '../domain/job-command.ts';
import { requireVersion } from '../domain/last-change.ts';
import { recordedJob } from '../domain/recorded-job.ts';
import { toDeskJob } from '../domain/resource.ts';
import { transition } from '../domain/transition.ts';
import { lockAnyJob } from '../store/dispatch-jobs.ts';
import { saveJob } from '../store/jobs.ts';
import { emitJobEvents } from '../workflows/emit-events.ts';

export const assign = command('assign', {
  gather: ({ driver_id, vehicle_id }, { clients }) =>
    clients.tracking.assignmentDetails({ driver_id, vehicle_id }),
  gathersFirst: true,
  handle: async (input, context) => {
    const before = await lockAnyJob(context.db, input.id);
    return saved(context, before, assigned(before, input, context));
  },
});

export const assignMany = command('assignMany', {
  gather: ({ driver_id, vehicle_id }, { clients }) =>
    clients.tracking.assignmentDetails({ driver_id, vehicle_id }),
  gathersFirst: true,
  handle: async ({ jobs, by }, context) => {
    const refs: string[] = [];
    // Locked in one order, so that two of them do not wait for each other.
    for (const { id, version } of jobs.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      const before = await lockAnyJob(context.db, id);
      const { ref } = await saved(context, before, assigned(before, { version, by }, context));
      refs.push(ref);
    }
    return { refs };
  },
});

type Assigning = Pick<JobsCommandContext, 'actor' | 'now' | 'config'> & {
  gathered: AssignmentFact;
};

function assigned(
  before: JobRecord,
  { version, by: person }: { version?: number | undefined; by?: string | undefined },
  { actor, now, config, gathered: assignment }: Assigning,
): TransitionResult {
  requireVersion(before, version);
  const new_code = generateCode(config.SVC_SECRET);
  const new_pickup_code = generateCode(config.SVC_SECRET);
  const assigning = { type: 'assign', assignment, new_code, new_pickup_code } as const;
  return transition(before, assigning, { now, by: byCarrier(actor, undefined), person });
}

export const undoAssignment = command('undoAssignment', {
  handle: async ({ id, version, by: person }, context) => {
    const { db, actor, now } = context;
    const before = await lockAnyJob(db, id);
    requireVersion(before, version);
    const commandContext = { now, by: byCarrier(actor, undefined), person };
    return saved(context, before, transition(before, { type: 'undo_assignment' }, commandContext));
  },
});

async function saved(
  { db, config, emit, recordChange }: Omit<JobsCommandContext, 'gathered'>,
  before: JobRecord,
  after: TransitionResult,
) {
  await saveJob(db, before.tenant_id, { before, after });
  recordChange(recordedJob(after.job, before));
  return {
    ...toDeskJob(after.job, addressesOf(config)),
    webhook_events: emitJobEvents(emit, after),
  };
}
