/** Enqueued tasks of a handler, and the statement that stores them with its effect. */
import { workerSchema } from '../database/owner.ts';
import type { SqlStatement } from '../database/transaction.ts';
import { currentTraceparent } from '../observability/trace-context.ts';
import type { Enqueue, EnqueueOptions } from '../service/task.ts';

export interface EnqueuedTask extends EnqueueOptions {
  name: string;
  payload: unknown;
  attemptsMax: number;
  /** Trace context of the handler; stored as a member of the payload. */
  traceparent?: string;
}

/** The `enqueue` of a handler. Throws for a payload that does not fit, or a task without handler. */
export const collectTasks =
  (known: ReadonlySet<string>, tasks: EnqueuedTask[]): Enqueue =>
  ({ name, payload: schema, attemptsMax }, payload, options = {}) => {
    if (!known.has(name)) throw new Error(`no handler of task ${name}`);
    schema.parse(payload);
    const traceparent = currentTraceparent();
    tasks.push({ name, payload, attemptsMax, ...options, ...(traceparent && { traceparent }) });
  };

/** A task of now runs as soon as both clocks, the service's and the database's, have come there. */
export function insertTasks(
  service: string,
  tasks: readonly EnqueuedTask[],
  now: Date,
): SqlStatement {
  // `add_jobs` cannot replace a row of its own statement.
  const byKey = new Map(tasks.map((task, place) => [task.key ?? place, task]));
  const rows = [...byKey.values()];
  const schema = workerSchema(service);
  return {
    name: 'kit-tasks-insert',
    text: `select from ${schema}.add_jobs(array(
             select (name, payload, queue, coalesce(at, least($7, now())), attempts, key, 0::smallint,
                     null::text[])::${schema}.job_spec
               from unnest($1::text[], $2::json[], $3::text[], $4::timestamptz[], $5::smallint[],
                           $6::text[]) as task(name, payload, queue, at, attempts, key)))`,
    values: [
      rows.map(({ name }) => name),
      rows.map(({ payload, traceparent }) =>
        JSON.stringify(traceparent ? { ...Object(payload), traceparent } : payload),
      ),
      rows.map(({ queue }) => queue),
      rows.map(({ at }) => at),
      rows.map(({ attemptsMax }) => attemptsMax),
      rows.map(({ key }) => key),
      now,
    ],
  };
}
