import { type AssignmentFact, byCarrier, type PlannedLeg } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import { command, type JobsClients, query } from '../define.ts';
import { toHub } from '../domain/hub.ts';
import { requireVersion } from '../domain/last-change.ts';
import { type LegRecord, openLeg } from '../domain/leg.ts';
import { keptParts, toDeskLegs } from '../domain/legs.ts';
import { transition } from '../domain/transition.ts';
import { getAnyJob, lockAnyJob } from '../store/dispatch-jobs.ts';
import { listHubJobs } from '../store/hub-jobs.ts';
import { saveDecision } from '../workflows/save-decision.ts';

export const planLegs = command('planLegs', {
  gather: async ({ id, legs }, { db, clients }) => {
    const kept = keptParts(await getAnyJob(db, id), legs);
    const open = await findStops(legs.slice(kept.length), clients);
    return legs.map((each, n) => toLeg(each, kept[n] ?? open[n - kept.length]));
  },
  handle: async ({ id, version, by: person }, context) => {
    const { actor, now, gathered: legs } = context;
    const before = await lockAnyJob(context.db, id);
    requireVersion(before, version);
    const by = byCarrier(actor, undefined);
    const after = transition(before, { type: 'plan_legs', legs }, { now, by, person });
    return { ...(await saveDecision(context, before, after)), legs: toDeskLegs(after.job) };
  },
});

type Stop = Pick<LegRecord, 'hub' | 'crew'>;

/** Hubs and couriers of the plan, as the fleet has them now. */
async function findStops(
  planned: readonly PlannedLeg[],
  { tracking }: Pick<JobsClients, 'tracking'>,
): Promise<Stop[]> {
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
  return planned.map((_, n) => ({ hub: hubs[n] ?? null, crew: crews[n] ?? null }));
}

const toLeg = ({ due_at, share_percent }: PlannedLeg, stop: Stop | undefined): LegRecord => ({
  ...openLeg,
  ...{ hub: stop?.hub ?? null, crew: stop?.crew ?? null, share_percent },
  due_at: due_at === null ? null : new Date(due_at).toISOString(),
});

export const getHub = query('getHub', async ({ id }, { db, clients }) => {
  const { hubs } = await clients.tracking.hubDetails({ hub_ids: [id] });
  const [hub] = hubs;
  if (!hub) throw new Refusal('vehicle_not_found', 'No hub with this id.');
  return toHub(hub, await listHubJobs(db, id));
});
