/** Drivers and vehicles: the carrier's, not a tenant's. */
import { z } from 'zod';
import { deviceEnrolment } from '../accounts/courier-devices.ts';
import { clientCredentials } from '../accounts/credentials.ts';
import { command, query } from '../define.ts';
import { siteId } from '../description.ts';
import { assignmentFact } from '../jobs/internals.ts';
import { byId, opaqueId, page, pageOf, requiredLine } from '../primitives.ts';
import { documentPaper, driver, fleetStatus, vehicle, vehiclePosition } from './fleet.ts';

const driverIssues = { 'id.invalid_format': 'driver_not_found' } as const;
const vehicleIssues = { 'id.invalid_format': 'vehicle_not_found' } as const;

const listed = z.object({
  status: fleetStatus.optional().describe('Only those with this status: `active` or `retired`.'),
  ...page,
});
const driverFields = driver.pick({
  ...{ first_name: true, last_name: true, phone: true, base: true, hub_id: true },
});
const vehicleFields = vehicle.pick({
  ...{ registration: true, base: true, capacity: true, hub_site_id: true },
});
const office = { name: 'Depot north', position: { lat: -26.2041, lng: 28.0473 } };

const driverActions = {
  createDriver: command({
    input: driverFields.extend({
      phone: driver.shape.phone.default(null),
      base: driver.shape.base.default(null),
      hub_id: driver.shape.hub_id.default(null),
      shifts: driver.shape.shifts.default(null),
      documents: driver.shape.documents.default([]),
    }),
    output: driver,
    refusals: ['invalid_position', 'unknown_hub'],
    example: {
      first_name: 'Naledi',
      last_name: 'Example',
      documents: [{ document: 'driving_licence', expires_on: '2027-01-31' }],
    },
  }),
  listDrivers: query({ input: listed, output: pageOf(driver), refusals: [] }),
  getDriver: query({
    input: byId,
    output: driver,
    refusals: ['driver_not_found'],
    issues: driverIssues,
  }),
  /** Retiring revokes every client and device of the driver, and a pending enrolment. */
  updateDriver: command({
    input: driverFields
      .extend({ shifts: driver.shape.shifts, status: fleetStatus })
      .partial()
      .extend({
        id: opaqueId,
      }),
    output: driver,
    refusals: ['driver_not_found', 'invalid_position', 'unknown_hub'],
    issues: driverIssues,
    example: {
      id: 'drv_01J',
      phone: '+27825550123',
      base: office,
      shifts: {
        week: [{ day: 'mon', from: '08:00', to: '17:00' }],
        exceptions: [{ date: '2026-12-25', from: null, to: null }],
      },
    },
  }),
  /** A client with `ops:courier`, bound to this driver; another call replaces the client. */
  createDriverClient: command({
    input: byId,
    output: clientCredentials,
    refusals: ['driver_not_found', 'driver_retired'],
    issues: driverIssues,
    secret: true,
  }),
  /** For one device of this driver, which registers with its own key. */
  createDeviceEnrolment: command({
    input: byId,
    output: deviceEnrolment,
    refusals: ['driver_not_found', 'driver_retired'],
    issues: driverIssues,
    secret: true,
  }),
  /** The bytes are in file storage under `storage_key`. */
  putDriverPhoto: command({
    input: z.object({
      id: opaqueId,
      storage_key: requiredLine(200),
      media_type: z.enum(['image/png', 'image/jpeg']),
    }),
    output: driver,
    refusals: ['driver_not_found', 'invalid_file'],
    issues: driverIssues,
  }),
  /** Replaces the expiry of its kind, or adds a new kind. */
  putDriverDocument: command({
    input: byId.extend(documentPaper.shape),
    output: driver,
    refusals: ['driver_not_found', 'invalid_body'],
    issues: driverIssues,
    example: { id: 'drv_01J', document: 'driving_licence', expires_on: '2031-01-31' },
  }),
  /** For the gateway: the file behind a signed link to a driver's photo. */
  photoByLink: query({
    input: z.object({ link: z.string().max(500) }),
    output: z.object({ storage_key: z.string(), media_type: z.string() }),
    refusals: ['file_not_found'],
  }),
};

const vehicleActions = {
  createVehicle: command({
    input: vehicleFields.extend({
      base: vehicle.shape.base.default(null),
      capacity: vehicle.shape.capacity.default([]),
      hub_site_id: vehicle.shape.hub_site_id.default(null),
      documents: vehicle.shape.documents.default([]),
    }),
    output: vehicle,
    refusals: ['registration_taken', 'invalid_position', 'unknown_site'],
    example: {
      registration: 'CA 123-456',
      documents: [{ document: 'roadworthy', expires_on: '2027-01-31' }],
    },
  }),
  listVehicles: query({ input: listed, output: pageOf(vehicle), refusals: [] }),
  getVehicle: query({
    input: byId,
    output: vehicle,
    refusals: ['vehicle_not_found'],
    issues: vehicleIssues,
  }),
  updateVehicle: command({
    input: vehicleFields.extend({ status: fleetStatus }).partial().extend({ id: opaqueId }),
    output: vehicle,
    refusals: ['vehicle_not_found', 'registration_taken', 'invalid_position', 'unknown_site'],
    issues: vehicleIssues,
    example: {
      id: 'veh_01J',
      base: office,
      capacity: [{ temperature_class: '2-8C', parcels: 12 }],
    },
  }),
  putVehicleDocument: command({
    input: byId.extend(documentPaper.shape),
    output: vehicle,
    refusals: ['vehicle_not_found', 'invalid_body'],
    issues: vehicleIssues,
    example: { id: 'veh_01J', document: 'roadworthy', expires_on: '2028-01-31' },
  }),
  /** For the map of the desk: vehicles of the carrier that are not retired, ordered by id. */
  listVehiclePositions: query({
    input: z.object({
      /** The largest page is half the size of a bus message. */
      limit: z.int().min(1).max(2_500).default(2_500),
      starting_after: page.starting_after,
    }),
    output: pageOf(vehiclePosition),
    refusals: [],
  }),
};

export const fleetActions = {
  ...driverActions,
  ...vehicleActions,

  /** For jobs: driver and vehicle of an assignment. */
  assignmentDetails: query({
    input: z.object({
      driver_id: opaqueId,
      /** By its id, or as its plate is read. */
      vehicle_id: opaqueId.optional(),
      registration: requiredLine(32).optional(),
    }),
    output: assignmentFact,
    refusals: ['unknown_driver', 'unknown_vehicle', 'driver_retired', 'vehicle_retired'],
  }),
  /** For jobs: hubs by their ids, or the one that a driver keeps; one that is retired is omitted. */
  hubDetails: query({
    input: z.object({
      hub_ids: z.array(opaqueId).max(8).default([]),
      kept_by: opaqueId.optional(),
    }),
    output: z.object({
      hubs: z.array(
        assignmentFact.pick({ vehicle_id: true, registration: true }).extend({ site_id: siteId }),
      ),
    }),
    refusals: [],
  }),
};
