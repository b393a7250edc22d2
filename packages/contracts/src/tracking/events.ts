import { z } from 'zod';
import { internalEvent, publicEvent } from '../define.ts';
import { explained, jobId, jobRef } from '../description.ts';
import { custodyFact } from '../jobs/internals.ts';
import { celsius, empty, exampleSubject, position, timestamp } from '../primitives.ts';
import { coldChain, rangeC } from './cold-chain.ts';

const subject = { job_id: jobId, ref: jobRef };
const probe = z.string().describe("The provider's own id of the probe.");
const slaDue = timestamp.describe('Due time of the delivery, UTC.');

const watchedDocument = z.object({
  subject_type: explained(z.enum(['driver', 'vehicle']), "Kind of the document's subject.", {
    driver: 'a driver.',
    vehicle: 'a vehicle.',
  }),
  subject_id: z.string().describe('Id of the driver, `drv_…`, or the vehicle, `veh_…`.'),
  document: z.string().describe('Kind of document, e.g. `driving_licence`.'),
  expires_on: z.iso.date().describe('Last day on which it is valid, `YYYY-MM-DD`.'),
});

export const trackingEvents = {
  'temperature.reading': publicEvent({
    description: 'A temperature was measured next to the parcels of a job under way.',
    data: z.object({
      ...subject,
      device_id: probe,
      at: timestamp.describe('When it was measured, UTC.'),
      temperature_c: celsius.describe('Measured value in degrees Celsius.'),
    }),
    internals: empty,
    example: {
      ...exampleSubject,
      device_id: 'TR-42',
      at: '2026-11-02T09:30:00.000Z',
      temperature_c: 4.1,
    },
  }),
  'temperature.excursion': publicEvent({
    description:
      'The temperature was out of range for five minutes or more, or as the profile of the job has it, according to readings at least two minutes old. Emitted once per excursion and probe.',
    data: z.object({
      ...subject,
      range_c: rangeC,
      max_c: celsius.describe('Highest temperature so far in °C.'),
      minutes_out_of_range: z.int().min(0).describe('Duration so far, in whole minutes.'),
      action: z
        .literal('hold_and_call')
        .describe('Required action: hold the parcels and call the sender.'),
      min_c: celsius.describe('Lowest temperature so far in °C.'),
      device_id: probe,
      started_at: timestamp.describe('First reading out of range, UTC.'),
    }),
    /** The reading by which it was decided. */
    internals: z.object({ at: timestamp, position: position.nullable() }),
    example: {
      ...exampleSubject,
      range_c: [2, 8],
      max_c: 11.8,
      minutes_out_of_range: 5,
      action: 'hold_and_call',
      min_c: 4.2,
      device_id: 'TR-42',
      started_at: '2026-11-02T09:25:00.000Z',
    },
  }),
  'eta.changed': publicEvent({
    description: 'The estimated arrival changed noticeably.',
    data: z.object({
      ...subject,
      previous_eta_minutes: z.int().min(0).describe('Previously estimated minutes until arrival.'),
      eta_minutes: z.int().min(0).describe('Estimated minutes until arrival.'),
    }),
    internals: empty,
    example: { ...exampleSubject, previous_eta_minutes: 25, eta_minutes: 40 },
  }),
  'geofence.entered': internalEvent({
    description: 'For jobs: the vehicle is within 300 m of the next site. Once per stage.',
    data: z.object({
      ...subject,
      stage: z.enum(['pickup', 'dropoff']),
      at: timestamp,
      eta_minutes: z.int().min(0),
    }),
    internals: empty,
  }),
  'cold_chain.sealed': internalEvent({
    description: 'For custody: delivered, and all readings are behind the watermark. Once per job.',
    data: z.object(subject),
    internals: z.object({ from: timestamp, to: timestamp, cold_chain: coldChain }),
  }),
  'binding.changed': internalEvent({
    description: 'For custody: what the parcels of a job depend on has changed.',
    data: z.object(subject),
    internals: z.object({ custody: custodyFact }),
  }),
  'cold_chain.decided': internalEvent({
    description: 'For custody: a person has decided on the suspect readings of a certified trace.',
    data: z.object(subject),
    internals: z.object({ cold_chain: coldChain }),
  }),
  'sla.at_risk': publicEvent({
    description: 'The job is predicted to arrive after it is due.',
    data: z.object({
      ...subject,
      sla_due: slaDue,
      predicted_at: timestamp.describe('Estimated time of delivery, UTC.'),
    }),
    internals: empty,
    example: {
      ...exampleSubject,
      sla_due: '2026-11-02T12:00:00.000Z',
      predicted_at: '2026-11-02T12:20:00.000Z',
    },
  }),
  'sla.breached': publicEvent({
    description: 'The job was not delivered by its due time, or was delivered late.',
    data: z.object({
      ...subject,
      sla_due: slaDue,
      minutes_late: z.int().min(0).describe('Minutes after the due time, rounded up.'),
    }),
    internals: empty,
    example: { ...exampleSubject, sla_due: '2026-11-02T12:00:00.000Z', minutes_late: 1 },
  }),
  'compliance.expiring': publicEvent({
    description: 'A document of a driver or vehicle expires soon.',
    data: watchedDocument,
    internals: empty,
    example: {
      subject_type: 'driver',
      subject_id: 'drv_01KAK7QW3ZC5V8M2N4P6R8T0XB',
      document: 'driving_licence',
      expires_on: '2027-01-31',
    },
  }),
  /** The document now has a later expiry or is of a new kind; alarms about it close. */
  'compliance.renewed': internalEvent({
    description: "The expiry of a driver's or vehicle's document was updated.",
    data: watchedDocument,
    internals: empty,
  }),
};
