/** Forms for a job before its parcels are collected. */
import { cancellationFeePercent, jobs, percentOf } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { z } from 'zod';
import { area, hidden, tick } from '../../form/field.ts';
import { changedMembers } from '../../form/originals.ts';
import { form, type RenderContext } from '../../route/route.ts';
import { formatMoney } from '../../words/money.ts';
import {
  checkContacts,
  instructionFields,
  instructionsInput,
  instructionValues,
  ownFields,
} from './instruction-fields.ts';
import type { ShownJob } from './job-views.ts';

const common = { access: 'jobs:write', home: '/jobs/{id}' } as const;
/** Of the job as its page showed it; a sandbox of an earlier version shows none. */
const version = hidden(z.coerce.number().int().min(1).optional().catch(undefined));

export const cancelFields = {
  reason: area(jobs.actions.cancel.input.shape.reason, {
    label: 'Reason',
    hint: 'The control desk reads it, and it is on the invoice. No patient data.',
    missing: 'Say why: the reason is on the invoice.',
  }),
  confirmed: tick({
    label: 'The job is cancelled',
    hint: 'Final.',
    missing: 'Tick that the job is cancelled: that is final.',
  }),
};

/** An empty field deletes what it held. */
export const changeJob = form(jobs, 'update', {
  ...common,
  path: '/jobs/{id}',
  fields: {
    version,
    ...ownFields,
    ...instructionFields,
  },
  check: checkContacts,
  keepsOriginals: true,
  input: ({ fields: { version, ...entered }, originals, param }) => ({
    id: param('id'),
    version,
    ...changedMembers(changesOf(entered), originals && changesOf(originals)),
  }),
});

type Changes = { reference: string; cost_centre: string } & Parameters<typeof instructionsInput>[0];
const changesOf = ({ reference, cost_centre, ...others }: Changes) => ({
  ...{ reference, cost_centre },
  ...instructionsInput(others),
});

export const cancelJob = form(jobs, 'cancel', {
  ...common,
  path: '/jobs/{id}/cancel',
  fields: { version, ...cancelFields },
  input: ({ fields: { version, reason }, param }) => ({ id: param('id'), version, reason }),
});

export const changeForm = (job: ShownJob, { forms }: RenderContext): Html =>
  forms.show(changeJob, {
    params: { id: job.id },
    submit: 'Save the changes',
    values: { ...job, ...instructionValues(job) },
  });

export const cancelForm = (
  job: ShownJob,
  { forms }: RenderContext,
): Html => html`<p>${feeText(job)}</p>
${forms.show(cancelJob, { params: { id: job.id }, submit: 'Cancel the job', values: job })}`;

/** The base price is a part of the price, so this is the most that the fee can be. */
export function feeText({ status, price }: Pick<ShownJob, 'status' | 'price'>): string {
  if (status === 'booked') return 'No courier is assigned yet: cancelling now costs nothing.';
  const most = formatMoney(percentOf(price.amount_cents, cancellationFeePercent));
  return `A courier is assigned: cancelling costs ${cancellationFeePercent} % of the base price, at most ${most} without VAT.`;
}
