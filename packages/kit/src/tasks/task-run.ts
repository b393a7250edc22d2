/** One attempt of a task, for the runner of graphile-worker and for tests. */

import { readTraceparent } from '../observability/traceparent.ts';
import { inSpan } from '../observability/tracer.ts';
import type { Runtime } from '../service/runtime.ts';
import type { ServiceDefinition } from '../service/service.ts';
import { workerContext } from './background-transaction.ts';

export interface TaskAttempt {
  name: string;
  payload: unknown;
  /** From 1. */
  attempt: number;
  attemptsMax: number;
}

/** Rejects if the attempt failed, for the queue to have it tried again. */
export async function runTask(
  runtime: Runtime,
  { contract, tasks = [] }: Pick<ServiceDefinition, 'contract' | 'tasks'>,
  { name, payload, attempt, attemptsMax }: TaskAttempt,
): Promise<void> {
  const count = (outcome: string) =>
    runtime.metrics.tasks.inc({ service: runtime.service, task: name, outcome });
  const { traceparent, ...own } = Object(payload);
  const parent = readTraceparent(traceparent);
  try {
    const task = tasks.find(({ type }) => type.name === name);
    if (!task) throw new Error(`no handler of task ${name}`);
    await inSpan(runtime.tracer, { name: `task ${name}`, kind: 'consumer', parent }, async () => {
      const context = workerContext(runtime, contract, `task:${name}`);
      await task.handle(task.type.payload.parse(own), context);
      runtime.log.debug({ task: name, attempt }, 'task done');
    });
    count('done');
  } catch (err) {
    const isLast = attempt >= attemptsMax;
    count(isLast ? 'given_up' : 'failed');
    runtime.log[isLast ? 'error' : 'warn'](
      { err, task: name, attempt },
      isLast ? 'task given up' : 'task failed, tried again later',
    );
    throw err;
  }
}
