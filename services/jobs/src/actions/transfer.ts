import { type AssignmentFact, byCarrier, type TransferReport } from '@svc/contracts';
import { isTransferCode } from '../adapters/transfer-codes.ts';
import { command, type JobsClients, type JobsCommandContext } from '../define.ts';
import type { JobRecord } from '../domain/job.ts';
import { requireVersion } from '../domain/last-change.ts';
import { recordedJob } from '../domain/recorded-job.ts';
import { toCourierJob } from '../domain/resource.ts';
import { noUnits, type TransferUnits, transferUnits } from '../domain/transfer-units.ts';
import { transition } from '../domain/transition.ts';
import { getAnyJob, lockAnyJob } from '../store/dispatch-jobs.ts';
import { applyTransition } from '../workflows/apply-transition.ts';
import { isRepeated, reportContext } from '../workflows/device-report.ts';
import { decideEach, saveDecision } from '../workflows/save-decision.ts';

export const transfer = command('transfer', {
  gather: async ({ id, driver_id, vehicle_id, units }, { db, clients }) => {
    const to = await clients.tracking.assignmentDetails({ driver_id, vehicle_id });
    return { to, along: await findUnits([id], units, { db, clients }) };
  },
  gathersFirst: true,
  handle: async (request, context) => {
    const { seal, box_temperature_c, reason } = request;
    const { to, along } = context.gathered;
    const before = await lockAnyJob(context.db, request.id);
    requireVersion(before, request.version);
    const scanned = { seal, box_temperature_c, ...scansOf(request, along(before.id)) };
    const told = { side: 'desk', ...scanned, reason, to } as const;
    const given = reportContext(request, context);
    return saveDecision(context, before, transition(before, { type: 'transfer', ...told }, given));
  },
});

export const reportTransfer = command('reportTransfer', {
  gather: async (request, { db, clients }) => {
    const to = await findCrew(request, clients);
    const units = 'units' in request ? request.units : undefined;
    return { to, along: units && (await findUnits([request.id], units, { db, clients })) };
  },
  gathersFirst: true,
  handle: async (request, context) => {
    const { db, config, emit, now, gathered, recordChange } = context;
    const before = await lockAnyJob(db, request.id);
    if (await isRepeated(db, before, request)) return toCourierJob(before);
    const { side, seal, box_temperature_c, reason } = request;
    const { to, along } = gathered;
    const scans = scansOf(request, along?.(before.id) ?? noUnits);
    const told = { side, seal, box_temperature_c, ...scans, reason, to };
    const code = request.side === 'take' ? request.code : undefined;
    const giver = findGiver(code, before, { now, secret: config.SVC_SECRET });
    const given = reportContext(request, context);
    const after = transition(before, { type: 'transfer', ...told, giver }, given);
    await applyTransition({ db, emit }, { before, after }, given);
    recordChange(recordedJob(after.job, before));
    return toCourierJob(after.job);
  },
});

export const transferMany = command('transferMany', {
  gather: async ({ jobs, driver_id, vehicle_id }, { db, clients }) => {
    const to = await clients.tracking.assignmentDetails({ driver_id, vehicle_id });
    const ids = jobs.map(({ id }) => id);
    return { to, along: await findUnits(ids, undefined, { db, clients }) };
  },
  gathersFirst: true,
  handle: ({ jobs, reason, by: person }, context) => {
    const { actor, now, gathered } = context;
    const { to, along } = gathered;
    const given = { now, by: byCarrier(actor, undefined), person };
    return decideEach(jobs, context, (before, version) => {
      requireVersion(before, version);
      const { units } = along(before.id);
      return transition(before, { type: 'transfer', side: 'desk', to, reason, units }, given);
    });
  },
});

/** By job: the units that go along with all of them. */
async function findUnits(
  idsOrRefs: readonly string[],
  scanned: readonly string[] | undefined,
  { db, clients }: Pick<JobsCommandContext, 'db'> & { clients: Pick<JobsClients, 'tracking'> },
): Promise<(jobId: string) => TransferUnits> {
  const jobs = await Promise.all(idsOrRefs.map((each) => getAnyJob(db, each)));
  const job_ids = jobs.map(({ id }) => id);
  const packed = await clients.tracking.boxesOfCourier({ job_ids, site_ids: [] });
  return (jobId) => transferUnits(jobId, packed, scanned);
}

/** Parcels in scanned units are scanned, unless the request has counted them itself. */
const scansOf = (
  { parcels_scanned }: { parcels_scanned?: number | undefined },
  { units, parcels_scanned: inUnits }: TransferUnits,
) => ({ units, parcels_scanned: parcels_scanned ?? inUnits });

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
