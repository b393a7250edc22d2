import { z } from 'zod';
import { internalEvent, publicEvent } from '../define.ts';
import { empty, exampleSubject, position, timestamp } from '../primitives.ts';
import { coldChain, rangeC } from './cold-chain.ts';

const subject = { job_id: z.string(), ref: z.string() };

export const trackingEvents = {
  'temperature.reading': publicEvent({
    description: 'A temperature beside the parcels of a job under way.',
    data: z.object({ ...subject, device_id: z.string(), at: timestamp, temperature_c: z.number() }),
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
      'Out of range for five minutes or more, as far as readings two minutes old tell. Once per excursion and probe.',
    data: z.object({
      ...subject,
      range_c: rangeC,
      max_c: z.number(),
      minutes_out_of_range: z.int(),
      action: z.literal('hold_and_call'),
      min_c: z.number(),
      device_id: z.string(),
      started_at: timestamp,
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
    description: 'The expected arrival moved noticeably.',
    data: z.object({
      ...subject,
      previous_eta_minutes: z.int().min(0),
      eta_minutes: z.int().min(0),
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
    description: 'For custody: delivered, and all readings behind the watermark. Once per job.',
    data: z.object(subject),
    internals: z.object({ from: timestamp, to: timestamp, cold_chain: coldChain }),
  }),
  'sla.at_risk': publicEvent({
    description: 'The job is predicted to arrive after it is due.',
    data: z.object({
      job_id: z.string(),
      ref: z.string(),
      sla_due: timestamp,
      predicted_at: timestamp,
    }),
    internals: empty,
    example: {
      ...exampleSubject,
      sla_due: '2026-11-02T12:00:00.000Z',
      predicted_at: '2026-11-02T12:20:00.000Z',
    },
  }),
  'sla.breached': publicEvent({
    description: 'The job is not delivered although it is due, or was delivered late.',
    data: z.object({
      job_id: z.string(),
      ref: z.string(),
      sla_due: timestamp,
      minutes_late: z.int().min(0),
    }),
    internals: empty,
    example: { ...exampleSubject, sla_due: '2026-11-02T12:00:00.000Z', minutes_late: 1 },
  }),
  'compliance.expiring': publicEvent({
    description: 'A document of a driver or vehicle expires soon.',
    data: z.object({
      subject_type: z.enum(['driver', 'vehicle']),
      subject_id: z.string(),
      document: z.string(),
      expires_on: z.iso.date(),
    }),
    internals: empty,
    example: {
      subject_type: 'driver',
      subject_id: 'drv_01KAK7QW3ZC5V8M2N4P6R8T0XB',
      document: 'driving_licence',
      expires_on: '2027-01-31',
    },
  }),
};
