/**
 * Drivers and vehicles of the carrier.
 *
 * Terms
 * - **retired**: of the fleet's past. Stays readable, is suggested nowhere and assigned to nothing.
 * - **base**: where a driver or vehicle starts from while no position is known.
 * - **shifts**: when a driver works: a week's pattern, and dates on which it does not hold.
 */
import { z } from 'zod';
import { e164Number } from '../accounts/resource.ts';
import { clientId, driverId, explained, objectType, vehicleId } from '../description.ts';
import {
  celsius,
  isUnique,
  opaqueId,
  position,
  requiredLine,
  temperatureClass,
  temperatureClasses,
  timestamp,
} from '../primitives.ts';
import { registration } from './telemetry.ts';

export const documentPaper = z
  .object({
    document: requiredLine(60).describe(
      'Kind of document, e.g. `driving_licence`; up to 60 characters.',
    ),
    expires_on: z.iso.date().describe('Last day of validity, `YYYY-MM-DD`.'),
  })
  .describe('A compliance document of a driver or vehicle.');
const documents = z
  .array(documentPaper)
  .max(20)
  .describe('Compliance documents with their expiry; `compliance.expiring` is emitted before it.');
export const addedAt = timestamp.describe('When it was added, UTC.');
export const lastKnownPosition = position
  .nullable()
  .describe('Last known position in decimal degrees, WGS 84; null until one is known.');

export const fleetStatuses = ['active', 'retired'] as const;
export const fleetStatus = explained(
  z.enum(fleetStatuses),
  'Whether jobs can be assigned to it. Status can be changed in both directions.',
  {
    active: 'part of the fleet.',
    retired: 'suggested nowhere and refused at assignment; earlier jobs keep it.',
  },
);
export type FleetStatus = z.infer<typeof fleetStatus>;

const base = z
  .object({
    name: requiredLine(120).describe('Display name of the place, up to 120 characters.'),
    position: position.describe('Position of the place, WGS 84.'),
  })
  .nullable()
  .describe('Place that it starts from while no position is known; null for none.');

/** In the order of the week. */
export const weekDays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);
const shiftStart = timeOfDay.describe("Start, `HH:MM` in the carrier's time zone.");
const shiftEnd = timeOfDay.describe(
  "End, `HH:MM` in the carrier's time zone; at or before the start it is on the next day.",
);

export const shifts = z
  .object({
    week: z
      .array(
        z
          .object({
            day: explained(z.enum(weekDays), 'Day of the week on which the shift starts.', {
              mon: 'Monday.',
              tue: 'Tuesday.',
              wed: 'Wednesday.',
              thu: 'Thursday.',
              fri: 'Friday.',
              sat: 'Saturday.',
              sun: 'Sunday.',
            }),
            from: shiftStart,
            to: shiftEnd,
          })
          .describe('The shift of a day of the week.'),
      )
      .max(weekDays.length)
      .refine((week) => isUnique(week, ({ day }) => day), { error: 'one shift for each day' })
      .describe('The pattern of a week, at most one shift for each day; other days are off.'),
    exceptions: z
      .array(
        z
          .object({
            date: z.iso.date().describe('Day on which the pattern does not hold, `YYYY-MM-DD`.'),
            from: shiftStart
              .nullable()
              .describe('Start of its shift, `HH:MM`; null for a day off.'),
            to: shiftEnd
              .nullable()
              .describe('End of its shift, as in the pattern; null with `from`.'),
          })
          .refine(({ from, to }) => (from === null) === (to === null), {
            error: 'both times, or neither for a day off',
          })
          .describe('A date with other hours, or off.'),
      )
      .max(60)
      .refine((all) => isUnique(all, ({ date }) => date), { error: 'one exception for each date' })
      .describe('Dates on which the pattern does not hold, at most 60.'),
  })
  .describe('When a driver works: the pattern of a week, and its exceptions.');
export type Shifts = z.infer<typeof shifts>;

export const capacity = z
  .array(
    z
      .object({
        temperature_class: temperatureClass,
        parcels: z.int().min(0).max(999).describe('Parcels of this class at one time, 0 to 999.'),
      })
      .describe('Room for parcels of one temperature class.'),
  )
  .max(temperatureClasses.length)
  .refine((all) => isUnique(all, (each) => each.temperature_class), {
    error: 'one entry for each temperature class',
  })
  .describe('Room by temperature class. No limit is known for a class that is not listed.');
export type Capacity = z.infer<typeof capacity>;

export const driver = z
  .object({
    object: objectType('driver'),
    id: driverId,
    first_name: requiredLine(60).describe(
      'First name, the only part of the name that customers see.',
    ),
    last_name: requiredLine(60).describe('Last name, visible only to the control desk.'),
    status: fleetStatus,
    phone: e164Number
      .nullable()
      .describe(
        'Telephone number in E.164, e.g. `+27825550123`. Other notations are converted; a number without a country code is South African. null for none. Visible only to the control desk.',
      ),
    base,
    shifts: shifts
      .nullable()
      .describe('When the driver works; null if that is not recorded: any time suits.'),
    documents,
    has_photo: z.boolean().describe('Whether a photo is set; it is shown when a job is tracked.'),
    hub_id: opaqueId
      .nullable()
      .describe(
        'Hub that this person keeps: `veh_…`; parcels that it expects are in the run. null for a driver on the road.',
      ),
    client_id: clientId
      .nullable()
      .describe("Client of the driver's device, scope `ops:courier`; null until one is created."),
    created_at: addedAt,
  })
  .describe('A driver of the carrier, with shifts and compliance documents.');
export type Driver = z.infer<typeof driver>;

export const vehicle = z
  .object({
    object: objectType('vehicle'),
    id: vehicleId,
    registration,
    status: fleetStatus,
    base,
    capacity,
    hub_site_id: opaqueId
      .nullable()
      .describe('Site that it stands at, if it is a hub; null for a vehicle that drives.'),
    documents,
    last_position: lastKnownPosition,
    created_at: addedAt,
  })
  .describe('A car or van of the carrier, with compliance documents and its last position.');
export type Vehicle = z.infer<typeof vehicle>;

/** Position of a vehicle, for the map of the carrier's desk. */
export const vehiclePosition = z.object({
  id: vehicleId,
  registration,
  last_position: lastKnownPosition,
  seen_at: timestamp.nullable().describe('Time of the position, UTC; null until one is known.'),
  temperature_c: celsius
    .nullable()
    .describe('Latest temperature of its probes, °C; null until one is measured.'),
  measured_at: timestamp.nullable().describe('Time of the temperature, UTC; null until then.'),
});
export type VehiclePosition = z.infer<typeof vehiclePosition>;
