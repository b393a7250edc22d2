/** How far a job is, as a line of steps. */
import { type Status, plannedStatuses as way } from '@svc/contracts';
import type { Html } from '@svc/web/html';
import { type Step, stepLine } from '@svc/web/parts';
import { statusLabels } from '../words/labels.ts';

interface Job {
  status: Status;
  seal: string | null;
}

export const progressLine = (job: Job): Html => stepLine('Progress', stepsOf(job));

/** An interrupted or cancelled job stands where its parcels are: the collection puts a seal on them. */
function stepsOf({ status, seal }: Job): Step[] {
  const isHalted = status === 'exception' || status === 'cancelled';
  const halted = seal === null ? 'assigned' : 'collected';
  const reached = way.indexOf(isHalted ? halted : status);
  return way.map((each, n) => ({
    label: statusLabels[isHalted && n === reached ? status : each],
    state: n > reached ? 'ahead' : n < reached ? 'done' : hereOf(status, isHalted),
  }));
}

const hereOf = (status: Status, isHalted: boolean): Step['state'] => {
  if (isHalted) return 'halt';
  return status === 'delivered' ? 'done' : 'now';
};
