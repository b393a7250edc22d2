import type { Status } from '@svc/contracts';

/** The way of every job that goes well. */
export const steps = [
  'Booked',
  'Courier assigned',
  'Collected',
  'On the way',
  'Delivered',
] as const;

const stepOfStatus: Partial<Record<Status, number>> = {
  booked: 0,
  assigned: 1,
  en_route_pickup: 1,
  collected: 2,
  in_transit: 3,
  delivered: 4,
};
const stepOfMilestone: Record<string, number> = {
  assigned: 1,
  collected: 2,
  departed: 3,
  delivered: 4,
};

export interface Progress {
  /** Steps that were reached, the present one included. */
  reached: number;
  /** Whether the job stands at its last reached step, or was interrupted after it. */
  isUnderWay: boolean;
}

/** How far a job has come; one that was interrupted or cancelled as far as its milestones tell. */
export function progressOf(status: Status, milestones: readonly { type: string }[]): Progress {
  const step = stepOfStatus[status];
  if (step !== undefined) return { reached: step + 1, isUnderWay: status !== 'delivered' };
  const told = milestones.map(({ type }) => stepOfMilestone[type] ?? 0);
  return { reached: Math.max(0, ...told) + 1, isUnderWay: false };
}
