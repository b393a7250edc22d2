import type { JobsClients } from '../define.ts';
import { query } from '../define.ts';
import { type SitesById, toCourierStops } from '../domain/courier-stops.ts';
import { noInstructions } from '../domain/instructions.ts';
import type { JobRecord } from '../domain/job.ts';
import { dayOfRun, runMax } from '../domain/run.ts';
import { getJobOfDriver, listRun } from '../store/driver-jobs.ts';
import { readInstructions, readInstructionsOfAll } from '../workflows/instructions.ts';

export const getForCourier = query(
  'getForCourier',
  async ({ id, courier_id }, { db, config, clients }) => {
    const job = await getJobOfDriver(db, courier_id, id);
    const [sites, instructions] = await Promise.all([
      sitesOf([job], clients),
      readInstructions(job, { db, config }),
    ]);
    return toCourierStops(job, { sites, instructions });
  },
);

export const runOfCourier = query(
  'runOfCourier',
  async ({ courier_id }, { db, config, clients, now }) => {
    const { date, from, to } = dayOfRun(now);
    const found = await listRun(db, courier_id, { from, to, max: runMax + 1 });
    const jobs = found.slice(0, runMax);
    const [sites, instructions] = await Promise.all([
      sitesOf(jobs, clients),
      readInstructionsOfAll(jobs, { db, config }),
    ]);
    return {
      object: 'courier_run' as const,
      date,
      data: jobs.map((job) =>
        toCourierStops(job, { sites, instructions: instructions.get(job.id) ?? noInstructions }),
      ),
      has_more: found.length > runMax,
    };
  },
);

async function sitesOf(
  jobs: readonly JobRecord[],
  { accounts }: Pick<JobsClients, 'accounts'>,
): Promise<SitesById> {
  const site_ids = [
    ...new Set(jobs.flatMap(({ pickup, dropoff }) => [pickup.site_id, dropoff.site_id])),
  ];
  if (site_ids.length === 0) return new Map();
  const { sites } = await accounts.siteDetails({ site_ids });
  return new Map(sites.map((site) => [site.id, site]));
}
