/** Changes of a job by the carrier's desk before its parcels are collected, and its end. */
import { cancellationFeePercent, jobs } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { z } from 'zod';
import { confirmation, requiredEntry } from '../entries.ts';
import { areaField, checkField } from '../fields.ts';
import type { FormView } from '../form-view.ts';
import { changedMembers, originalsEntry, originalsField } from '../originals.ts';
import {
  checkContacts,
  instructionEntries,
  instructionFields,
  instructionOriginals,
  instructionsInput,
} from '../portal/instruction-fields.ts';
import { form } from '../route.ts';
import { ownDecision, ownDecisionFields, versionEntry, versionField } from './decision-fields.ts';
import type { JobPageData } from './job-data.ts';

const jobPath = '/desk/jobs/{id}';
const entries = z.object(instructionEntries);

export const changeAtDesk = form(jobs, 'updateForDesk', {
  path: '/desk/jobs/{id}/change',
  access: 'ops:dispatch',
  fields: entries
    .extend({ ...ownDecision, originals: originalsEntry(entries) })
    .superRefine(checkContacts),
  input: ({ fields: { originals, version, reason, confirmed: _ticked, ...entered }, ...sent }) => ({
    id: sent.param('id'),
    by: sent.person.user.name,
    ...{ version, reason },
    ...changedMembers(instructionsInput(entered), originals && instructionsInput(originals)),
  }),
  home: jobPath,
  next: jobPath,
});

export const cancelAtDesk = form(jobs, 'cancelForDesk', {
  path: '/desk/jobs/{id}/cancel',
  access: 'ops:dispatch',
  fields: z.object({
    version: versionEntry,
    reason: requiredEntry(500, 'Say why: the reason is on the invoice.'),
    confirmed: confirmation('Tick that the job is cancelled: that is final.'),
  }),
  input: ({ fields: { version, reason }, person, param }) => ({
    id: param('id'),
    by: person.user.name,
    ...{ version, reason },
  }),
  home: jobPath,
  next: jobPath,
});

interface FormContext {
  data: JobPageData;
  forms: FormView;
}

export const deskChangeForm = ({ data: { id, job }, forms }: FormContext): Html =>
  forms.show(changeAtDesk, {
    params: { id },
    submit: 'Save the changes',
    fields: (shown) => html`${originalsField(shown, instructionOriginals(job))}
${instructionFields(shown, job)}
${ownDecisionFields({ form: 'change', version: job.version, confirm: 'Change them for the customer', hint: 'The courier reads them.' }, shown)}`,
  });

export const deskCancelForm = ({ data: { id, job }, forms }: FormContext): Html =>
  forms.show(cancelAtDesk, {
    params: { id },
    submit: 'Cancel the job',
    fields: (
      shown,
    ) => html`${areaField({ name: 'reason', form: 'cancel', label: 'Reason', hint: 'The customer reads it, and it is on the invoice. No patient data.', required: true, maxLength: 500 }, shown)}
${checkField({ name: 'confirmed', form: 'cancel', label: 'The job is cancelled', hint: job.status === 'booked' ? 'Final. It costs the customer nothing.' : `Final. It costs the customer ${cancellationFeePercent} % of the base price.`, required: true }, shown)}
${versionField(job.version)}`,
  });
