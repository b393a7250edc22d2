/** Runs schedules on request, and durable tasks by the clock of a test: graphile-worker's runner goes by the process's. */
import { workerSchema } from '../database/owner.ts';
import type { HostedService } from '../host/hosted-service.ts';
import type { RunningWorker } from '../service/bind.ts';
import { runSchedule } from '../tasks/schedules.ts';
import { runTask } from '../tasks/task-run.ts';
import { pollLoop } from '../values/poll-loop.ts';

const idleMs = 20;

/**
 * Runs tasks until stopped: one at a time per service, as soon as it is due by the service's clock.
 */
export function runTasksByClock(services: readonly HostedService[]): RunningWorker {
  const loops = services
    .filter(({ definition }) => definition.tasks?.length)
    .map((service) =>
      pollLoop(
        { idleMs, pass: () => runDueTask(service) },
        { name: 'tasks', log: service.runtime.log },
      ),
    );
  return {
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

/** False if none was due. */
async function runDueTask({ definition, runtime }: HostedService): Promise<boolean> {
  const { clock, pools, service, tasks } = runtime;
  const schema = workerSchema(service);
  const { rows } = await pools.write.query(
    `update ${schema}._private_jobs as job
        set attempts = job.attempts + 1, locked_at = now(), locked_by = 'test'
       from ${schema}._private_tasks as task
      where task.id = job.task_id and job.id = (
        select j.id from ${schema}._private_jobs j join ${schema}._private_tasks t on t.id = j.task_id
         where j.is_available and j.run_at <= $1 and t.identifier = any ($2)
         order by j.run_at, j.id limit 1 for update of j skip locked)
     returning job.id, task.identifier, job.payload, job.attempts, job.max_attempts`,
    [clock.now(), [...tasks]],
  );
  const [row] = rows;
  if (!row) return false;
  try {
    await runTask(runtime, definition, {
      ...{ name: row.identifier, payload: row.payload },
      ...{ attempt: row.attempts, attemptsMax: row.max_attempts },
    });
    await pools.write.query(`delete from ${schema}._private_jobs where id = $1`, [row.id]);
  } catch (err) {
    await pools.write.query(
      `update ${schema}._private_jobs
          set locked_at = null, locked_by = null, last_error = $3,
              run_at = greatest($2, run_at) + exp(least(attempts, 10)) * interval '1 second'
        where id = $1`,
      [row.id, clock.now(), String(err)],
    );
  }
  return true;
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
