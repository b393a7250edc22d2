import { incidentFields, jobs } from '@svc/contracts';
import { type Html, html } from '@svc/pages/html';
import { z } from 'zod';
import { requiredEntry } from '../entries.ts';
import { areaField, selectField } from '../fields.ts';
import type { FormView } from '../form-view.ts';
import { form } from '../route.ts';
import { categoryLabels, filterOptions, severityLabels } from './labels.ts';
import { jobPath } from './milestones.ts';

const { category, severity } = incidentFields;

export const reportIncident = form(jobs, 'reportIncident', {
  path: '/desk/jobs/{id}/incidents',
  access: 'ops:dispatch',
  fields: z.object({
    category: z.enum(category.options, 'Choose what kind it is.'),
    severity: z.enum(severity.options, 'Choose how grave it is.'),
    description: requiredEntry(2_000, 'What happened?'),
  }),
  input: ({ fields, param }) => ({ job_id: param('id'), ...fields }),
  home: jobPath,
  next: jobPath,
});

export const incidentForm = (id: string, forms: FormView): Html =>
  forms.show(reportIncident, {
    params: { id },
    submit: 'Report the incident',
    fields: (
      entries,
    ) => html`${selectField({ name: 'category', form: 'incident', label: 'Kind', options: filterOptions(categoryLabels, 'Choose…'), required: true }, entries)}
${selectField({ name: 'severity', form: 'incident', label: 'Severity', options: filterOptions(severityLabels, 'Choose…'), required: true }, entries)}
${areaField({ name: 'description', form: 'incident', label: 'What happened', hint: 'No patient data.', maxLength: 2_000, required: true }, entries)}`,
  });
