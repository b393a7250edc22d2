/** Notes that dispatchers leave for each other about a job; nobody else reads them. */
import { type JobNote, jobs } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { card } from '@svc/web/parts';
import { formatDateTime } from '@svc/web/times';
import { area } from '../../../form/field.ts';
import type { FormView } from '../../../form/form-view.ts';
import { form } from '../../../route/route.ts';
import { contentOf, type Part } from '../../../view/part.ts';
import { table } from '../rows/table.ts';
import { jobPath } from './hand-offs.ts';

export const addNote = form(jobs, 'addNote', {
  path: '/desk/jobs/{id}/notes',
  access: 'ops:dispatch',
  fields: {
    text: area(jobs.actions.addNote.input.shape.text, {
      label: 'Note for the others at the desk',
      hint: 'Stays as it is written, and goes with the proof of the job. No patient data.',
      missing: 'Write what the others must know.',
    }),
  },
  input: ({ fields, param, person }) => ({ id: param('id'), ...fields, by: person.user.name }),
  home: jobPath,
});

type Notes = { data: readonly JobNote[]; has_more: boolean };

/** The form is below them, whether they can be read or not. */
export const notesSection = (part: Part<Notes>, form: Html): Html =>
  card(
    { title: 'Notes' },
    html`${contentOf(part, { absent: 'There are none.', show: noteTable })}${form}`,
  );

function noteTable({ data, has_more }: Notes): Html {
  if (data.length === 0) return html`<p>None yet.</p>`;
  return table({
    label: 'Notes',
    caption: has_more ? `The newest ${data.length}; the API has all` : 'The newest first',
    columns: ['When', 'Who', 'Note'],
    rows: data.map(
      ({ created_at, by, text }) =>
        html`<th scope="row">${formatDateTime(new Date(created_at))}</th><td>${by}</td><td>${text}</td>`,
    ),
  });
}

export const noteForm = (id: string, forms: FormView): Html =>
  forms.show(addNote, { params: { id }, submit: 'Add the note', prefix: 'note' });
