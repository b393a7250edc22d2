/**
 * Instructions of a job: the courier's note and contacts. They are personal data: no event, chain
 * of custody, log or list contains them.
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
  .describe('Contact for the courier at the pickup; null for none.');
const dropoffContact = siteContact
  .nullable()
  .describe('Contact for the courier at the drop-off; null for none.');

/** As booked and changed; an omitted field is unchanged, an empty one is deleted. */
export const instructionChanges = {
  note: text(500)
    .optional()
    .describe(
      'Note, visible only to you, the courier and the control desk; at most 500 characters, empty for none. No patient data.',
    ),
  pickup_contact: pickupContact.optional(),
  dropoff_contact: dropoffContact.optional(),
};

const notForKeys =
  'Personal data: not returned to API keys, and deleted after its retention, by default 30 days after the last milestone.';

/** As the tenant, the control desk and the courier read them. */
export const instructions = {
  note: z
    .string()
    .describe(`Note for the courier and the control desk; empty if there is none. ${notForKeys}`),
  pickup_contact: pickupContact.describe(`${pickupContact.description} ${notForKeys}`),
  dropoff_contact: dropoffContact.describe(`${dropoffContact.description} ${notForKeys}`),
};
export const instructionsObject = z.object(instructions);
export type Instructions = z.infer<typeof instructionsObject>;
