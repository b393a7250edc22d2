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
 *   idempotent**: they read the current state, and do what is left to do.
 * - Order, but within a queue; and there a task that waits for its next attempt is overtaken.
 * - Punctuality: a task that is due starts immediately (NOTIFY), a later one within a second of its
 *   time.
 * - That the rows it names are still there: a tenant may be purged meanwhile.
 *
 * Payloads hold identifiers, no personal data and no secrets: they are kept as they are.
 *
 * Not for queues with many commits a second: each `enqueue` is a NOTIFY, and commits with a NOTIFY
 * wait for each other (docs/architecture/events.md). Queue names of high cardinality slow the
 * runner down.
 */
import type { z } from 'zod';

export interface TaskType<Payload extends z.ZodType = z.ZodType> {
  /** Name within the service, kebab-case. */
  name: string;
  payload: Payload;
  attemptsMax: number;
}

/** Retries for about four days by default: longer than a weekend without an operator. */
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
