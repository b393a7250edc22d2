/** Note and contacts of a job, as fields: of a booking and of a change. */
import type { Instructions } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { z } from 'zod';
import { lineEntry, phoneEntry, textEntry } from '../entries.ts';
import { areaField, textField } from '../fields.ts';
import type { FormEntries } from '../form-view.ts';

export const instructionEntries = {
  note: textEntry(500),
  'pickup_contact.name': lineEntry(120),
  'pickup_contact.phone': phoneEntry,
  'dropoff_contact.name': lineEntry(120),
  'dropoff_contact.phone': phoneEntry,
};
const shape = z.object(instructionEntries);
type InstructionEntries = z.output<typeof shape>;

const ends = ['pickup_contact', 'dropoff_contact'] as const;

/** A contact has a name and a number, or there is none. */
export function checkContacts(entered: InstructionEntries, context: z.RefinementCtx): void {
  for (const end of ends) {
    const name = entered[`${end}.name`];
    const phone = entered[`${end}.phone`];
    if (name === '' && phone !== null) {
      context.addIssue({
        code: 'custom',
        path: [`${end}.name`],
        message: 'Name the contact, too.',
      });
    }
    if (name !== '' && phone === null) {
      const message = 'Enter the number of the contact, too.';
      context.addIssue({ code: 'custom', path: [`${end}.phone`], message });
    }
  }
}

export const instructionsInput = (entered: InstructionEntries): Instructions => ({
  note: entered.note,
  pickup_contact: contactOf(entered['pickup_contact.name'], entered['pickup_contact.phone']),
  dropoff_contact: contactOf(entered['dropoff_contact.name'], entered['dropoff_contact.phone']),
});

/** As the fields show them. */
export const instructionOriginals = ({
  note,
  pickup_contact,
  dropoff_contact,
}: Instructions): Record<keyof typeof instructionEntries, string> => ({
  note,
  'pickup_contact.name': pickup_contact?.name ?? '',
  'pickup_contact.phone': pickup_contact?.phone ?? '',
  'dropoff_contact.name': dropoff_contact?.name ?? '',
  'dropoff_contact.phone': dropoff_contact?.phone ?? '',
});

const contactOf = (name: string, phone: string | null) => (phone === null ? null : { name, phone });

const noInstructions: Instructions = { note: '', pickup_contact: null, dropoff_contact: null };

export const instructionFields = (
  entries: FormEntries,
  { note, pickup_contact, dropoff_contact }: Instructions = noInstructions,
): Html => html`${areaField(
  {
    name: 'note',
    label: 'Note for the courier',
    hint: 'The courier and the control desk read it. No patient data.',
    value: note,
    maxLength: 500,
  },
  entries,
)}
${contactFields('pickup_contact', entries, pickup_contact)}
${contactFields('dropoff_contact', entries, dropoff_contact)}`;

type End = (typeof ends)[number];

const legends = {
  pickup_contact: 'Contact at the pick-up',
  dropoff_contact: 'Contact at the drop-off',
};

const contactFields = (end: End, entries: FormEntries, contact: Instructions[End]): Html =>
  html`<fieldset><legend>${legends[end]}</legend>
${textField({ name: `${end}.name`, label: 'Name', value: contact?.name, maxLength: 120 }, entries)}
${textField(
  { name: `${end}.phone`, label: 'Telephone', type: 'tel', value: contact?.phone, maxLength: 32 },
  entries,
)}
</fieldset>`;
