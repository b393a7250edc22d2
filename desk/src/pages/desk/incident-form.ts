import { type HandOffField, incidentEntries, type incidentFields, jobs } from '@svc/contracts';
import type { Html } from '@svc/web/html';
import { z } from 'zod';
import type { FormView } from '../form-view.ts';
import { form } from '../route.ts';
import { entryField } from './hand-off-fields.ts';
import { entriesOfFields, jobPath } from './hand-offs.ts';

type Incident = { [N in keyof typeof incidentEntries]: z.output<(typeof incidentFields)[N]> };

export const reportIncident = form(jobs, 'reportIncident', {
  path: '/desk/jobs/{id}/incidents',
  access: 'ops:dispatch',
  fields: z.object(entriesOfFields(incidentEntries)),
  input: ({ fields, param }) => ({ job_id: param('id'), ...(fields as Incident) }),
  home: jobPath,
  next: jobPath,
});

export const incidentForm = (id: string, forms: FormView): Html =>
  forms.show(reportIncident, {
    params: { id },
    submit: 'Report the incident',
    fields: (entries) =>
      Object.entries<HandOffField>(incidentEntries).map(([name, field]) =>
        entryField({ name, form: 'incident' }, field, entries),
      ),
  });
