/** Incidents: what went wrong with a job, as it is reported and shown. */
import { z } from 'zod';
import { explained, incidentId, jobId } from '../description.ts';
import { instant, opaqueId, requiredText, timestamp } from '../primitives.ts';
import { incidentEntries, keysOf } from './hand-off-fields.ts';

const { category, severity, description } = incidentEntries;
const categories = keysOf(category.choices);
const severities = keysOf(severity.choices);

export const incidentFields = {
  job_id: opaqueId.describe('The job that it is about: its id or reference.'),
  category: explained(z.enum(categories), 'What kind of incident it is.', {
    accident: 'the vehicle had an accident.',
    theft: 'parcels or vehicle were stolen.',
    spill: 'contents leaked.',
    temperature: 'the contents were too warm or too cold.',
    documents: 'papers are missing or wrong.',
    delay: 'it takes longer than planned.',
    other: 'none of these.',
  }),
  severity: explained(z.enum(severities), 'How grave it is.', {
    low: 'for the record.',
    medium: 'somebody should look at it.',
    high: 'the job is in danger.',
    critical: 'people or contents are in danger.',
  }),
  description: requiredText(description.max).describe(
    'What happened, for people; at most 2000 characters. No patient data.',
  ),
};
/** Fields that a report adds to an incident; for phones that were offline when it happened. */
export const incidentReport = {
  ...incidentFields,
  at: instant
    .optional()
    .describe(
      'When it happened, RFC 3339; defaults to now. Not before the job was booked, at most 60 s ahead.',
    ),
  photo_file_id: opaqueId
    .optional()
    .describe('Id of a photo of it that was filed for the job, for the control desk.'),
};

export const incident = z
  .object({
    object: z.literal('incident').describe('Names the resource: an incident.'),
    id: incidentId,
    ...incidentFields,
    job_id: jobId,
    description: requiredText(description.max).describe(
      'What happened, for people; at most 2000 characters. `Erased.` once the proof of the job was erased.',
    ),
    occurred_at: timestamp.describe('When it happened, UTC, as reported.'),
  })
  .describe('Something that went wrong with a job, whether or not its state changed.');

/** For readers at the desk. */
export const listedIncident = incident
  .extend({
    photo_url: z
      .url()
      .nullable()
      .describe(
        'Signed link to its photo, for 15 minutes; null when none was taken, when it was erased, or while no link can be made.',
      ),
  })
  .describe('An incident as the control desk reads it, with its photo.');
