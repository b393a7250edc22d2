/**
 * Stops of the run: one door, and the jobs for which one act is due there.
 *
 * Terms
 * - **act**: what is due at the door: `collect` or `deliver`; `wait` where the desk decides first.
 * - **door**: a site. Jobs share a stop if their act is the same and each is ready before the stop
 *   is due: parcels that are ready after that need another visit.
 */
import { handOffs } from '@svc/contracts/jobs/hand-offs';
import type { JobStatus, RecordedAction } from './action.ts';
import { inOrder } from './queue.ts';
import { isOver, type OfferedStep, projected, stepsFrom } from './steps.ts';

interface RunJob {
  id: string;
  place: number;
  status: JobStatus;
  seal: string | null;
  pickup: { site_id: string };
  dropoff: { site_id: string };
  starts_at: string;
  sla_due: string;
  has_left?: boolean;
}

type Act = 'collect' | 'deliver' | 'wait';

export interface DoorStop<J extends RunJob = RunJob> {
  act: Act;
  /** Due time of the job that is due first. */
  due: string;
  /** In the order of the run, in the state that recorded actions lead to. */
  jobs: J[];
}

/** The next due first. Jobs that are over, as far as this device knows, are no stop any more. */
export function stopsOf<J extends RunJob>(
  jobs: readonly J[],
  actions: readonly RecordedAction[],
): DoorStop<J>[] {
  const stops: DoorStop<J>[] = [];
  for (const job of jobs.toSorted((a, b) => a.place - b.place)) {
    const own = inOrder(actions.filter(({ job_id }) => job_id === job.id));
    const now: J = { ...job, ...projected(job, own) };
    if (isOver(now) && !now.has_left) continue;
    const stop = { act: actOf(now), due: now.sla_due, jobs: [now] };
    const same = stops.find((each) => isShared(each, stop));
    if (!same) stops.push(stop);
    else {
      same.jobs.push(now);
      if (Date.parse(now.sla_due) < Date.parse(same.due)) same.due = now.sla_due;
    }
  }
  return stops;
}

function actOf({ status, has_left }: RunJob): Act {
  const steps = has_left ? [] : stepsFrom(status);
  return (['collect', 'deliver'] as const).find((act) => steps.includes(act)) ?? 'wait';
}

/** The site where a stop is. */
const doorOf = ({ act, jobs: [job] }: DoorStop): string | undefined =>
  act === 'deliver' ? job?.dropoff.site_id : job?.pickup.site_id;

const isShared = (stop: DoorStop, other: DoorStop): boolean =>
  stop.act === other.act &&
  stop.act !== 'wait' &&
  doorOf(stop) === doorOf(other) &&
  (stop.act === 'deliver' ||
    other.jobs.every(({ starts_at }) => Date.parse(starts_at) <= Date.parse(stop.due)));

/** Steps that one act may record for several jobs at a door. */
const isAtDoor = (step: OfferedStep): boolean => 'isAtDoor' in handOffs[step];

/** Steps that are offered for the jobs of a stop, the next one first. */
export function stepsAtDoor({ jobs }: Pick<DoorStop, 'jobs'>): OfferedStep[] {
  const offered = jobs.map(({ status }) => stepsFrom(status));
  const steps = (Object.keys(handOffs) as OfferedStep[]).filter(
    (step) => isAtDoor(step) && offered.some((each) => each.includes(step)),
  );
  // Once one of the jobs has left, the courier is on the way to this door.
  const hasLeft = !offered.every((each) => each.includes('depart'));
  return hasLeft ? [...steps.filter((step) => step !== 'depart'), ...leaving(steps)] : steps;
}

const leaving = (steps: readonly OfferedStep[]): OfferedStep[] =>
  steps.filter((step) => step === 'depart');

/** Jobs of a stop whose state allows a step. */
export const jobsFor = <J extends Pick<RunJob, 'status'>>(
  jobs: readonly J[],
  step: OfferedStep,
): J[] => jobs.filter(({ status }) => stepsFrom(status).includes(step));
