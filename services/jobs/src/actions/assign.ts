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
  handle: async ({ id, version, by: person }, context) => {
    const { db, actor, now, gathered: assignment, config } = context;
    const before = await lockAnyJob(db, id);
    requireVersion(before, version);
    const new_code = generateCode(config.SVC_SECRET);
    const commandContext = { now, by: byCarrier(actor, undefined), person };
    const new_pickup_code = generateCode(config.SVC_SECRET);
    const assigning = { type: 'assign', assignment, new_code, new_pickup_code } as const;
    const after = transition(before, assigning, commandContext);
    return saved(context, before, after);
  },
});

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
