/** What handlers of one transaction add to it, events and tasks; and whom its commit wakes. */
import type { Contract } from '@svc/contracts';
import type { SqlStatement } from '../database/transaction.ts';
import { type Cause, collectEvents, insertEvents, type OutboxEvent } from '../events/outbox.ts';
import type { Runtime } from '../process/runtime.ts';
import { collectTasks, type EnqueuedTask, insertTasks } from '../tasks/task.ts';

export function collectEffects(runtime: Runtime, contract: Contract, now: Date) {
  const events: OutboxEvent[] = [];
  const tasks: EnqueuedTask[] = [];
  const workers = new Set<string>();
  return {
    /** The functions of a handler's context. */
    of: (tenant: string, cause?: Cause) => ({
      emit: collectEvents(contract, { tenant, now, events, cause }),
      enqueue: collectTasks(runtime.tasks, tasks),
      wake: (worker: string) => {
        workers.add(worker);
      },
    }),
    /** For a rollback to a savepoint: forgets what is added from now on. */
    savepoint: () => {
      const kept = { events: events.length, tasks: tasks.length };
      return () => {
        events.length = kept.events;
        tasks.length = kept.tasks;
      };
    },
    /** Sent with COMMIT; events last, whose counters are locked until then. */
    endings: (): SqlStatement[] => [
      ...(tasks.length > 0 ? [insertTasks(runtime.service, tasks, now)] : []),
      ...(events.length > 0 ? [insertEvents(events, now)] : []),
    ],
    /** To be called after the commit. */
    announce: () => {
      if (events.length > 0) runtime.wakeRelay();
      for (const worker of workers) runtime.wakeWorker(worker);
    },
  };
}
export type Effects = ReturnType<typeof collectEffects>;
