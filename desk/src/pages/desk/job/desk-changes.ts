/** Changes of a job by the carrier's desk before its parcels are collected, and its end. */
import { cancellationFeePercent, jobs } from '@svc/contracts';
import type { Html } from '@svc/web/html';
import type { FormView } from '../../../form/form-view.ts';
import { changedMembers } from '../../../form/originals.ts';
import { form } from '../../../route/route.ts';
import {
  checkContacts,
  instructionFields,
  instructionsInput,
  instructionValues,
} from '../../portal/instruction-fields.ts';
import { cancelFields } from '../../portal/job-forms.ts';
import { ownDecision, version } from './decision-fields.ts';
import type { JobPageData } from './job-data.ts';

const common = { access: 'ops:dispatch', home: '/desk/jobs/{id}' } as const;

export const changeAtDesk = form(jobs, 'updateForDesk', {
  ...common,
  path: '/desk/jobs/{id}/change',
  fields: {
    ...instructionFields,
    ...ownDecision('Change them for the customer', 'The courier reads them.'),
  },
  check: checkContacts,
  keepsOriginals: true,
  input: ({ fields: { version, reason, ...entered }, originals, person, param }) => ({
    id: param('id'),
    by: person.user.name,
    ...{ version, reason },
    ...changedMembers(instructionsInput(entered), originals && instructionsInput(originals)),
  }),
});

export const cancelAtDesk = form(jobs, 'cancelForDesk', {
  ...common,
  path: '/desk/jobs/{id}/cancel',
  fields: { ...cancelFields, version },
  input: ({ fields: { version, reason }, person, param }) => ({
    id: param('id'),
    by: person.user.name,
    ...{ version, reason },
  }),
});

interface FormContext {
  data: JobPageData;
  forms: FormView;
}

export const deskChangeForm = ({ data: { id, job }, forms }: FormContext): Html =>
  forms.show(changeAtDesk, {
    ...{ params: { id }, submit: 'Save the changes', prefix: 'change' },
    values: { ...job, ...instructionValues(job) },
  });

export const deskCancelForm = ({ data: { id, job }, forms }: FormContext): Html =>
  forms.show(cancelAtDesk, {
    ...{ params: { id }, submit: 'Cancel the job', prefix: 'cancel', values: job },
    known: {
      reason: {
        hint: 'The customer reads it, and it is on the invoice. No patient data.',
      },
      confirmed: {
        hint:
          job.status === 'booked'
            ? 'Final. It costs the customer nothing.'
            : `Final. It costs the customer ${cancellationFeePercent} % of the base price.`,
      },
    },
  });
