import { newId } from '@svc/kit/ids';
import { Refusal } from '@svc/kit/refusal';
import type { Kysely } from 'kysely';
import { calendar } from '../calendar.ts';
import { compareCollected, isToCome } from '../comparing.ts';
import { command } from '../define.ts';
import { digestOf } from '../digest.ts';
import {
  requireNoPatientData,
  specimensOf,
  targetOf,
  toManifestResource,
} from '../domain/manifest.ts';
import { addDays, nextRunOn, type PlannedRoute } from '../domain/route.ts';
import { getManifest, insertManifest, type Target } from '../store/manifests.ts';
import { getRoute } from '../store/routes.ts';
import type { Tables } from '../store/schema.ts';
import { listRunStops } from '../store/stops.ts';

export const pushManifest = command('pushManifest', {
  gather: async (input, { clients }) => {
    requireNoPatientData(input);
    const specimens = specimensOf(input);
    const target = targetOf(input);
    if ('route_id' in target) return { specimens, target };
    const { id } = await clients.jobs.locate({ id: target.job_id });
    return { specimens, target: { job_id: id } };
  },
  handle: async (_input, { db, tenant, now, emit, facts }) => {
    const { specimens } = facts;
    const target: Target =
      'job_id' in facts.target
        ? facts.target
        : { ...facts.target, run_on: await runToCome(db, { tenant, now }, facts.target.route_id) };
    const id = newId('mf_', now);
    await insertManifest(db, tenant, {
      tenant_id: tenant,
      id,
      status: 'open',
      route_id: null,
      run_on: null,
      job_id: null,
      ...target,
      specimens,
      specimen_count: specimens.length,
      scanned_count: null,
      digest: digestOf(specimens),
      created_at: now,
    });
    await compareCollected({ db, tenant, emit }, target);
    return toManifestResource(await getManifest(db, tenant, id));
  },
});

/** The run that is under way, else the next one. */
async function runToCome(
  db: Kysely<Tables>,
  { tenant, now }: { tenant: string; now: Date },
  routeId: string,
): Promise<string> {
  const route = await getRoute(db, tenant, routeId);
  const today = calendar.dateAt(now, route.plan.timezone);
  const stops = await listRunStops(db, tenant, { route_id: route.id, run_on: today });
  if (stops.some(isToCome)) return today;
  const run_on = nextRunOn(route, stops.length > 0 ? tomorrow(route, today) : now, calendar);
  if (run_on === null) throw new Refusal('invalid_target', 'The route has no run to come.');
  return run_on;
}

const tomorrow = ({ plan }: PlannedRoute, today: string): Date =>
  calendar.windowOn(addDays(today, 1), '00:00-00:01', plan.timezone).starts_at;
