/** Fields of a hand-off in words. */
import {
  fieldsAsked,
  type HandOffField,
  type HandOffName,
  handOffs,
  handOverCode,
  idCheckLabels,
  scanHint,
} from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { areaField, checkField, hiddenField, selectField, textField } from '../fields.ts';
import type { FormEntries, FormView } from '../form-view.ts';
import { confirmField, decisionFields, versionField } from './decision-fields.ts';
import { comparesSeal, confirmations, handOffForms } from './hand-offs.ts';
import type { JobPageData } from './job-data.ts';
import { filterOptions } from './labels.ts';

interface HandOffContext {
  data: JobPageData;
  forms: FormView;
}

export const handOffForm = (name: HandOffName, { data, forms }: HandOffContext): Html =>
  forms.show(handOffForms[name], {
    params: { id: data.id },
    submit: handOffs[name].done,
    fields: (entries) => fieldsOf(name, data.job, entries),
  });

type Job = JobPageData['job'];

function fieldsOf(name: HandOffName, job: Job, entries: FormEntries): Html {
  const { reason } = handOffs[name].fields as { reason?: HandOffField };
  const { label: confirm = 'It happened like that', hint = 'Reported in place of the courier.' } =
    confirmations[name] ?? {};
  const parts = { form: name, version: job.version, confirm, hint };
  return html`${fieldsAsked(name, job.requirements).map(
    ([field, told]) =>
      html`${entryField({ name: field, form: name }, toldFor(job, field, told), entries)}${
        field === 'seal' && comparesSeal(name) ? comparison(name, job, entries) : undefined
      }`,
  )}
${textField({ name: 'at', form: name, label: 'When', hint: 'South African time; empty for now', type: 'datetime-local' }, entries)}
${extendsChain(name, job) ? areaField({ name: 'note', form: name, label: 'Remark', hint: 'For the chain of custody. No patient data.', maxLength: 500 }, entries) : undefined}
${reason ? html`${confirmField(parts, entries)}${versionField(job.version)}` : decisionFields(parts, entries)}`;
}

/** With what is known of the job. */
function toldFor(
  { seal, parcels, requirements }: Job,
  name: string,
  field: HandOffField,
): HandOffField {
  if (name === 'scans') return { ...field, hint: scanHint(requirements.scan, parcels) };
  if (name === 'parcels_scanned') return { ...field, hint: `Booked: ${parcels}` };
  if (name === 'seal' && seal !== null) return { ...field, hint: `Expected: ${seal}` };
  return field;
}

/** The chain begins with the collection, and has no announcements. */
const extendsChain = (name: HandOffName, { status }: Job): boolean =>
  name !== 'arriving' &&
  (name === 'collect' || (status !== 'assigned' && status !== 'en_route_pickup'));

const comparison = (form: HandOffName, { seal }: Job, entries: FormEntries): Html | undefined =>
  seal === null
    ? undefined
    : html`${hiddenField('expected_seal', seal)}
${checkField({ name: 'is_broken', form, label: 'It is another seal: report it as broken', hint: 'Interrupts the job. Leave it empty when the seal is the expected one.' }, entries)}`;

/** Longest text of codes, one in a line. */
const linesMax = (most: number, max: number): number => most * (max + 2);

/** A field in the control that suits its kind. */
export function entryField(
  place: { name: string; form: string },
  field: HandOffField,
  entries: FormEntries,
): Html {
  const { label, hint, isOptional } = field;
  const common = { ...place, label, ...(hint && { hint }), required: !isOptional };
  switch (field.kind) {
    case 'text':
      return areaField({ ...common, maxLength: field.max }, entries);
    case 'codes':
      return areaField({ ...common, maxLength: linesMax(field.most, field.max) }, entries);
    case 'barcodes':
      return areaField({ ...common, maxLength: 65_000 }, entries);
    case 'choice':
      return selectField({ ...common, options: filterOptions(field.choices, 'Choose…') }, entries);
    case 'id_check':
      return selectField({ ...common, options: filterOptions(idCheckLabels, 'Choose…') }, entries);
    case 'whole':
      return textField({ ...common, type: 'number', step: '1' }, entries);
    case 'celsius':
      return textField({ ...common, type: 'number', step: '0.1' }, entries);
    case 'line':
      return textField({ ...common, maxLength: field.max }, entries);
    case 'seal':
      return textField({ ...common, maxLength: 32 }, entries);
    case 'code':
      return textField({ ...common, maxLength: handOverCode.max }, entries);
    case 'file':
      return textField(
        { ...common, hint: "Id from the courier's device, e.g. file_01J…", maxLength: 64 },
        entries,
      );
  }
}
