import { incidentEntries, type incidentFields, jobs } from '@svc/contracts';
import type { Html } from '@svc/web/html';
import type { z } from 'zod';
import type { Field } from '../../../form/field.ts';
import type { FormView } from '../../../form/form-view.ts';
import { form } from '../../../route/route.ts';
import { fieldsOf } from './hand-off-fields.ts';
import { jobPath } from './hand-offs.ts';

type Incident = {
  [N in keyof typeof incidentEntries]: Field<z.output<(typeof incidentFields)[N]>>;
};

export const reportIncident = form(jobs, 'reportIncident', {
  path: '/desk/jobs/{id}/incidents',
  access: 'ops:dispatch',
  // Their values are those of the contract, by the same table.
  fields: fieldsOf(incidentEntries) as Incident,
  input: ({ fields, param }) => ({ job_id: param('id'), ...fields }),
  home: jobPath,
});

export const incidentForm = (id: string, forms: FormView): Html =>
  forms.show(reportIncident, {
    ...{ params: { id }, submit: 'Report the incident', prefix: 'incident' },
  });
