import type { Status } from '@svc/contracts';
import type { Step } from '@svc/web/parts';

/** The way of every job that goes well. */
const steps = [
  'Booked',
  'Courier assigned',
  'On the way to the pick-up',
  'Collected',
  'On the way to the drop-off',
  'Delivered',
] as const;

const stepOfStatus: Partial<Record<Status, number>> = {
  booked: 0,
  assigned: 1,
  en_route_pickup: 2,
  collected: 3,
  in_transit: 4,
  delivered: 5,
};
const stepOfMilestone: Record<string, number> = {
  assigned: 1,
  en_route_pickup: 2,
  collected: 3,
  departed: 4,
  delivered: 5,
};

interface ProgressInput {
  status: Status;
  events: readonly { type: string }[];
  returned_at: string | null;
  /** The page's headline; repeated by the last step of a job that was interrupted. */
  headline: string;
}

/**
 * Steps that a job has reached: a return is collected where the hand-over failed. An interrupted,
 * returned or cancelled job has the steps reached before that.
 */
export function progressStepsOf({ status, events, returned_at, headline }: ProgressInput): Step[] {
  const step = stepOfStatus[status];
  const happened = new Set([0, ...events.map(({ type }) => stepOfMilestone[type] ?? 0)]);
  if (step !== undefined) {
    const all = steps.map((label, i) => ({ label, i, state: stateOf(i, step) }));
    return all
      .filter(({ i }) => i >= step || happened.has(i))
      .map(({ label, state }) => ({ label, state }));
  }
  const done = steps.flatMap((label, i) =>
    happened.has(i) ? [{ label, state: 'done' } as const] : [],
  );
  const isOver = status === 'cancelled' || returned_at !== null;
  return [...done, { label: headline, state: isOver ? 'done' : 'halt' }];
}

const lastStep = steps.length - 1;
function stateOf(i: number, reached: number): Step['state'] {
  if (i < reached || reached === lastStep) return 'done';
  return i === reached ? 'now' : 'ahead';
}
