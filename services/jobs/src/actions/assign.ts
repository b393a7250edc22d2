import type { AssignmentFact } from '@svc/contracts';
import { byCarrier } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import type { Kysely } from 'kysely';
import { generateCode } from '../adapters/handover-codes.ts';
import { command, type JobsClients, type JobsCommandContext } from '../define.ts';
import type { JobRecord } from '../domain/job.ts';
import type { TransitionResult } from '../domain/job-command.ts';
import { replacedAssignment, requireVersion } from '../domain/last-change.ts';
import { transition } from '../domain/transition.ts';
import { getAnyJob, lockAnyJob } from '../store/dispatch-jobs.ts';
import type { Tables } from '../store/schema.ts';
import { decideEach, saveDecision } from '../workflows/save-decision.ts';

export const assign = command('assign', {
  gather: ({ driver_id, vehicle_id }, { clients }) =>
    clients.tracking.assignmentDetails({ driver_id, vehicle_id }),
  gathersFirst: true,
  handle: async (input, context) => {
    const before = await lockAnyJob(context.db, input.id);
    return saveDecision(context, before, assigned(before, input, context));
  },
});

export const assignMany = command('assignMany', {
  gather: ({ driver_id, vehicle_id }, { clients }) =>
    clients.tracking.assignmentDetails({ driver_id, vehicle_id }),
  gathersFirst: true,
  handle: ({ jobs, by }, context) =>
    decideEach(jobs, context, (before, version) => assigned(before, { version, by }, context)),
});

interface Seen {
  version?: number | undefined;
  by?: string | undefined;
}

type Assigning = Pick<JobsCommandContext, 'actor' | 'now' | 'config'> & {
  gathered: AssignmentFact;
};

function assigned(
  before: JobRecord,
  { version, by: person }: Seen,
  { actor, now, config, gathered: assignment }: Assigning,
): TransitionResult {
  requireVersion(before, version);
  const { registration, hub_site_id } = assignment;
  if (hub_site_id !== undefined)
    throw new Refusal('unknown_vehicle', `${registration} is a hub: transfer parcels into it.`);
  const new_code = generateCode(config.SVC_SECRET);
  const new_pickup_code = generateCode(config.SVC_SECRET);
  const assigning = { type: 'assign', assignment, new_code, new_pickup_code } as const;
  return transition(before, assigning, { now, by: byCarrier(actor, undefined), person });
}

export const undoAssignment = command('undoAssignment', {
  gather: ({ id }, context) => findReplaced([id], context),
  gathersFirst: true,
  handle: async ({ id, version, by }, context) => {
    const before = await lockAnyJob(context.db, id);
    return saveDecision(context, before, restored(before, { version, by }, context));
  },
});

export const undoAssignments = command('undoAssignments', {
  gather: ({ jobs }, context) =>
    findReplaced(
      jobs.map(({ id }) => id),
      context,
    ),
  gathersFirst: true,
  handle: ({ jobs, by }, context) =>
    decideEach(jobs, context, (before, version) => restored(before, { version, by }, context)),
});

/** The drivers and vehicles before may have been retired meanwhile. */
async function findReplaced(
  ids: readonly string[],
  { db, clients }: { db: Kysely<Tables>; clients: JobsClients },
): Promise<void> {
  for (const id of ids) {
    const replaced = replacedAssignment(await getAnyJob(db, id));
    if (!replaced) continue;
    const { driver_id, vehicle_id } = replaced;
    await clients.tracking.assignmentDetails({ driver_id, vehicle_id });
  }
}

function restored(
  before: JobRecord,
  { version, by: person }: Seen,
  { actor, now }: Pick<JobsCommandContext, 'actor' | 'now'>,
): TransitionResult {
  requireVersion(before, version);
  const by = byCarrier(actor, undefined);
  return transition(before, { type: 'undo_assignment' }, { now, by, person });
}
