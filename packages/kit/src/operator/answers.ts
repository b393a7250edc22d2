/** Actions of an operator and their replies, for the process that asks (`npm run ops`). */
import { z } from 'zod';

const figure = z.object({
  /** Name of the metric. */
  name: z.string(),
  labels: z.record(z.string(), z.string()),
  value: z.number(),
});

const roleStatus = z.object({
  version: z.string(),
  revision: z.string(),
  started_at: z.string(),
  ready: z.boolean(),
  /** Gauges that are read from the role's tables; undefined if they could not be read. */
  figures: z.array(figure).optional(),
});
export type RoleStatus = z.output<typeof roleStatus>;

const deadLetterPage = z.object({
  data: z.array(
    z.object({
      consumer: z.string(),
      event_id: z.string(),
      /** Null for a message that is no event; it is never handled again. */
      type: z.string().nullable(),
      tenant_id: z.string().nullable(),
      job_id: z.string().nullable(),
      deliveries: z.int(),
      created_at: z.string(),
    }),
  ),
});
export type DeadLetter = z.output<typeof deadLetterPage>['data'][number];

const taskList = z.object({
  /** Counts by task: how many are due, run, wait for a later time, or were given up. */
  counts: z.array(
    z.object({
      task: z.string(),
      due: z.int(),
      running: z.int(),
      later: z.int(),
      given_up: z.int(),
    }),
  ),
  /** The oldest first. */
  given_up: z.array(
    z.object({
      id: z.string(),
      task: z.string(),
      attempts: z.int(),
      created_at: z.string(),
      last_error: z.string().nullable(),
    }),
  ),
});
export type TaskList = z.output<typeof taskList>;

/** Schemas of the replies by action. Every role serves `readStatus`, gateway and desk included. */
export const operatorAnswers = {
  readStatus: roleStatus,
  listDeadLetters: deadLetterPage,
  /** `error` of an event that failed again and stays. */
  redriveDeadLetter: z.object({ found: z.boolean(), error: z.string().optional() }),
  listTasks: taskList,
  retryTasks: z.object({ retried: z.array(z.string()) }),
};
