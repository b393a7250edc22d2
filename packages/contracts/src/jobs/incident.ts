/** Incidents: problems with a job, as reported and shown. */
import { z } from 'zod';
import { explained, incidentId, jobId, objectType } from '../description.ts';
import { instant, opaqueId, requiredText, timestamp } from '../primitives.ts';
import { incidentEntries, keysOf } from './hand-off-fields.ts';

const { category, severity, description } = incidentEntries;
const categories = keysOf(category.choices);
const severities = keysOf(severity.choices);

export const incidentFields = {
  job_id: opaqueId.describe('Job of the incident, by id or reference.'),
  category: explained(z.enum(categories), 'Kind of incident.', {
    accident: 'the vehicle had an accident.',
    theft: 'parcels or vehicle were stolen.',
    spill: 'contents leaked.',
    temperature: 'the contents were too warm or too cold.',
    documents: 'papers are missing or wrong.',
    delay: 'it takes longer than planned.',
    other: 'none of these.',
  }),
  severity: explained(z.enum(severities), 'Severity.', {
    low: 'for the record.',
    medium: 'needs attention.',
    high: 'the delivery is at risk.',
    critical: 'people or contents are at risk.',
  }),
  description: requiredText(description.max).describe(
    'Description of what happened, at most 2000 characters. No patient data.',
  ),
};
/** Fields that a report adds to an incident; for phones that were offline when it happened. */
export const incidentReport = {
  ...incidentFields,
  at: instant
    .optional()
    .describe(
      'When it happened, RFC 3339; defaults to now. Not before the booking of the job, at most 60 s in the future.',
    ),
  photo_file_id: opaqueId
    .optional()
    .describe('Id of a photo uploaded for the job, visible to the control desk.'),
};

export const incident = z
  .object({
    object: objectType('incident'),
    id: incidentId,
    ...incidentFields,
    job_id: jobId,
    description: requiredText(description.max).describe(
      'Description of what happened, at most 2000 characters. `Erased.` after the proof of the job was erased.',
    ),
    occurred_at: timestamp.describe('Reported time of the incident, UTC.'),
  })
  .describe("A problem with a job, whether or not it changed the job's status.");

/** For readers at the desk. */
export const listedIncident = incident
  .extend({
    photo_url: z
      .url()
      .nullable()
      .describe(
        'Signed link to the photo, valid for 15 minutes; null if there is no photo, it was erased, or links are temporarily unavailable.',
      ),
  })
  .describe('An incident with its photo, as shown to the control desk.');
