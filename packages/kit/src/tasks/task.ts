/**
 * Durable tasks: work that follows a transaction and may take long or call something remote.
 *
 * Terms
 * - **task type**: a name, the zod schema of its payload, and how often it is attempted.
 * - **task**: one row of the service's worker schema (graphile-worker), written by `enqueue` in the
 *   transaction of the effect that it follows.
 * - **handler**: `task(type, handle)` in the service's `tasks/`; gets what a worker gets.
 * - **key**: of two tasks with one key that have not started, the later one replaces the earlier.
 * - **queue**: its tasks run one at a time, in order of their run time.
 * - **runner**: takes due tasks, four at a time in each replica (`runner.ts`).
 *
 * States of a task
 *
 *     enqueued ──run time──▶ due ──▶ running ──▶ done: the row is deleted
 *                             ▲        │ ├─ threw ──▶ waits e^attempt s (at most 6 h) ──┐
 *                             │        │ └─ threw at its last attempt ──▶ given up      │
 *                             │        └─ its process died: released within 90 s ──┐    │
 *                             └────────────────────────────────────────────────────┴────┘
 *
 * Guarantees
 * - A task exists if, and only if, the transaction that enqueued it has committed.
 * - It runs at least once, however often processes die, until it succeeds or is given up.
 * - The payload is parsed when it is enqueued and when it runs: one that an older version wrote and
 *   this one cannot read is a failed attempt, not a wrong effect.
 * - What is given up is counted (`svc_task_attempts_total`, outcome `given_up`), logged as an error, and its
 *   row stays, with `last_error`, until an operator has it tried again:
 *   `select billing_worker.reschedule_jobs(array[<id>], now(), attempts => 0)`.
 *
 * Not guaranteed
 * - Exactly once: a process may die between the effect and the deletion of the row. **Handlers are
 *   idempotent**: they read what is the case, and do what is left to do.
 * - Order, but within a queue; and there a task that waits for its next attempt is overtaken.
 * - Punctuality: a task of now starts at once (NOTIFY); one of later within a second of its time.
 * - That the rows it names are still there: a tenant may be purged meanwhile.
 *
 * Payloads hold identifiers, no personal data and no secrets: they are kept as they are.
 *
 * Not for queues with many commits a second: each `enqueue` is a NOTIFY, and commits with a NOTIFY
 * wait for each other (decision 4). Queue names of high cardinality slow the runner down.
 */
import type { z } from 'zod';
import { workerSchema } from '../database/owner.ts';
import type { SqlStatement } from '../database/transaction.ts';
import { currentTraceparent } from '../tracing/trace-context.ts';

export interface TaskType<Payload extends z.ZodType = z.ZodType> {
  /** Of the service, kebab-case. */
  name: string;
  payload: Payload;
  attemptsMax: number;
}

/** By default about four days of attempts: longer than a weekend without an operator. */
export const taskType = <Payload extends z.ZodType>(
  name: string,
  payload: Payload,
  { attemptsMax = 25 }: { attemptsMax?: number } = {},
): TaskType<Payload> => ({ name, payload, attemptsMax });

export interface EnqueueOptions {
  /** Run time; as soon as possible by default. */
  at?: Date;
  key?: string;
  queue?: string;
}

export type Enqueue = <Payload extends z.ZodType>(
  type: TaskType<Payload>,
  payload: z.input<Payload>,
  options?: EnqueueOptions,
) => void;

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
