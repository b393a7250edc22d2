/** What is done with the selected jobs of the board, and said of it afterwards. */
import { type Driver, handOffs, jobs, opaqueId, type Vehicle, withActions } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import { labelsPdf } from '@svc/paperwork/papers/labels';
import { type Html, html } from '@svc/web/html';
import { folded } from '@svc/web/parts';
import { z } from 'zod';
import { area, hidden } from '../../form/field.ts';
import type { FormView } from '../../form/form-view.ts';
import { manyForm } from '../../route/many-form.ts';
import { download } from '../../route/route.ts';
import { fullName } from '../../words/labels.ts';
import {
  assignMany,
  boardAfter,
  boardPath,
  manyChoices,
  ofBoard,
  pickedJobs,
  transferMany,
  undoMany,
} from './assign-many.ts';
import { fieldsOf } from './job/hand-off-fields.ts';
import { choiceOf, pickedMax } from './rows/assignable-jobs.ts';
import { countText, pickForm } from './rows/board-table.ts';

const each = { ...ofBoard, each: 'jobs' } as const;

/** A failed collection, which interrupts a job until the desk lets it go on; the customer reads why. */
const holdMany = manyForm(jobs, 'reachMilestone', {
  ...each,
  path: `${boardPath}/hold`,
  fields: { jobs: pickedJobs, ...fieldsOf<'reason'>(handOffs.pickup_failed.fields) },
  inputs: ({ fields: { jobs, reason }, person }) =>
    jobs.map((job) => ({
      ...{ ...job, type: 'pickup_failed', by: person.user.name },
      reason: String(reason),
    })),
  next: (outputs) => {
    const held = outputs.flatMap((job) => ('version' in job ? [choiceOf(job)] : []));
    return boardAfter({ held: held.join(',') });
  },
});

const releaseMany = manyForm(jobs, 'reachMilestone', {
  ...each,
  path: `${boardPath}/release`,
  fields: { jobs: hidden(manyChoices) },
  inputs: ({ fields, person }) =>
    fields.jobs.map((job) => ({ ...job, type: 'resume', by: person.user.name })),
  next: () => boardAfter({}),
});

const messageMany = manyForm(jobs, 'sendMessage', {
  ...each,
  path: `${boardPath}/message`,
  fields: {
    jobs: pickedJobs,
    text: area(jobs.actions.sendMessage.input.shape.text, {
      ...{ label: 'Message to the couriers', hint: 'No patient data and no medicines.' },
      missing: 'Write the message.',
    }),
  },
  inputs: ({ fields: { jobs, text }, person }) =>
    jobs.map(({ id }) => ({ id, text, by: person.user.name })),
  next: ({ length }) => boardAfter({ sent: String(length) }),
});

const ids = z.preprocess(
  (text) => String(text ?? '').split(','),
  z.tuple([opaqueId], opaqueId).refine(({ length }) => length <= pickedMax),
);
const labelsPath = `${boardPath}/labels`;
const labelsOfMany = download({
  path: labelsPath,
  access: ofBoard.access,
  asks: { jobs: withActions(jobs, 'labelsForDesk') },
  load: async ({ query, clients }) => {
    const asked = query(z.object({ jobs: ids.optional().catch(undefined) })).jobs;
    if (!asked) throw new Refusal('invalid_body', `Select 1 to ${pickedMax} jobs.`);
    const [first, ...others] = asked;
    const setOf = (id: string) => clients.jobs.labelsForDesk({ id });
    const sets = [await setOf(first), ...(await Promise.all(others.map(setOf)))] as const;
    return { fileName: 'labels.pdf', mediaType: 'application/pdf', bytes: await labelsPdf(sets) };
  },
});

/** In the address of the board, and beside what was refused in part. */
export const doneQuery = z.object({
  assigned: manyChoices.optional().catch(undefined),
  held: manyChoices.optional().catch(undefined),
  sent: z.coerce.number().int().min(1).max(pickedMax).optional().catch(undefined),
});
type Done = z.output<typeof doneQuery>;

