import { unlessAway } from '@svc/kit/unless-away';
import { transferCodeOf } from '../adapters/transfer-codes.ts';
import { query } from '../define.ts';
import { toCourierStops, toExpected } from '../domain/courier-stops.ts';
import { expectedBy } from '../domain/hub.ts';
import { noInstructions } from '../domain/instructions.ts';
import type { JobRecord } from '../domain/job.ts';
import { dayOfRun, runMax } from '../domain/run.ts';
import { getJobOfDriver, listRun } from '../store/driver-jobs.ts';
import { listLegsOf } from '../store/hub-jobs.ts';
import { listMessageStates } from '../store/job-messages.ts';
import { boxesOf, siteDetailsOf } from '../workflows/desk-parts.ts';
import { readInstructions, readInstructionsOfAll } from '../workflows/instructions.ts';

export const getForCourier = query(
  'getForCourier',
  async ({ id, courier_id }, { db, config, clients }) => {
    const job = await getJobOfDriver(db, courier_id, id);
    const [sites, boxes, instructions, states] = await Promise.all([
      siteDetailsOf([job], clients),
      boxesOf([job], clients),
      readInstructions(job, { db, config }),
      listMessageStates(db, [job], 'courier'),
    ]);
    const messages = states.get(job.id);
    return toCourierStops(job, { sites, boxes: boxes(job), instructions, messages });
  },
);

export const runOfCourier = query(
  'runOfCourier',
  async ({ courier_id }, { db, config, clients, now }) => {
    const { date, from, to } = dayOfRun(now);
    const [found, kept] = await Promise.all([
      listRun(db, courier_id, { from, to, max: runMax + 1 }),
      unlessAway(clients.tracking.hubDetails({ kept_by: courier_id })),
    ]);
    const hub = kept?.hubs[0];
    const own = found.slice(0, runMax);
    const courier = { driver: courier_id, hubId: hub?.vehicle_id ?? null };
    const taken = expectedBy(await listLegsOf(db, courier), courier).slice(0, runMax);
    const jobs = [...own, ...taken.map(({ job }) => job)];
    const [sites, boxes, instructions, states] = await Promise.all([
      siteDetailsOf(jobs, clients),
      boxesOf(jobs, clients),
      readInstructionsOfAll(jobs, { db, config }),
      listMessageStates(db, jobs, 'courier'),
    ]);
    const stopsOf = (job: JobRecord) =>
      toCourierStops(job, {
        sites,
        boxes: boxes(job),
        instructions: instructions.get(job.id) ?? noInstructions,
        messages: states.get(job.id),
      });
    return {
      object: 'courier_run' as const,
      date,
      data: own.map(stopsOf),
      hub: hub?.registration ?? null,
      expected: taken.map((each) => ({
        ...stopsOf(each.job),
        // Data minimisation: a keeper meets neither sender nor recipient.
        ...(each.is_kept && noInstructions),
        ...toExpected(each, sites),
      })),
      has_more: found.length > runMax,
      transfer_code: transferCodeOf(courier_id, now, config.SVC_SECRET),
    };
  },
);
