import { type AssignmentFact, byCarrier, type TransferReport } from '@svc/contracts';
import { isTransferCode } from '../adapters/transfer-codes.ts';
import { command, type JobsClients } from '../define.ts';
import type { JobRecord } from '../domain/job.ts';
import { requireVersion } from '../domain/last-change.ts';
import { recordedJob } from '../domain/recorded-job.ts';
import { toCourierJob } from '../domain/resource.ts';
import { transition } from '../domain/transition.ts';
import { lockAnyJob } from '../store/dispatch-jobs.ts';
import { applyTransition } from '../workflows/apply-transition.ts';
import { isRepeated, reportContext } from '../workflows/device-report.ts';
import { decideEach, saveDecision } from '../workflows/save-decision.ts';

export const transfer = command('transfer', {
  gather: ({ driver_id, vehicle_id }, { clients }) =>
    clients.tracking.assignmentDetails({ driver_id, vehicle_id }),
  gathersFirst: true,
  handle: async (request, context) => {
    const { seal, box_temperature_c, parcels_scanned, reason } = request;
    const before = await lockAnyJob(context.db, request.id);
    requireVersion(before, request.version);
    const scanned = { seal, box_temperature_c, parcels_scanned };
    const told = { side: 'desk', ...scanned, reason, to: context.gathered } as const;
    const given = reportContext(request, context);
    return saveDecision(context, before, transition(before, { type: 'transfer', ...told }, given));
  },
});

export const reportTransfer = command('reportTransfer', {
  gather: (request, { clients }) => findCrew(request, clients),
  gathersFirst: true,
  handle: async (request, context) => {
    const { db, config, emit, now, gathered, recordChange } = context;
    const before = await lockAnyJob(db, request.id);
    if (await isRepeated(db, before, request)) return toCourierJob(before);
    const { side, seal, box_temperature_c, parcels_scanned, reason } = request;
    const told = { side, seal, box_temperature_c, parcels_scanned, reason };
    const code = request.side === 'take' ? request.code : undefined;
    const giver = findGiver(code, before, { now, secret: config.SVC_SECRET });
    const given = reportContext(request, context);
    const after = transition(before, { type: 'transfer', ...told, to: gathered, giver }, given);
    await applyTransition({ db, emit }, { before, after }, given);
    recordChange(recordedJob(after.job, before));
    return toCourierJob(after.job);
  },
});

export const transferMany = command('transferMany', {
  gather: ({ driver_id, vehicle_id }, { clients }) =>
    clients.tracking.assignmentDetails({ driver_id, vehicle_id }),
  gathersFirst: true,
  handle: ({ jobs, reason, by: person }, context) => {
    const { actor, now, gathered: to } = context;
    const given = { now, by: byCarrier(actor, undefined), person };
    return decideEach(jobs, context, (before, version) => {
      requireVersion(before, version);
      return transition(before, { type: 'transfer', side: 'desk', to, reason }, given);
    });
  },
});

/** The courier with the vehicle that gets the parcels; null of one who gives. */
async function findCrew(
  { courier_id: driver_id, ...request }: TransferReport,
  { tracking }: Pick<JobsClients, 'tracking'>,
): Promise<AssignmentFact | null> {
  if (request.side === 'give' || driver_id === undefined) return null;
  return tracking.assignmentDetails({ driver_id, registration: request.registration });
}

/** The courier whose transfer code this is: the holder, or an earlier one, as the parcels may have gone on. */
function findGiver(
  code: string | undefined,
  { assignment, transfers }: JobRecord,
  at: { now: Date; secret: string },
): AssignmentFact | undefined {
  if (code === undefined) return undefined;
  const holders = [assignment, ...transfers.flatMap(({ from, to }) => [from, to])];
  return holders
    .flatMap((each) => each ?? [])
    .find(({ driver_id: driverId }) => isTransferCode(code, { driverId, ...at }));
}
