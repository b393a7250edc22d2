/** An operator's view of durable tasks (`service/task.ts`). */
import { z } from 'zod';
import { workerSchema } from '../database/owner.ts';
import type { ActionHandler } from '../nats/broker.ts';
import type { Runtime } from '../service/runtime.ts';

const shownMax = 200;

export const listTasks =
  ({ service, pools, clock }: Runtime): ActionHandler =>
  async () => {
    const table = `${workerSchema(service)}.jobs`;
    const counts = await pools.read.query(
      `select task_identifier as task,
              count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= $1)::int as due,
              count(*) filter (where locked_at is not null)::int as running,
              count(*) filter (where locked_at is null and attempts < max_attempts and run_at > $1)::int as later,
              count(*) filter (where locked_at is null and attempts >= max_attempts)::int as given_up
         from ${table} group by 1 order by 1`,
      [clock.now()],
    );
    const { rows } = await pools.read.query<{ created_at: Date }>(
      `select id::text, task_identifier as task, attempts::int, created_at, last_error from ${table}
        where locked_at is null and attempts >= max_attempts order by jobs.id limit ${shownMax}`,
    );
    const givenUp = rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
    return { ok: { counts: counts.rows, given_up: givenUp } };
  };

/** Request to retry these tasks; without ids, all that were given up. */
const retryRequest = z.object({ ids: z.array(z.string().regex(/^\d{1,18}$/)).optional() });
export const retryTasks =
  ({ service, pools, clock, log }: Runtime): ActionHandler =>
  async (input) => {
    const { success, data } = retryRequest.safeParse(input);
    if (!success) return { invalid: [] };
    const schema = workerSchema(service);
    const { rows } = await pools.write.query<{ id: string }>(
      `select id::text from ${schema}.reschedule_jobs(
         array(select id from ${schema}.jobs where locked_at is null and attempts >= max_attempts
                  and ($1::bigint[] is null or id = any ($1))),
         run_at => $2, attempts => 0)`,
      [data.ids ?? null, clock.now()],
    );
    const retried = rows.map(({ id }) => id);
    log.info({ tasks: retried }, 'given-up tasks rescheduled by an operator');
    return { ok: { retried } };
  };