/** What was done just now, with the way back. */
export function doneNotice(forms: FormView, asked: Done): Html | undefined {
  const { data } = doneQuery.safeParse({
    held: forms.entered(holdMany, 'held')[0],
    sent: forms.entered(messageMany, 'sent')[0],
  });
  const { assigned, held = data?.held, sent = data?.sent } = asked;
  const notice = (text: string, back?: Html) =>
    html`<section aria-label="Done just now" class="notice"><p role="status">${text}</p>${back}</section>`;
  const undo = (form: typeof undoMany | typeof releaseMany, of: string, done: typeof held = []) =>
    forms.show(form, {
      ...{ submit: 'Undo', submitOf: of, prefix: 'undo-many' },
      values: { jobs: done.map(choiceOf).join(',') },
    });
  if (held) return notice(`${countText(held.length)} held.`, undo(releaseMany, 'the hold', held));
  if (sent) return notice(`${sent} ${sent === 1 ? 'message' : 'messages'} sent.`);
  const back = assigned && undo(undoMany, 'the assignment', assigned);
  return back && notice(`${countText(assigned.length)} assigned.`, back);
}

/** Values that were selected when an attempt was refused. */
export const pickedIn = (forms: FormView): ReadonlySet<string> =>
  new Set(
    [assignMany, transferMany, holdMany, messageMany].flatMap((form) =>
      forms.entered(form, 'jobs'),
    ),
  );

interface Crew {
  drivers: readonly Driver[];
  vehicles: readonly Vehicle[];
}

/** Below the board, in sight while it scrolls. */
export const selectedBar = (forms: FormView, { drivers, vehicles }: Crew): Html =>
  html`<section class="bulk" aria-label="Selected jobs"><p id="picked" role="status">Select jobs to assign them.</p>
${forms.show(assignMany, {
  ...{ id: pickForm, submit: 'Assign', submitOf: 'the selected jobs', prefix: 'many' },
  known: {
    jobs: { isLeftOut: true },
    driver_id: {
      options: drivers
        .filter(({ status }) => status === 'active')
        .map((each) => [each.id, fullName(each)]),
    },
    vehicle_id: { options: vehicles.map(({ id, registration }) => [id, registration]) },
  },
  more: html`${behind(
    'Transfer',
    forms.isRefused(transferMany, {}),
    forms.within(transferMany, {
      ...{ submit: 'Transfer', submitOf: 'the parcels of the selected jobs', prefix: 'transfer' },
      known: {
        ...{ jobs: { isLeftOut: true }, driver_id: { isLeftOut: true } },
        ...{ vehicle_id: { isLeftOut: true }, reason: { ...optional, hint: transferHint } },
      },
    }),
  )}
${behind(
  'Hold',
  forms.isRefused(holdMany, {}),
  forms.within(holdMany, {
    ...{ submit: 'Hold', submitOf: 'the selected jobs', prefix: 'hold' },
    known: { jobs: { isLeftOut: true }, reason: { ...optional, hint: holdHint } },
  }),
)}
${behind(
  'Message',
  forms.isRefused(messageMany, {}),
  forms.within(messageMany, {
    ...{ submit: 'Send', submitOf: 'to the couriers of the selected jobs', prefix: 'text' },
    known: { jobs: { isLeftOut: true }, text: optional },
  }),
)}
<a id="labels" class="button" href="${labelsPath}" download hidden>Print labels</a>`,
})}</section>`;

/** The form that they stand in is sent without them, too. */
const optional = { missing: undefined };
const transferHint = 'Parcels on board go to this driver and vehicle. No names, no patient data.';
const holdHint = 'Recorded as a failed collection. The customer reads it. No patient data.';
const behind = (label: string, isOpen: boolean, content: Html): Html =>
  folded({ label, isOpen, group: 'selected' }, content);

export const selectedRoutes = [
  ...[assignMany, transferMany, undoMany, holdMany, releaseMany, messageMany, labelsOfMany],
];
