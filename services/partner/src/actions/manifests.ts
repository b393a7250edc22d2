import { createHash } from 'node:crypto';
import { manifestFields, type Specimen } from '@svc/contracts';
import { newId } from '@svc/kit/ids';
import { unknownFields } from '@svc/kit/json-unknown-fields';
import { BadInput, Refusal } from '@svc/kit/refusal';
import type { Kysely } from 'kysely';
import { calendarOf } from '../adapters/calendar.ts';
import { command, query } from '../define.ts';
import {
  requireNoPatientData,
  specimensOf,
  targetOf,
  toManifestResource,
} from '../domain/manifest.ts';
import { withVerdicts } from '../domain/reception.ts';
import { addDays, type Calendar, isPending, nextRunOn } from '../domain/route.ts';
import {
  getManifest as getStored,
  insertManifest,
  type ManifestTarget,
} from '../store/manifests.ts';
import { listVerdicts } from '../store/reception.ts';
import { getRoute } from '../store/routes.ts';
import type { Tables } from '../store/schema.ts';
import { listRunStops } from '../store/stops.ts';
import { reconcileManifests } from '../workflows/reconcile-manifests.ts';

const findUnknown = unknownFields(manifestFields);

export const pushManifest = command('pushManifest', {
  gather: async (input, { clients }) => {
    requireNoPatientData(input);
    const unknown = findUnknown(input);
    if (unknown.length > 0) throw new BadInput(unknown);
    const specimens = specimensOf(input);
    const target = targetOf(input);
    if ('route_id' in target) return { specimens, target };
    const { id } = await clients.jobs.locate({ id: target.job_id });
    return { specimens, target: { job_id: id } };
  },
  handle: async (_input, { db, tenant, now, config, emit, gathered }) => {
    const { specimens } = gathered;
    const calendar = calendarOf(config.SVC_PUBLIC_HOLIDAYS);
    const target: ManifestTarget =
      'job_id' in gathered.target
        ? gathered.target
        : {
            ...gathered.target,
            run_on: await getNextRun(db, { tenant, now, calendar }, gathered.target.route_id),
          };
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
    await reconcileManifests({ db, tenant, emit }, target);
    return toManifestResource(await getStored(db, tenant, id));
  },
});

export const getManifest = query('getManifest', async ({ id }, { db, tenant }) => {
  const manifest = await getStored(db, tenant, id);
  const verdicts = await listVerdicts(db, tenant, manifest);
  return { ...toManifestResource(manifest), specimens: withVerdicts(manifest, verdicts) };
});

/** Content digest; equal for equal lists, because specimens are sorted and their fields ordered. */
const digestOf = (specimens: readonly Specimen[]): string =>
  `sha256:${createHash('sha256').update(JSON.stringify(specimens)).digest('hex')}`;

/** Today's run while one of its stops is pending, otherwise the next run. */
async function getNextRun(
  db: Kysely<Tables>,
  { tenant, now, calendar }: { tenant: string; now: Date; calendar: Calendar },
  routeId: string,
): Promise<string> {
  const route = await getRoute(db, tenant, routeId);
  const today = calendar.dateAt(now, route.plan.timezone);
  const stops = await listRunStops(db, tenant, { route_id: route.id, run_on: today });
  if (stops.some(isPending)) return today;
  const { starts_at: tomorrow } = calendar.windowOn(
    addDays(today, 1),
    '00:00-00:01',
    route.plan.timezone,
  );
  const run_on = nextRunOn(route, stops.length > 0 ? tomorrow : now, calendar);
  if (run_on === null) throw new Refusal('invalid_target', 'The route has no run to come.');
  return run_on;
}
