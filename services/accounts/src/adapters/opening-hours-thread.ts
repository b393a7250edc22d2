/** Entry of the worker thread that parses opening hours. */
import { parentPort } from 'node:worker_threads';
import { type Hours, isOpeningHours, openAt } from './opening-hours.ts';

export type HoursTask = { check: string } | { hours: Hours; moments: Date[] };
/** One result per moment; one for a check. */
export type HoursAnswer = boolean[];

function answer(task: HoursTask): HoursAnswer {
  if ('check' in task) return [isOpeningHours(task.check)];
  try {
    return openAt(task.hours, task.moments);
  } catch {
    // The parser throws strings; unreadable hours count as open.
    return task.moments.map(() => true);
  }
}

parentPort?.on('message', (task: HoursTask) => parentPort?.postMessage(answer(task)));
parentPort?.postMessage('loaded');
