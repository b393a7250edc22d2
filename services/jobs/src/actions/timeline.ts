import { carrierDayOf } from '@svc/contracts';
import { query } from '../define.ts';
import type { WantedJob } from '../domain/driver-rank.ts';
import { rankDrivers } from '../domain/driver-rank.ts';
import type { JobRecord } from '../domain/job.ts';
import { twoDaysFrom } from '../domain/run.ts';
import { dueFrom, toDriverRow, toTimelineJob } from '../domain/timeline.ts';
import { getAnyJob } from '../store/dispatch-jobs.ts';
import { listDriverLoads, listUnassigned } from '../store/planned-jobs.ts';
import { activeDrivers, allVehicles } from '../workflows/fleet.ts';

const unassignedMax = 100;
const noLoad = { jobs: [], vehicle_id: null };
const nobody = { driver: null, vehicle: null, others: [] };

export const timeline = query(
  'timeline',
  async ({ date: wanted, limit, starting_after }, { db, clients, now }) => {
    const date = wanted ?? carrierDayOf(now);
    const span = twoDaysFrom(date);
    const isFirst = starting_after === undefined;
    const [page, left, vehicles, waiting] = await Promise.all([
      clients.tracking.listDrivers({ status: 'active', limit, starting_after }),
      isFirst ? clients.tracking.listDrivers({ status: 'retired', limit: 100 }) : { data: [] },
      allVehicles(clients),
      listUnassigned(db, { to: span.to, dueFrom: dueFrom(span, now), max: unassignedMax + 1 }),
    ]);
    const retired = left.data.filter(({ status }) => status === 'retired');
    const drivers = [...retired, ...page.data];
    const loads = await listDriverLoads(
      db,
      drivers.map(({ id }) => id),
    );
    const rows = drivers.map((driver) =>
      toDriverRow(driver, loads.get(driver.id) ?? noLoad, { vehicles, span, now }),
    );
    return {
      object: 'timeline' as const,
      date,
      from: span.from.toISOString(),
      to: span.to.toISOString(),
      unassigned: waiting.slice(0, unassignedMax).map((job) => toTimelineJob(job, nobody, now)),
      has_more_unassigned: waiting.length > unassignedMax,
      drivers: rows.filter(({ status, jobs }) => status !== 'retired' || jobs.length > 0),
      has_more: page.has_more,
    };
  },
);

export const suggestDrivers = query(
  'suggestDrivers',
  async ({ id, limit }, { db, clients, now }) => {
    const job = await getAnyJob(db, id);
    const [drivers, vehicles] = await Promise.all([
      activeDrivers(clients),
      allVehicles(clients, 'active'),
    ]);
    const ids = drivers.map((driver) => driver.id);
    const loads = await listDriverLoads(db, ids);
    const candidates = drivers.map((driver) => {
      const { jobs, vehicle_id } = loads.get(driver.id) ?? noLoad;
      return { driver, vehicle: vehicles.get(vehicle_id ?? '') ?? null, jobs };
    });
    return {
      object: 'driver_suggestions' as const,
      job_id: job.id,
      version: job.version,
      data: rankDrivers(wantedOf(job), candidates, now).slice(0, limit),
    };
  },
);

const wantedOf = ({ priced, ...job }: JobRecord): WantedJob => ({
  ...job,
  temperature_class: priced.temperature_class,
  parcels: priced.parcels,
});
