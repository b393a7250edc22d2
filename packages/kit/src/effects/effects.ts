/** Effects of the handlers of one transaction: events, tasks, and hints sent after its commit. */
import type { Contract } from '@svc/contracts';
import type { Transport } from '../calls/transport.ts';
import type { SqlStatement } from '../database/transaction.ts';
import type { Runtime } from '../service/runtime.ts';
import { collectTasks, type EnqueuedTask, insertTasks } from './enqueue.ts';
import { type Cause, collectEvents, insertEvents, type OutboxEvent } from './outbox.ts';

export function collectEffects(runtime: Runtime, contract: Contract, now: Date) {
  const events: OutboxEvent[] = [];
  const tasks: EnqueuedTask[] = [];
  const workers = new Set<string>();
  /** Keyed by topic and content, so that one batch of events hints once. */
  const hints = new Map<string, Parameters<Transport['broadcast']>>();
  return {
    /** The functions of a handler's context. */
    of: (tenant: string, cause?: Cause) => ({
      emit: collectEvents(contract, { tenant, now, events, cause }),
      enqueue: collectTasks(runtime.tasks, tasks),
      wake: (worker: string) => {
        workers.add(worker);
      },
      hint: (topic: string, payload: unknown) => {
        hints.set(JSON.stringify([topic, payload]), [topic, payload]);
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
    /** Call after the commit. */
    announce: () => {
      if (events.length > 0) runtime.wakeRelay();
      hintOfJobs(runtime, contract, events);
      for (const worker of workers) runtime.wakeWorker(worker);
      for (const hint of hints.values()) runtime.transport.broadcast(...hint);
    },
  };
}

/** Broadcasts the ids of the events' jobs in one message, if the contract declares a topic. */
function hintOfJobs(
  { transport }: Runtime,
  { hintsOfJobs: topic }: Contract,
  events: readonly OutboxEvent[],
): void {
  if (topic === undefined) return;
  const ids = [...new Set(events.map(({ job_id }) => job_id))].filter((id) => id !== '');
  if (ids.length > 0) transport.broadcast(topic, { ids });
}

export type Effects = ReturnType<typeof collectEffects>;
