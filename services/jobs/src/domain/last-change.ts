/**
 * Optimistic concurrency of the desk: every change gives a job a new version, and the latest is kept
 * in words enough to say what an earlier version lacks.
 */
import type { AssignmentFact } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import type { JobRecord, LastChange } from './job.ts';
import type { JobCommand, JobCommandContext } from './job-command.ts';

/** The job with its next version, unless the command had no effect. */
export function withVersion(
  before: JobRecord,
  after: JobRecord,
  { command, context }: { command: JobCommand; context: JobCommandContext },
): JobRecord {
  if (after === before) return after;
  const { now, by, person } = context;
  const last_change: LastChange = {
    command: command.type,
    at: now.toISOString(),
    by: person ?? by,
    ...(command.type === 'assign' && { replaced: before.assignment }),
  };
  return { ...after, version: before.version + 1, last_change };
}

/** Instructions are stored apart: a change of them alone gives the job its next version, too. */
export const withChangedInstructions = (
  before: JobRecord,
  after: JobRecord,
  given: Parameters<typeof withVersion>[2],
): JobRecord => (after === before ? withVersion(before, { ...before }, given) : after);

/**
 * Refuses a decision that is based on another version, and names what changed, by whom and when. A
 * tenant sees that it was the desk, but not the person.
 */
export function requireVersion(
  job: JobRecord,
  seen: number | undefined,
  reader: 'desk' | 'tenant' = 'desk',
): void {
  if (seen === undefined || seen === job.version) return;
  const { ref, last_change: change } = job;
  throw new Refusal(
    'job_changed',
    change
      ? `Job ${ref} ${effects[change.command]?.(job) ?? 'has changed'}, by ${whoOf(change.by, reader)} at ${change.at}.`
      : `Job ${ref} has version ${job.version}.`,
  );
}

const roles = new Map([
  ['driver', 'the driver'],
  ['client', 'the sender'],
  ['desk', 'the desk'],
  ['system', 'the system'],
]);
/** `driver:drv_1` is the driver; a name is a person's at the desk. */
const whoOf = (by: string, reader: 'desk' | 'tenant'): string =>
  roles.get(by.split(':')[0] ?? '') ?? (reader === 'desk' ? by : 'the desk');

type Effect = (job: JobRecord) => string;
const isInterrupted = ({ status }: JobRecord): boolean => status === 'exception';
const unlessSealBroken =
  (effect: string): Effect =>
  (job) =>
    isInterrupted(job) ? 'was found with another seal' : effect;

/** A command without words of its own leaves the job as it is. */
const effects: Readonly<Partial<Record<string, Effect>>> = {
  assign: ({ assignment: to }) => `was assigned${crewOf(to)}`,
  transfer: ({ assignment: to }) => `was transferred${crewOf(to)}`,
  plan_legs: () => 'got another plan of legs',
  undo_assignment: ({ assignment: to }) =>
    to ? `was given back${crewOf(to)}` : 'waits for a driver again: its assignment was undone',
  update: () => 'was updated',
  cancel: () => 'was cancelled',
  depart: ({ status }) =>
    status === 'en_route_pickup' ? 'is on the way to the pickup' : 'is on the way to the drop-off',
  arriving: () => 'is about to arrive',
  collect: unlessSealBroken('was collected'),
  pickup_failed: () => 'could not be collected',
  scan: unlessSealBroken('was scanned on the way'),
  deliver: unlessSealBroken('was handed over'),
  delivery_failed: () => 'could not be handed over',
  resume: () => 'goes on after an exception',
};

const crewOf = (to: AssignmentFact | null): string =>
  to ? ` to ${to.driver_first_name} with ${to.registration}` : '';

/** The assignment before, while the latest change is an assignment; undefined otherwise. */
export const replacedAssignment = ({
  last_change: change,
}: JobRecord): AssignmentFact | null | undefined =>
  change?.command === 'assign' ? (change.replaced ?? null) : undefined;

/** When and by whom, of an assignment that can be undone. */
export const toUndo = (job: Pick<JobRecord, 'last_change'>) =>
  job.last_change?.command === 'assign' ? { at: job.last_change.at, by: job.last_change.by } : null;
