import { query } from '../define.ts';
import { toCourierStops } from '../domain/courier-stops.ts';
import { noInstructions } from '../domain/instructions.ts';
import { dayOfRun, runMax } from '../domain/run.ts';
import { getJobOfDriver, listRun } from '../store/driver-jobs.ts';
import { siteDetailsOf } from '../workflows/desk-parts.ts';
import { readInstructions, readInstructionsOfAll } from '../workflows/instructions.ts';

export const getForCourier = query(
  'getForCourier',
  async ({ id, courier_id }, { db, config, clients }) => {
    const job = await getJobOfDriver(db, courier_id, id);
    const [sites, instructions] = await Promise.all([
      siteDetailsOf([job], clients),
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
      siteDetailsOf(jobs, clients),
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
