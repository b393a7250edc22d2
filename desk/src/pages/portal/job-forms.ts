/** Forms for a job before its parcels are collected. */
import { cancellationFeePercent, jobs, percentOf } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { z } from 'zod';
import { confirmation, lineEntry, requiredEntry } from '../entries.ts';
import { areaField, checkField, hiddenField, textField } from '../fields.ts';
import { formatMoney } from '../money.ts';
import { changedMembers, originalsEntry, originalsField } from '../originals.ts';
import { form, type RenderContext } from '../route.ts';
import {
  checkContacts,
  instructionEntries,
  instructionFields,
  instructionOriginals,
  instructionsInput,
} from './instruction-fields.ts';
import type { ShownJob } from './job-views.ts';

/** Of the job as its page showed it; a sandbox of an earlier version shows none. */
const seenVersion = z.coerce.number().int().min(1).optional().catch(undefined);

const changeEntries = z.object({
  reference: lineEntry(64),
  cost_centre: lineEntry(64),
  ...instructionEntries,
});
const changeFields = changeEntries
  .extend({ originals: originalsEntry(changeEntries), version: seenVersion })
  .superRefine(checkContacts);

const changesOf = ({ reference, cost_centre, ...others }: z.output<typeof changeEntries>) => ({
  ...{ reference, cost_centre },
  ...instructionsInput(others),
});

/** An empty field deletes what it held. */
export const changeJob = form(jobs, 'update', {
  path: '/jobs/{id}',
  access: 'jobs:write',
  fields: changeFields,
  input: ({ fields: { originals, version, ...entered }, param }) => ({
    id: param('id'),
    version,
    ...changedMembers(changesOf(entered), originals && changesOf(originals)),
  }),
  home: '/jobs/{id}',
  next: '/jobs/{id}',
});

export const cancelJob = form(jobs, 'cancel', {
  path: '/jobs/{id}/cancel',
  access: 'jobs:write',
  fields: z.object({
    version: seenVersion,
    reason: requiredEntry(500, 'Say why: the reason is on the invoice.'),
    confirmed: confirmation('Tick that the job is cancelled: that is final.'),
  }),
  input: ({ fields: { version, reason }, param }) => ({ id: param('id'), version, reason }),
  home: '/jobs/{id}',
  next: '/jobs/{id}',
});

export const changeForm = (job: ShownJob, { forms }: RenderContext): Html =>
  forms.show(changeJob, {
    params: { id: job.id },
    submit: 'Save the changes',
    fields: (
      entries,
    ) => html`${originalsField(entries, originalsOf(job))}${hiddenField('version', String(job.version))}
${textField(
  { name: 'reference', label: 'Your reference', value: job.reference, maxLength: 64 },
  entries,
)}
${textField(
  { name: 'cost_centre', label: 'Cost centre', value: job.cost_centre, maxLength: 64 },
  entries,
)}
${instructionFields(entries, job)}`,
  });

const originalsOf = (job: ShownJob): Record<string, string> => ({
  reference: job.reference,
  cost_centre: job.cost_centre,
  ...instructionOriginals(job),
});

export const cancelForm = (
  job: ShownJob,
  { forms }: RenderContext,
): Html => html`<p>${feeText(job)}</p>
${forms.show(cancelJob, {
  params: { id: job.id },
  submit: 'Cancel the job',
  fields: (entries) => html`${hiddenField('version', String(job.version))}
${areaField(
  {
    name: 'reason',
    label: 'Reason',
    hint: 'The control desk reads it, and it is on the invoice. No patient data.',
    required: true,
    maxLength: 500,
  },
  entries,
)}
${checkField({ name: 'confirmed', label: 'The job is cancelled', hint: 'Final.', required: true }, entries)}`,
})}`;

/** The base price is a part of the price, so this is the most that the fee can be. */
export function feeText({ status, price }: Pick<ShownJob, 'status' | 'price'>): string {
  if (status === 'booked') return 'No courier is assigned yet: cancelling now costs nothing.';
  const most = formatMoney(percentOf(price.amount_cents, cancellationFeePercent));
  return `A courier is assigned: cancelling costs ${cancellationFeePercent} % of the base price, at most ${most} without VAT.`;
}
