/** The forms of a job's operations, each with its fields in words. */
import { type Html, html } from '@svc/pages/html';
import { areaField, checkField, selectField, textField } from '../fields.ts';
import type { FormEntries, FormView } from '../form-view.ts';
import { assignForm } from './assign-form.ts';
import { decisionFields, versionField } from './decision-fields.ts';
import { deskCancelForm, deskChangeForm } from './desk-changes.ts';
import type { DeskJobDetail, JobPageData } from './job-data.ts';
import { idCheckLabels } from './labels.ts';
import * as milestones from './milestones.ts';
import type { JobOperation } from './operations.ts';

interface OperationContext {
  data: JobPageData;
  forms: FormView;
  now: Date;
}
type OperationForm = (context: OperationContext) => Html;
type Fields = (entries: FormEntries) => Html;

export const operationTitles: Readonly<Record<JobOperation, string>> = {
  assign: 'Assign driver and vehicle',
  depart: 'Departed',
  arrive: 'Arriving',
  collect: 'Collected',
  'fail-pickup': 'Collection failed',
  scan: 'Scanned on the way',
  deliver: 'Handed over',
  'fail-delivery': 'Hand-over failed',
  resume: 'Go on',
  change: 'Change note and contacts',
  cancel: 'Cancel the job',
};

export const operationForms: Readonly<Record<JobOperation, OperationForm>> = {
  assign: assignForm,
  depart: (context) =>
    shown(context, milestones.depart, {
      submit:
        context.data.job.status === 'assigned' ? 'Left for the pick-up' : 'Left for the drop-off',
      // The chain of custody begins with the collection.
      fields: (entries) =>
        html`${at('depart', entries)}${context.data.job.status === 'assigned' ? undefined : note('depart', entries)}${decided('depart', context, entries)}`,
    }),
  arrive: (context) =>
    shown(context, milestones.arrive, {
      submit: 'Announce the arrival',
      fields: (
        entries,
      ) => html`${textField({ name: 'eta_minutes', form: 'arrive', label: 'Minutes until the arrival', type: 'number', step: '1', required: true }, entries)}
${at('arrive', entries)}${decided('arrive', context, entries)}`,
    }),
  collect: (context) =>
    shown(context, milestones.collect, { submit: 'Collected', fields: collectFields(context) }),
  'fail-pickup': (context) =>
    shown(context, milestones.failPickup, {
      submit: 'Report the failed collection',
      fields: (entries) => html`${reason('fail-pickup', entries)}${at('fail-pickup', entries)}
${checkField({ name: 'confirmed', form: 'fail-pickup', label: 'The parcels could not be collected', hint: 'The job is interrupted until the desk lets it go on.', required: true }, entries)}${versionField(context.data.job.version)}`,
    }),
  scan: (context) =>
    shown(context, milestones.scan, { submit: 'Scanned', fields: scanFields(context) }),
  deliver: (context) =>
    shown(context, milestones.deliver, { submit: 'Handed over', fields: deliverFields(context) }),
  'fail-delivery': (context) =>
    shown(context, milestones.failDelivery, {
      submit: 'Report the failed hand-over',
      fields: (
        entries,
      ) => html`${reason('fail-delivery', entries)}${at('fail-delivery', entries)}${note('fail-delivery', entries)}
${checkField({ name: 'confirmed', form: 'fail-delivery', label: 'The parcels go back to the sender', hint: 'Final: a return job is booked, and this one does not go on.', required: true }, entries)}${versionField(context.data.job.version)}`,
    }),
  resume: (context) =>
    shown(context, milestones.resume, {
      submit: 'Let the job go on',
      fields: resumeFields(context),
    }),
  change: deskChangeForm,
  cancel: deskCancelForm,
};

type MilestoneForm = (typeof milestones.milestoneForms)[number];

const shown = (
  { data, forms }: OperationContext,
  form: MilestoneForm,
  parts: { submit: string; fields: Fields },
): Html => forms.show(form, { params: { id: data.id }, ...parts });

const collectFields =
  (context: OperationContext, { job } = context.data): Fields =>
  (entries) =>
    html`${sealFields('collect', job.seal, entries)}
${textField({ name: 'parcels_scanned', form: 'collect', label: 'Parcels scanned', hint: `Booked: ${job.parcels}`, type: 'number', step: '1', required: true }, entries)}
${job.requirements.pickup_otp ? textField({ name: 'handover_code', form: 'collect', label: 'Pickup code (required)', hint: 'The 6 digits that the sender told', maxLength: 12, required: true }, entries) : undefined}
${scanEntries('collect', job, entries)}
${textField({ name: 'box_temperature_c', form: 'collect', label: 'Temperature inside the box, °C', type: 'number', step: '0.1', required: true }, entries)}
${areaField({ name: 'barcodes', form: 'collect', label: 'Barcodes', hint: 'One a line, when they are to be compared with a manifest', maxLength: 65_000 }, entries)}
${at('collect', entries)}${note('collect', entries)}${decided('collect', context, entries)}`;

