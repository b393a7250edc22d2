/**
 * Instructions of a job: what the courier must read and whom to call. They are personal: no event,
 * chain of custody, log or list has them.
 */
import { z } from 'zod';
import { phoneNumber } from '../accounts/resource.ts';
import { requiredLine, text } from '../primitives.ts';

/** At one end of the job. */
const siteContact = z.object({
  name: requiredLine(120).describe('Name of the person or desk, up to 120 characters.'),
  phone: phoneNumber.describe(
    'Telephone number, 4 to 32 digits, blanks, brackets and hyphens, e.g. `+27 11 555 0100`.',
  ),
});
const pickupContact = siteContact
  .nullable()
  .describe('Whom the courier may call at the pickup; null for nobody.');
const dropoffContact = siteContact
  .nullable()
  .describe('Whom the courier may call at the drop-off; null for nobody.');

/** As booked and changed; a field that is not sent stays as it is, an empty one is deleted. */
export const instructionChanges = {
  note: text(500)
    .optional()
    .describe(
      'For the courier and the control desk alone, at most 500 characters; empty for none. No patient data.',
    ),
  pickup_contact: pickupContact.optional(),
  dropoff_contact: dropoffContact.optional(),
};

const notForKeys =
  'Personal: API keys read none, and it is deleted after its retention, by default 30 days after the last milestone.';

/** As the tenant, the control desk and the courier read them. */
export const instructions = {
  note: z
    .string()
    .describe(`Note for the courier and the control desk; empty when there is none. ${notForKeys}`),
  pickup_contact: pickupContact.describe(`${pickupContact.description} ${notForKeys}`),
  dropoff_contact: dropoffContact.describe(`${dropoffContact.description} ${notForKeys}`),
};
export const instructionsObject = z.object(instructions);
export type Instructions = z.infer<typeof instructionsObject>;
