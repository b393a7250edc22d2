/** Fields of a job that a booking sets and a change replaces: the tenant's own, note and contacts. */
import { type Instructions, jobs } from '@svc/contracts';
import type { z } from 'zod';
import { area, inGroup, line, phone } from '../../form/field.ts';
import type { FieldValues } from '../../form/form-fields.ts';

const { reference, cost_centre, note, pickup_contact } = jobs.actions.update.input.shape;
const contactName = pickup_contact.unwrap().unwrap().shape.name;

/** The tenant's own. */
export const ownFields = {
  reference: line(reference, { label: 'Your reference' }),
  cost_centre: line(cost_centre, { label: 'Cost centre' }),
};

export const noteField = {
  note: area(note, {
    label: 'Note for the courier',
    hint: 'The courier and the control desk read it. No patient data.',
  }),
};
export const pickupContact = {
  'pickup_contact.name': line(contactName, { label: 'Name' }),
  'pickup_contact.phone': phone('Telephone'),
};
export const dropoffContact = {
  'dropoff_contact.name': line(contactName, { label: 'Name' }),
  'dropoff_contact.phone': phone('Telephone'),
};
export const instructionFields = {
  ...noteField,
  ...inGroup({ legend: 'Contact at the pick-up' }, pickupContact),
  ...inGroup({ legend: 'Contact at the drop-off' }, dropoffContact),
};
type InstructionEntries = FieldValues<typeof instructionFields>;

/** A contact has a name and a number, or there is none. */
export function checkContacts(entered: InstructionEntries, context: z.RefinementCtx): void {
  for (const end of ['pickup_contact', 'dropoff_contact'] as const) {
    const hasName = entered[`${end}.name`] !== '';
    if (hasName === (entered[`${end}.phone`] !== null)) continue;
    const [member, message] = hasName
      ? ['phone', 'Enter the number of the contact, too.']
      : ['name', 'Name the contact, too.'];
    context.addIssue({ code: 'custom', path: [`${end}.${member}`], message });
  }
}

export const instructionsInput = (entered: InstructionEntries): Instructions => ({
  note: entered.note,
  pickup_contact: contactOf(entered['pickup_contact.name'], entered['pickup_contact.phone']),
  dropoff_contact: contactOf(entered['dropoff_contact.name'], entered['dropoff_contact.phone']),
});

const contactOf = (name: string, phone: string | null) => (phone === null ? null : { name, phone });

export const instructionValues = ({ note, pickup_contact, dropoff_contact }: Instructions) => ({
  note,
  'pickup_contact.name': pickup_contact?.name,
  'pickup_contact.phone': pickup_contact?.phone,
  'dropoff_contact.name': dropoff_contact?.name,
  'dropoff_contact.phone': dropoff_contact?.phone,
});
