/** Templates of bookings: a name for a job that is booked again and again. */
import { z } from 'zod';
import { command, query } from '../define.ts';
import { idOf, jobId, objectType } from '../description.ts';
import { byId, empty, exampleSubject, opaqueId, requiredLine, timestamp } from '../primitives.ts';

const bookingTemplate = z
  .object({
    object: objectType('booking_template'),
    id: idOf('tpl', 'the template'),
    job_id: jobId,
    name: z.string().describe('Name of the template, unique in the organisation.'),
    created_at: timestamp.describe('When it was saved, UTC.'),
  })
  .describe('A job of the organisation that is booked again under a name.');
export type BookingTemplate = z.infer<typeof bookingTemplate>;

export const templateActions = {
  /** Sorted by name. */
  listTemplates: query({
    input: empty,
    output: z.object({ data: z.array(bookingTemplate) }),
    refusals: [],
  }),
  /** Under a name in use it takes the place of the template there. */
  saveTemplate: command({
    input: z.object({
      id: opaqueId,
      name: requiredLine(60).describe('Name of the template. No patient data.'),
    }),
    output: bookingTemplate,
    refusals: ['job_not_found', 'too_many_templates'],
    issues: { 'id.invalid_format': 'job_not_found' },
    example: { id: exampleSubject.job_id, name: 'Morning histology' },
  }),
  /** Succeeds for one that is gone. */
  removeTemplate: command({
    input: byId,
    output: z.object({ object: objectType('booking_template'), id: z.string() }),
    refusals: [],
    example: { id: 'tpl_01KAK7QW3ZC5V8M2N4P6R8T0XA' },
  }),
};
