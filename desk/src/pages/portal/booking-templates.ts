/** Templates of bookings: jobs of the organisation under a name, which fill in the page of booking. */
import { type BookingTemplate, jobs, opaqueId } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { folded } from '@svc/web/parts';
import { hidden, line } from '../../form/field.ts';
import type { FormView } from '../../form/form-view.ts';
import { form } from '../../route/route.ts';
import type { ShownJob } from './job-views.ts';

const common = { access: 'jobs:write', home: '/book' } as const;
const id = hidden(opaqueId);

const saveTemplate = form(jobs, 'saveTemplate', {
  ...common,
  path: '/book/templates',
  fields: {
    id,
    name: line(jobs.actions.saveTemplate.input.shape.name, {
      ...{ label: 'Name', hint: 'e.g. Morning histology. No patient data.' },
      missing: 'Name the template.',
    }),
  },
  input: ({ fields }) => fields,
  next: ({ job_id }) => `/book?from=${encodeURIComponent(job_id)}`,
});

const removeTemplate = form(jobs, 'removeTemplate', {
  ...common,
  path: '/book/templates/remove',
  fields: { id },
  input: ({ fields }) => fields,
});

interface Shown {
  templates: readonly BookingTemplate[];
  /** Fills in the page. */
  job: ShownJob | undefined;
}

const keeping = {
  label: 'Keep as a template',
  about: 'The price and the times are those of the day.',
};

export const templateList = ({ templates, job }: Shown, forms: FormView): Html => html`${
  templates.length > 0 &&
  html`<nav aria-label="Templates" class="actions">${templates.map(
    ({ job_id, name }) =>
      html`<a class="button" href="/book?from=${job_id}"${job_id === job?.id && html` aria-current="true"`}>${name}</a>`,
  )}${folded(
    { label: 'Remove' },
    html`${templates.map(({ id, name }) => forms.show(removeTemplate, { values: { id }, prefix: id, submit: 'Remove', submitOf: name }))}`,
  )}</nav>`
}
${
  job &&
  html`<p class="soft">Filled in as job ${job.ref}.</p>
${forms.fold(saveTemplate, keeping, { prefix: 'template', values: { id: job.id }, submit: 'Keep' })}`
}`;

export const templateRoutes = [saveTemplate, removeTemplate];
