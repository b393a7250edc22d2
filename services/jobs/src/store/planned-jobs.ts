/** Jobs that are not over, as the desk plans them: of all tenants, in narrow rows. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DriverLoad, PlannedJob } from '../domain/planned-job.ts';
import type { Tables } from './schema.ts';

const perDriverMax = 50;

const columns = sql`id, ref, version, last_change, status, tenant_name, pickup, dropoff, starts_at,
  sla_due, assignment, temperature_profile, priced ->> 'service' as service, priced ->> 'priority' as priority,
  priced ->> 'temperature_class' as temperature_class, (priced ->> 'parcels')::int as parcels`;

/** Ready before `to` and due from `dueFrom` on, the next due first. */
export async function listUnassigned(
  db: Kysely<Tables>,
  { to, dueFrom, max }: { to: Date; dueFrom: Date | null; max: number },
): Promise<PlannedJob[]> {
  const { rows } = await sql<PlannedJob>`
    select ${columns} from job
     where status = 'booked' and copy_tenant_id = '' and starts_at < ${to}
       and (${dueFrom}::timestamptz is null or sla_due >= ${dueFrom})
     order by sla_due, id limit ${max}`.execute(db);
  return rows;
}

interface LoadRow extends PlannedJob {
  of_driver: string;
  vehicle_id: string | null;
  is_open: boolean;
}

/**
 * Open jobs by the index `job_run` and the newest job by `job_driver`, per driver, in one
 * statement.
 */
export async function listDriverLoads(
  db: Kysely<Tables>,
  driverIds: readonly string[],
): Promise<ReadonlyMap<string, DriverLoad>> {
  const { rows } = await loads(driverIds).execute(db);
  const byDriver = new Map<string, DriverLoad>();
  for (const { of_driver, vehicle_id, is_open, ...job } of rows) {
    const load = byDriver.get(of_driver) ?? { jobs: [], vehicle_id: null };
    if (is_open) load.jobs.push(job);
    else load.vehicle_id = vehicle_id;
    byDriver.set(of_driver, load);
  }
  return byDriver;
}

const loads = (driverIds: readonly string[]): RawBuilder<LoadRow> => sql<LoadRow>`
  select driver.id as of_driver, found.*
    from unnest(${driverIds}::text[]) as driver(id)
   cross join lateral (
     (select ${columns}, assignment ->> 'vehicle_id' as vehicle_id, true as is_open
        from job
       where driver_id = driver.id and copy_tenant_id = ''
         and status not in ('delivered', 'cancelled') and return_job_id is null
       order by sla_due, id limit ${perDriverMax})
     union all
     (select ${columns}, assignment ->> 'vehicle_id' as vehicle_id, false as is_open
        from job
       where driver_id = driver.id
       order by id desc limit 1)) as found`;
