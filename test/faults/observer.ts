/** A consumer planted for these tests: it notes every event of a job, once per time it took effect. */
import { defineContract, jobs, withActions } from '@svc/contracts';
import { bind } from '@svc/kit/bind';
import { defineService } from '@svc/kit/service';
import { z } from 'zod';

/** An event of a job of this cost centre kills the consumer that handles it. */
export const poison = 'poison';

const observer = defineContract({ name: 'observer', actions: {}, events: {} });
const config = z.object({ OBSERVER_IMMUNE: z.stringbool().default(false) });

interface Tables {
  /** No constraint: an effect that happened twice is two rows. */
  seen: { event_id: string; job_id: string; type: string; sequence: number };
}

const { on } = bind<Tables, z.output<typeof config>>()(observer, { jobs });

const note = (type: 'job.created' | 'job.updated' | 'job.cancelled') =>
  on(
    'jobs',
    type,
    async ({ id, job_id, sequence, internals }, { db, config: { OBSERVER_IMMUNE } }) => {
      await db.insertInto('seen').values({ event_id: id, job_id, type, sequence }).execute();
      if (internals.job.cost_centre === poison && !OBSERVER_IMMUNE)
        process.kill(process.pid, 'SIGKILL');
    },
  );

export const observerService = defineService({
  contract: observer,
  calls: { jobs: withActions(jobs) },
  config,
  actions: {},
  reactions: [note('job.created'), note('job.updated'), note('job.cancelled')],
  schedules: [],
  migrations: [
    {
      name: '0001-seen',
      sql: `create table seen (id bigint generated always as identity primary key,
              event_id text not null, job_id text not null, type text not null, sequence int not null)`,
    },
  ],
});
