/**
 * Jobs: booking and the life of a courier job.
 *
 * Terms
 * - **job**: parcels taken from one site to another; known by id and by `ref`.
 * - **leg**: one hop of a job between two sites; a hub is a stop between them.
 * - **timeline**: what happened to the job, in order; tracking shows it.
 * - **custody**: from collection to delivery the courier holds the parcels.
 * - **seal**: the tamper seal on the bag or box.
 * - **milestone**: something that happened to a job on the road, reported by a courier or the desk.
 * - **courier**: a driver's device; moves only the jobs of its driver.
 * - **proof**: record of a hand-over: recipient, code, id check, signature, photo.
 * - **incident**: something that went wrong, whether or not the job's state changes.
 * - **note** of the desk: what one dispatcher leaves for the others; nobody else reads it.
 * - **message**: between the desk and the courier who has the job; nobody else reads it.
 */
import { recordedChanges } from '../change.ts';
import { defineContract } from '../define.ts';
import { quarantinedEvents } from '../quarantine.ts';
import { sandboxExpired } from '../sandbox.ts';
import { jobsActions as actions } from './actions.ts';
import { liveJobsTopic } from './desk.ts';
import { jobsEvents as events } from './events.ts';

export * from './courier-resource.ts';
export * from './desk.ts';
export { templatesMax } from './errors.ts';
export * from './events.ts';
export * from './hand-off-fields.ts';
export * from './hand-offs.ts';
export * from './incident.ts';
export * from './instructions.ts';
export * from './internals.ts';
export * from './legs.ts';
export * from './message-actions.ts';
export * from './note-actions.ts';
export * from './papers.ts';
export * from './ready-messages.ts';
export * from './requests.ts';
export * from './resource.ts';
export * from './signed-action.ts';
export * from './status.ts';
export * from './template-actions.ts';
export * from './timeline.ts';
export * from './transfers.ts';

export const jobs = defineContract({
  name: 'jobs',
  actions,
  events: {
    ...events,
    ...recordedChanges,
    ...quarantinedEvents,
    'sandbox.expired': sandboxExpired,
  },
  hintsOfJobs: liveJobsTopic,
});
