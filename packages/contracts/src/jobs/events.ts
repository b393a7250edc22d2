/** Events of a job and their internals. Sources: API document (Event types), decisions (Data of the other events). */
import { z } from 'zod';
import { publicEvent } from '../define.ts';
import { incidentId, jobId, jobRef, sealText, skuCode } from '../description.ts';
import { celsius, cents, currency, exampleSubject, timestamp } from '../primitives.ts';
import { deliveryInternals, jobInternals as internals } from './internals.ts';

const about = <T extends z.ZodRawShape>(shape: T) =>
  z.object({ job_id: jobId, ref: jobRef, ...shape });

const driver = z
  .object({ first_name: z.string().describe('First name. The last name is never disclosed.') })
  .describe('Driver assigned to the job.');
const vehicle = z
  .object({ registration: z.string().describe('Number plate, e.g. `CA 123-456`.') })
  .describe('Vehicle assigned to the job.');
const minutesToGo = z.int().min(0).describe('Estimated minutes until arrival.');
const onTheWay = about({ eta_minutes: minutesToGo, driver, vehicle });
const reason = z.string().describe('Human-readable reason.');
const slaDue = timestamp.describe('Due time of the delivery, UTC.');
const location = z.string().describe('Human-readable place of the scan.');
const actor = z
  .string()
  .describe('Role and pseudonymous id of the actor, e.g. `driver:drv_…`; never a name.');
