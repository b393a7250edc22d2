import type { z } from 'zod';
import { type JobsWriteContext, scenarioTask } from '../define.ts';

/** One task per job at a time, so that its steps are applied in order. */
export function enqueueScenario(
  { enqueue }: Pick<JobsWriteContext, 'enqueue'>,
  left: z.output<typeof scenarioTask.payload>,
): void {
  const [next] = left.steps;
  if (next) enqueue(scenarioTask, left, { at: next.due_at, key: `scenario ${left.job_id}` });
}