const scanFields =
  (context: OperationContext, { job } = context.data): Fields =>
  (entries) =>
    html`${textField({ name: 'location', form: 'scan', label: 'Where', hint: 'e.g. Midrand hub', maxLength: 120, required: true }, entries)}
${sealFields('scan', job.seal, entries)}${scanEntries('scan', job, entries)}${at('scan', entries)}${note('scan', entries)}${decided('scan', context, entries)}`;

const deliverFields =
  (context: OperationContext, { job } = context.data): Fields =>
  (entries) => {
    const { otp, id_check, signature, photo } = job.requirements;
    return html`${textField({ name: 'recipient', form: 'deliver', label: 'Who took the parcels', hint: 'Name or desk', maxLength: 120, required: true }, entries)}
${sealFields('deliver', job.seal, entries)}
${textField({ name: 'handover_code', form: 'deliver', label: otp ? 'Handover code (required)' : 'Handover code', hint: 'The 6 digits that the recipient told', maxLength: 12, required: otp }, entries)}
${scanEntries('deliver', job, entries)}
${selectField({ name: 'id_check', form: 'deliver', label: id_check ? 'Check of the recipient (required)' : 'Check of the recipient', options: Object.entries(idCheckLabels), value: 'not_required', required: true }, entries)}
${signature ? fileField('signature_file_id', 'Id of the filed signature', entries) : undefined}
${photo ? fileField('photo_file_id', 'Id of the filed photo', entries) : undefined}
${at('deliver', entries)}${note('deliver', entries)}${decided('deliver', context, entries)}`;
  };

const scanHints = { seal: 'of the seal', parcels: 'of the seal and of each parcel' };

/** Where the policy of the job asks for scans: the codes, or why they could not be read. */
function scanEntries(form: JobOperation, { requirements }: DeskJobDetail, entries: FormEntries) {
  const { scan = 'none' } = requirements;
  if (scan === 'none') return undefined;
  return html`${areaField({ ...{ name: 'scans', form }, label: 'Codes that were read', hint: `One a line, ${scanHints[scan]}`, maxLength: 26_000 }, entries)}
${areaField({ ...{ name: 'scan_bypass_reason', form }, label: 'Why codes could not be scanned', hint: 'Instead of missing codes: reported as an incident. No patient data.', maxLength: 500 }, entries)}`;
}

const fileField = (name: string, label: string, entries: FormEntries): Html =>
  textField(
    {
      ...{ name, label },
      form: 'deliver',
      hint: "From the courier's device, e.g. file_01J…",
      maxLength: 64,
      required: true,
    },
    entries,
  );

const resumeFields =
  (context: OperationContext, { job } = context.data): Fields =>
  (entries) =>
    html`${textField({ name: 'seal', form: 'resume', label: 'New seal', hint: `Empty: the seal stays ${job.seal ?? 'open until the collection'}`, maxLength: 32 }, entries)}
${at('resume', entries)}${note('resume', entries, 'Kept with the new seal. No patient data.')}
${decided('resume', context, entries)}`;

const confirmations: Readonly<Partial<Record<JobOperation, [label: string, hint: string]>>> = {
  resume: ['What interrupted it is settled', 'The job goes on in the state before.'],
};

const decided = (
  form: JobOperation,
  { data: { job } }: OperationContext,
  entries: FormEntries,
): Html => {
  const [confirm = 'It happened like that', hint = 'Reported in place of the courier.'] =
    confirmations[form] ?? [];
  return decisionFields({ form, version: job.version, confirm, hint }, entries);
};

const at = (form: JobOperation, entries: FormEntries): Html =>
  textField(
    {
      ...{ name: 'at', form },
      label: 'When',
      hint: 'South African time; empty for now',
      type: 'datetime-local',
    },
    entries,
  );

const note = (
  form: JobOperation,
  entries: FormEntries,
  hint = 'For the chain of custody. No patient data.',
): Html => areaField({ ...{ name: 'note', form, hint }, label: 'Remark', maxLength: 500 }, entries);

const reason = (form: JobOperation, entries: FormEntries): Html =>
  areaField(
    {
      ...{ name: 'reason', form },
      label: 'Reason',
      hint: 'The customer reads it. No patient data.',
      maxLength: 500,
      required: true,
    },
    entries,
  );

const sealFields = (form: JobOperation, expected: string | null, entries: FormEntries): Html => {
  const hint = expected === null ? 'As it is on the bag' : `Expected: ${expected}`;
  const field = { name: 'seal', form, label: 'Seal', hint, maxLength: 32, required: true };
  return html`${textField(field, entries)}
${
  expected === null
    ? undefined
    : html`<input type="hidden" name="expected_seal" value="${expected}">
${checkField({ name: 'is_broken', form, label: 'It is another seal: report it as broken', hint: 'Interrupts the job. Leave it empty when the seal is the expected one.' }, entries)}`
}`;
};