const returnJobId = jobId.describe('Id of the job that returns the parcels.');
const deliveredAt = timestamp.describe('When the parcels were handed over, UTC.');
const fieldValue = (when: string) =>
  z.unknown().meta({
    description: `Value ${when} the change, in the type of the field; null if it had none.`,
    anyOf: [
      { type: 'string' },
      { type: 'number' },
      { type: 'boolean' },
      { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean', 'null'] } },
      { type: 'null' },
    ],
  });
const crew = { driver: { first_name: 'Thabo' }, vehicle: { registration: 'CA 123-456' } };

export const jobsEvents = {
  'job.created': publicEvent({
    description: 'A job was booked, through any channel.',
    data: about({ sku: skuCode, sla_due: slaDue }),
    internals,
    example: { ...exampleSubject, sku: 'LAB-STD', sla_due: '2026-11-02T12:00:00.000Z' },
  }),
  'job.assigned': publicEvent({
    description: 'A driver and a vehicle were assigned or reassigned.',
    data: about({
      driver,
      vehicle,
      eta_pickup_minutes: z.int().min(0).describe('Estimated minutes until the pickup.'),
    }),
    internals,
    example: { ...exampleSubject, ...crew, eta_pickup_minutes: 18 },
  }),
  'job.updated': publicEvent({
    description: 'Fields of a job changed; each is listed with its previous and new value.',
    data: about({
      changed: z
        .array(
          z.object({
            field: z.string().describe('Name of the changed field, e.g. `cost_centre`.'),
            from: fieldValue('before'),
            to: fieldValue('after'),
          }),
        )
        .describe('Every changed field, with its previous and new value.'),
    }),
    internals,
    example: { ...exampleSubject, changed: [{ field: 'cost_centre', from: 'CC-1', to: 'CC-2' }] },
  }),
  'job.cancelled': publicEvent({
    description: 'A job was cancelled before its parcels were collected.',
    data: about({
      reason,
      fee_cents: cents.describe('Fee in cents, excluding VAT; 0 before a driver is assigned.'),
      currency,
      rule: z.string().describe('Human-readable explanation of the fee.'),
    }),
    internals,
    example: {
      ...exampleSubject,
      reason: 'No longer needed',
      fee_cents: 0,
      currency: 'ZAR',
      rule: 'Cancelled before assignment: no fee.',
    },
  }),
  'driver.en_route': publicEvent({
    description: 'The driver is on the way to the pickup site.',
    data: onTheWay,
    internals,
    example: { ...exampleSubject, ...crew, eta_minutes: 18 },
  }),
  'pickup.arriving': publicEvent({
    description:
      'The vehicle is within 300 m of the pickup site, or its driver announced the arrival. Emitted once per job.',
    data: onTheWay,
    internals,
    example: { ...exampleSubject, ...crew, eta_minutes: 2 },
  }),
  'pickup.completed': publicEvent({
    description: 'The parcels were collected and sealed.',
    data: about({
      parcels_scanned: z.int().min(0).describe('How many parcels the courier scanned.'),
      seal: sealText,
      box_temperature_c: celsius.describe('Temperature inside the box in °C, one decimal.'),
    }),
    /** Absent if the courier scanned no individual parcels. */
    internals: internals.extend({ barcodes: z.array(z.string()).optional() }),
    example: { ...exampleSubject, parcels_scanned: 2, seal: 'SL-20418', box_temperature_c: 4.1 },
  }),
  'pickup.failed': publicEvent({
    description: 'The parcels could not be collected; the control desk must act.',
    data: about({ reason }),
    internals,
    example: { ...exampleSubject, reason: 'Site closed' },
  }),
  'custody.scanned': publicEvent({
    description: 'The parcels were scanned at a hand-off, and their seal was checked.',
    data: about({
      location,
      seal_match: z.boolean().describe('Whether the scanned seal matches the expected one.'),
      by: actor,
    }),
    internals,
    example: {
      ...exampleSubject,
      location: 'Midrand hub',
      seal_match: true,
      by: 'driver:drv_01KAK7QW3ZC5V8M2N4P6R8T0XB',
    },
  }),
  'seal.broken': publicEvent({
    description: 'The observed seal differs from the expected one.',
    data: about({
      expected_seal: z.string().describe('Number of the seal that was applied to the parcels.'),
      observed_seal: z.string().describe('Number of the seal that was found.'),
      location,
      by: actor,
    }),
    internals,
    example: {
      ...exampleSubject,
      expected_seal: 'SL-20418',
      observed_seal: 'SL-20419',
      location: 'Central Laboratory',
      by: 'driver:drv_01KAK7QW3ZC5V8M2N4P6R8T0XB',
    },
  }),
  'delivery.arriving': publicEvent({
    description:
      'The vehicle is within 300 m of the drop-off site, or its driver announced the arrival. Emitted once per job.',
    data: onTheWay,
    internals,
    example: { ...exampleSubject, ...crew, eta_minutes: 2 },
  }),
  'delivery.completed': publicEvent({
    description: 'The parcels were handed over.',
    data: about({
      recipient: z.string().describe('Person or desk that received the parcels. Personal data.'),
      otp_verified: z.boolean().describe('Whether the courier entered the correct handover code.'),
      delivered_at: deliveredAt,
    }),
    internals: deliveryInternals,
    example: {
      ...exampleSubject,
      recipient: 'Reception desk',
      otp_verified: true,
      delivered_at: '2026-11-02T10:42:00.000Z',
    },
  }),
  'delivery.failed': publicEvent({
    description: 'The hand-over failed; a return job takes the parcels back.',
    data: about({ reason, return_job_id: returnJobId }),
    internals,
    example: {
      ...exampleSubject,
      reason: 'Refused',
      return_job_id: 'job_01KAK8V3N5C7X9B1D3F5H7K9MN',
    },
  }),
  'return.created': publicEvent({
    description: 'A return job was created, with pickup and drop-off swapped and without a fee.',
    data: about({ return_job_id: returnJobId, reason }),
    internals,
    example: {
      ...exampleSubject,
      return_job_id: 'job_01KAK8V3N5C7X9B1D3F5H7K9MN',
      reason: 'Refused',
    },
  }),
  'return.completed': publicEvent({
    description: 'The return job delivered the parcels to their sender.',
    data: about({ return_job_id: returnJobId, delivered_at: deliveredAt }),
    internals,
    example: {
      ...exampleSubject,
      return_job_id: 'job_01KAK8V3N5C7X9B1D3F5H7K9MN',
      delivered_at: '2026-11-02T13:05:00.000Z',
    },
  }),
  'incident.reported': publicEvent({
    description: 'An incident was reported on a job.',
    data: about({
      incident_id: incidentId,
      category: z.string().describe('Kind of incident, e.g. `delay`; more kinds may be added.'),
      severity: z.string().describe('Severity, e.g. `low`; more values may be added.'),
      occurred_at: timestamp.describe('When the incident was reported, UTC.'),
    }),
    internals,
    example: {
      ...exampleSubject,
      incident_id: 'inc_01KAK7QW3ZC5V8M2N4P6R8T0XC',
      category: 'manifest_mismatch',
      severity: 'minor',
      occurred_at: '2026-11-02T09:20:00.000Z',
    },
  }),
};
