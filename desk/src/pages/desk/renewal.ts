/** Forms that record a new document of a driver or vehicle: open warnings about its kind close. */
import { opaqueId, tracking } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { z } from 'zod';
import { requiredLineEntry, ruleEntry } from '../entries.ts';
import { selectField, textField } from '../fields.ts';
import { form, type RenderContext } from '../route.ts';
import { driverDocuments, vehicleDocuments } from './documents.ts';

const paper = {
  document: requiredLineEntry(60, 'Which document is it? At most 60 characters.'),
  expires_on: ruleEntry(z.iso.date(), 'Its last day, e.g. 2027-01-31.'),
};

export const putDriverDocument = form(tracking, 'putDriverDocument', {
  path: '/desk/drivers/documents',
  access: 'ops:dispatch',
  fields: z.object({ id: ruleEntry(opaqueId, 'Choose the driver.'), ...paper }),
  input: ({ fields }) => fields,
  home: '/desk/drivers',
  next: '/desk/drivers',
});

export const putVehicleDocument = form(tracking, 'putVehicleDocument', {
  path: '/desk/vehicles/documents',
  access: 'ops:dispatch',
  fields: z.object({ id: ruleEntry(opaqueId, 'Choose the vehicle.'), ...paper }),
  input: ({ fields }) => fields,
  home: '/desk/vehicles',
  next: '/desk/vehicles',
});

interface Subjects {
  type: 'driver' | 'vehicle';
  /** Id and name of those on the page. */
  options: readonly (readonly [id: string, name: string])[];
}

const kindsOf = { driver: driverDocuments, vehicle: vehicleDocuments } as const;
const formOf = { driver: putDriverDocument, vehicle: putVehicleDocument } as const;
const labelOf = { driver: 'Driver', vehicle: 'Vehicle' } as const;

export const renewalForm = (
  { type, options }: Subjects,
  forms: RenderContext['forms'],
): Html | undefined =>
  options.length === 0
    ? undefined
    : html`<h2>Record a document</h2>
<p>Its end replaces the one of the same kind on file, and warnings about it close. The audit log keeps what stood there before.</p>
${forms.show(formOf[type], {
  submit: 'Record the document',
  fields: (
    entries,
  ) => html`${selectField({ name: 'id', label: labelOf[type], options: [['', 'Choose'], ...options], required: true }, entries)}
${textField({ name: 'document', label: 'Kind', hint: `As on file, or a new one, e.g. ${kindsOf[type].join(', ')}`, maxLength: 60, required: true }, entries)}
${textField({ name: 'expires_on', label: 'Valid through', type: 'date', required: true }, entries)}`,
})}`;
