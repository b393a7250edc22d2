/** Jobs of the board, selected in their rows, for one driver; and the way back. */
import { jobs } from '@svc/contracts';
import { z } from 'zod';
import { hidden, ticks } from '../../form/field.ts';
import { form } from '../../route/route.ts';
import { driverAndVehicle, transferReason } from './job/assign.ts';
import { choiceOf, pickedMax } from './rows/assignable-jobs.ts';
import { jobChoice } from './timeline/timeline-choice.ts';

export const boardPath = '/desk';
export const ofBoard = { access: 'ops:dispatch', home: boardPath } as const;

/** Several choices of `timeline-choice.ts` as one text, divided by commas. */
export const manyChoices = z.preprocess(
  (text) => String(text ?? '').split(','),
  z.array(jobChoice.entry).min(1).max(pickedMax),
);

export const pickedJobs = ticks(jobChoice.entry, {
  ...{ label: 'Jobs', missing: 'Select jobs in their rows.' },
});

/** The board with what was done just now, in place of what was done before. */
export const boardAfter = (done: { assigned?: string; held?: string; sent?: string }): string =>
  `${boardPath}?${new URLSearchParams({ assigned: '', held: '', sent: '', ...done })}`;

export const assignMany = form(jobs, 'assignMany', {
  ...ofBoard,
  path: `${boardPath}/assign`,
  fields: {
    jobs: pickedJobs,
    ...driverAndVehicle,
  },
  input: ({ fields, person }) => ({ ...fields, by: person.user.name }),
  // A change of a job counts its version up by one.
  next: (_output, { fields: { jobs } }) => {
    const assigned = jobs.map(({ id, version }) => choiceOf({ id, version: version + 1 }));
    return boardAfter({ assigned: assigned.join(',') });
  },
});

/** Parcels on board: all that a van has goes to another in one act. */
export const transferMany = form(jobs, 'transferMany', {
  ...ofBoard,
  path: `${boardPath}/transfer`,
  fields: { jobs: pickedJobs, ...driverAndVehicle, ...transferReason },
  input: ({ fields, person }) => ({ ...fields, by: person.user.name }),
  next: boardAfter({}),
});

export const undoMany = form(jobs, 'undoAssignments', {
  ...ofBoard,
  path: `${boardPath}/undo`,
  fields: { jobs: hidden(manyChoices) },
  input: ({ fields, person }) => ({ ...fields, by: person.user.name }),
  next: boardAfter({}),
});
