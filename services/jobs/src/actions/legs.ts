import { type AssignmentFact, byCarrier, type PlannedLeg } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import { command, type JobsClients, query } from '../define.ts';
import { toHub } from '../domain/hub.ts';
import { requireVersion } from '../domain/last-change.ts';
import { type LegRecord, openLeg } from '../domain/leg.ts';
import { toDeskLegs } from '../domain/legs.ts';
import { transition } from '../domain/transition.ts';
import { lockAnyJob } from '../store/dispatch-jobs.ts';
import { listHubJobs } from '../store/hub-jobs.ts';
import { saveDecision } from '../workflows/save-decision.ts';

export const planLegs = command('planLegs', {
  gather: ({ legs }, { clients }) => findStops(legs, clients),
  handle: async ({ id, version, by: person }, context) => {
    const { actor, now, gathered: legs } = context;
    const before = await lockAnyJob(context.db, id);
    requireVersion(before, version);
    const by = byCarrier(actor, undefined);
    const after = transition(before, { type: 'plan_legs', legs }, { now, by, person });
    return { ...(await saveDecision(context, before, after)), legs: toDeskLegs(after.job) };
  },
});

/** Hubs and couriers of the plan, as the fleet has them now. */
async function findStops(
  planned: readonly PlannedLeg[],
  { tracking }: Pick<JobsClients, 'tracking'>,
): Promise<LegRecord[]> {
  const hub_ids = planned.flatMap(({ hub_id }) => hub_id ?? []);
  const { hubs } = await tracking.hubDetails({ hub_ids });
  if (hubs.length < hub_ids.length)
    throw new Refusal('unknown_hub', 'No hub with one of these ids.');
  const crews = await Promise.all(
    planned.map(async ({ driver_id, vehicle_id }): Promise<AssignmentFact | null> => {
      if (driver_id === null || vehicle_id === null) return null;
      return tracking.assignmentDetails({ driver_id, vehicle_id });
    }),
  );
  return planned.map(({ due_at, share_percent }, n) => ({
    ...openLeg,
    hub: hubs[n] ?? null,
    due_at: due_at === null ? null : new Date(due_at).toISOString(),
    ...{ crew: crews[n] ?? null, share_percent },
  }));
}

export const getHub = query('getHub', async ({ id }, { db, clients }) => {
  const { hubs } = await clients.tracking.hubDetails({ hub_ids: [id] });
  const [hub] = hubs;
  if (!hub) throw new Refusal('vehicle_not_found', 'No hub with this id.');
  return toHub(hub, await listHubJobs(db, id));
});
