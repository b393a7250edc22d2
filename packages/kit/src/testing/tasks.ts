/** Runs schedules on request, and durable tasks by the clock of a test: graphile-worker's runner goes by the process's. */
import type { QueryResult } from 'pg';
import { workerSchema } from '../database/owner.ts';
import type { HostedService } from '../host/hosted-service.ts';
import type { RunningWorker } from '../service/bind.ts';
import { runSchedule } from '../tasks/schedules.ts';
import { runTask } from '../tasks/task-run.ts';
import { pollLoop } from '../values/poll-loop.ts';

const tickMs = 20;
/** For tasks that no transaction of the service stored. */
const lookEveryMs = 500;

/**
 * Runs tasks until stopped: one at a time per service, as soon as it is due by the service's clock.
 * The database is asked when a transaction ended or the clock came to the next task: an environment
 * at rest, of which a suite has many, costs nothing.
 */
export function runTasksByClock(services: readonly HostedService[]): RunningWorker {
  const loops = services
    .filter(({ definition }) => definition.tasks?.length)
    .map((service) =>
      pollLoop(
        { idleMs: tickMs, pass: taskLook(service) },
        { name: 'tasks', log: service.runtime.log },
      ),
    );
  return {
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

/** A pass: true if a task was run. */
function taskLook(service: HostedService): () => Promise<boolean> {
  const { clock, pools } = service.runtime;
  const transactions = { ended: 0, own: 0, seen: -1 };
  pools.write.on('release', () => {
    transactions.ended += 1;
  });
  const query: Query = async (text, values) => {
    const answer = await pools.write.query(text, values).finally(() => {
      transactions.own += 1;
    });
    return answer.rows;
  };
  let next = { atMs: 0, lookedMs: 0 };
  return async () => {
    const others = transactions.ended - transactions.own;
    const isQuiet = others === transactions.seen && clock.now().getTime() < next.atMs;
    if (isQuiet && performance.now() - next.lookedMs < lookEveryMs) return false;
    transactions.seen = others;
    const lookedMs = performance.now();
    const { ran, nextAt } = await runDueTask(service, query);
    next = { atMs: nextAt?.getTime() ?? Number.POSITIVE_INFINITY, lookedMs };
    return ran;
  };
}
type Query = (text: string, values: unknown[]) => Promise<QueryResult['rows']>;

async function runDueTask({ definition, runtime }: HostedService, query: Query) {
  const { clock, service, tasks } = runtime;
  const schema = workerSchema(service);
  const own = `${schema}._private_jobs j join ${schema}._private_tasks t on t.id = j.task_id
    where j.is_available and t.identifier = any ($2)`;
  const [row] = await query(
    `with taken as (
       update ${schema}._private_jobs as job
          set attempts = job.attempts + 1, locked_at = now(), locked_by = 'test'
         from ${schema}._private_tasks as task
        where task.id = job.task_id and job.id = (
          select j.id from ${own} and j.run_at <= $1
           order by j.run_at, j.id limit 1 for update of j skip locked)
       returning job.id, task.identifier, job.payload, job.attempts, job.max_attempts
     )
     select next.at as next_at, taken.*
       from (select min(j.run_at) as at from ${own} and j.run_at > $1) next
       left join taken on true`,
    [clock.now(), [...tasks]],
  );
  const { id, next_at: nextAt } = row;
  if (id === null) return { ran: false, nextAt };
  try {
    await runTask(runtime, definition, {
      ...{ name: row.identifier, payload: row.payload },
      ...{ attempt: row.attempts, attemptsMax: row.max_attempts },
    });
    await query(`delete from ${schema}._private_jobs where id = $1`, [id]);
  } catch (err) {
    await query(
      `update ${schema}._private_jobs
          set locked_at = null, locked_by = null, last_error = $3,
              run_at = greatest($2, run_at) + exp(least(attempts, 10)) * interval '1 second'
        where id = $1`,
      [id, clock.now(), String(err)],
    );
  }
  return { ran: true, nextAt };
}

/** Runs one schedule of one service now, to its last batch. */
export async function runScheduleOf(
  services: readonly HostedService[],
  serviceName: string,
  scheduleName: string,
): Promise<void> {
  const found = services.find(({ definition }) => definition.contract.name === serviceName);
  const schedule = found?.schedules.find(({ name }) => name === scheduleName);
  if (!found || !schedule) throw new Error(`${serviceName} has no schedule ${scheduleName} here`);
  await runSchedule(found.runtime, found.definition.contract, schedule);
}
