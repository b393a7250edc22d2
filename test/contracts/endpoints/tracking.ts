/** Tracking records, temperatures, fleet telemetry, drivers and vehicles. */
import { driver, telemetryProvider, vehicle } from '@svc/contracts';
import { until } from '@svc/devnet';
import { deliver, deskOf, newRegistration, noProof } from '../../journeys/desk.ts';
import { resource } from '../../journeys/http.ts';
import { coldChainCertified } from '../../journeys/projection.ts';
import { type Actor, bookJob, signedBy } from '../requests.ts';
import type { Stand } from '../stand.ts';
import { type EndpointCases, having, list, type Make, toAbsent } from './endpoint.ts';
import { collectedJob, firstOf, noImage } from './fixtures.ts';

/** Its cold chain is certified: an hour has passed since the hand-over, as far as tracking knows. */
const certifiedJob: Make = async (actor) => {
  const { owner } = actor.stage;
  const { id } = await bookJob(actor, { sku: 'LAB-COLD', requirements: noProof });
  await deliver(deskOf(actor.stage), id);
  const isMoved = async () => (await owner.query(anHourAgo, [id])).rowCount;
  await until(isMoved, { timeoutMs: 60_000, what: `the trace of ${id} to end` });
  await coldChainCertified(actor.stage, id);
  return id;
};
const anHourAgo = `
  update tracking.tracked_job
     set collected_at = collected_at - interval '1 hour',
         delivered_at = delivered_at - interval '1 hour',
         trace_ended_at = trace_ended_at - interval '1 hour',
         evaluated_until = evaluated_until - interval '1 hour'
   where job_id = $1 and trace_ended_at is not null`;

const licence = { document: 'driving_licence', expires_on: '2031-01-31' };
/** As many as may be on file. */
const documents = Array.from({ length: 20 }, (_, n) => ({ ...licence, document: `permit_${n}` }));

const driverWith =
  (filed: readonly object[]): Make =>
  async ({ send }) => {
    const body = { first_name: 'Naledi', last_name: 'Example', documents: filed };
    return resource(await send('POST /ops/drivers', { body }), 201, driver).id;
  };
const vehicleWith =
  (filed: readonly object[]): Make =>
  async ({ send }) => {
    const body = { registration: newRegistration(), documents: filed };
    return resource(await send('POST /ops/vehicles', { body }), 201, vehicle).id;
  };
const newDriver = driverWith([]);
const newVehicle = vehicleWith([]);
const newProvider: Make = async ({ send }) => {
  const body = { name: 'Trackers' };
  return resource(await send('POST /ops/telemetry-providers', { body }), 201, telemetryProvider).id;
};

const batch = JSON.stringify({ readings: [] });
const line = 'POST /telemetry/fleet';

const sending =
  (requestOf: (actor: Actor) => ReturnType<typeof signedBy>) => async (stand: Stand) => {
    const actor = await stand.actor();
    return actor.send(line, requestOf(actor));
  };

const deskTrace = `object job_id ref latest.device_id latest.at latest.temperature_c
  latest.out_of_range_since range_c[] from to min_c max_c mkt_c coverage gaps[].from gaps[].to
  excursions[].device_id excursions[].from excursions[].to excursions[].minutes
  excursions[].min_c excursions[].max_c sensors[].device_id sensors[].calibrated_until
  result readings[].device_id readings[].seq readings[].at
  readings[].temperature_c readings[].calibrated_until has_more next`;

export const tracking: EndpointCases = {
  fields: {
    CreateDriverClientResponse: 'client_id client_secret',
    CreateTelemetryProviderResponse: `object id name client_id created_at device_count
    last_reading_at client_secret secret`,
    Device: `object id device_id vehicle_id created_at last_reading_at temperature_c
    calibrated_until`,
    Driver: `object id first_name last_name documents[].document documents[].expires_on has_photo
    client_id created_at`,
    GetTemperatureForDeskResponse: deskTrace,
    ListDevicesResponse: list('Device'),
    ListDriversResponse: list('Driver'),
    ListTelemetryProvidersResponse: list('TelemetryProvider'),
    ListVehiclesResponse: list('Vehicle'),
    ReadingsBundle: `format job.id job.ref certificate=Certificate certificate_jws jwks.keys[].*
    readings[].device_id readings[].seq readings[].at readings[].temperature_c
    readings[].calibrated_until`,
    RotateTelemetrySecretResponse: 'secret old_secret_expires_at',
    TelemetryBatch: 'object id accepted duplicates rejected[].index rejected[].code',
    TelemetryProvider: 'object id name client_id created_at device_count last_reading_at',
    TemperatureTrace: `${deskTrace} page_url`,
    DeviceEnrolment: 'object driver_id initial_access_token expires_at',
    Tracking: `ref status tracking_url eta_minutes sla_due sla_status minutes_late
    out_of_range.temperature_c out_of_range.at out_of_range.since exception.reason
    exception.reason_detail exception.at exception.next_step exception.next_step_detail returned_at
    carrier.name carrier.phone carrier.email driver.first_name driver.photo_url
    vehicle.registration vehicle.last_position.lat vehicle.last_position.lng events[].at
    events[].type events[].note events[].seal`,
    Vehicle: `object id registration documents[].document documents[].expires_on last_position.lat
    last_position.lng created_at`,
  },
  grants: {
    'ops:dispatch': {
      createTelemetryProvider: 'CreateTelemetryProviderResponse',
      listTelemetryProviders: 'ListTelemetryProvidersResponse',
      rotateTelemetrySecret: 'RotateTelemetrySecretResponse',
      createDevice: 'Device',
      listDevices: 'ListDevicesResponse',
      createDriver: 'Driver',
      listDrivers: 'ListDriversResponse',
      createDriverClient: 'CreateDriverClientResponse',
      createDeviceEnrolment: 'DeviceEnrolment',
      putDriverPhoto: 'Driver',
      putDriverDocument: 'Driver',
      putVehicleDocument: 'Vehicle',
      createVehicle: 'Vehicle',
      listVehicles: 'ListVehiclesResponse',
      getTemperatureForDesk: 'GetTemperatureForDeskResponse',
    },
    'telemetry:write': { ingestTelemetry: 'TelemetryBatch' },
    'temperature:read': {
      getTemperature: 'TemperatureTrace',
      getTemperatureBundle: 'ReadingsBundle',
    },
    'tracking:read': { trackJob: 'Tracking' },
  },
  targets: {
    '/tracking/': async (actor) => (await bookJob(actor)).ref,
    '/jobs/{id}/temperature/bundle': certifiedJob,
    '/ops/drivers/': newDriver,
    '/ops/telemetry-providers/': newProvider,
    '/ops/vehicles/': newVehicle,
  },
  listed: {
    '/ops/drivers': async ({ crew }) => crew.driver_id,
    '/ops/vehicles': async ({ crew }) => crew.vehicle_id,
    '/ops/telemetry-providers': (owner) => firstOf(owner, 'GET /ops/telemetry-providers'),
    '/ops/devices': async (owner) => {
      const body = { device_id: 'TR-1', vehicle_id: owner.crew.vehicle_id };
      await owner.send('POST /ops/devices', { body });
      return firstOf(owner, 'GET /ops/devices');
    },
  },
  refusals: {
    'trackJob tracking_not_found': toAbsent('GET /tracking/SVC-00000000'),
    'getTemperature job_not_found': toAbsent('GET /jobs/absent/temperature'),
    'getTemperatureForDesk job_not_found': toAbsent('GET /ops/jobs/absent/temperature'),
    'getTemperatureBundle job_not_found': toAbsent('GET /jobs/absent/temperature/bundle'),
    'getTemperatureBundle certificate_pending': having(collectedJob, ({ send }, id) =>
      send(`GET /jobs/${id}/temperature/bundle`),
    ),
    'ingestTelemetry invalid_signature': sending((actor) => ({
      ...signedBy(actor, batch),
      raw: `${batch} `,
    })),
    'ingestTelemetry timestamp_out_of_tolerance': sending(({ provider, ...actor }) => {
      const now = () => new Date(provider.now().getTime() - 301_000);
      return signedBy({ ...actor, provider: { ...provider, now } }, batch);
    }),
    'ingestTelemetry invalid_json': sending((actor) => signedBy(actor, '{"readings":[NaN]}')),
    'rotateTelemetrySecret provider_not_found': toAbsent(
      'POST /ops/telemetry-providers/absent/rotate-secret',
    ),
    'createDevice unknown_vehicle': toAbsent('POST /ops/devices', {
      body: { device_id: 'TR-1', vehicle_id: 'veh_absent' },
    }),
    'createDriverClient driver_not_found': toAbsent('POST /ops/drivers/absent/client'),
    'createDeviceEnrolment driver_not_found': toAbsent(
      'POST /ops/drivers/absent/device-enrolments',
    ),
    'putDriverPhoto driver_not_found': toAbsent('PUT /ops/drivers/absent/photo', noImage),
    'putDriverPhoto invalid_file': having(
      async ({ crew }) => crew.driver_id,
      ({ send }, id) => send(`PUT /ops/drivers/${id}/photo`, noImage),
    ),
    'putDriverDocument driver_not_found': toAbsent('POST /ops/drivers/absent/documents', {
      body: licence,
    }),
    'putDriverDocument invalid_body': having(driverWith(documents), ({ send }, id) =>
      send(`POST /ops/drivers/${id}/documents`, { body: licence }),
    ),
    'putVehicleDocument vehicle_not_found': toAbsent('POST /ops/vehicles/absent/documents', {
      body: licence,
    }),
    'putVehicleDocument invalid_body': having(vehicleWith(documents), ({ send }, id) =>
      send(`POST /ops/vehicles/${id}/documents`, { body: licence }),
    ),
    'createVehicle registration_taken': having(
      async ({ send }) => {
        const body = { registration: newRegistration() };
        await send('POST /ops/vehicles', { body });
        return { registration: ` ${body.registration.toLowerCase()}` };
      },
      ({ send }, body) => send('POST /ops/vehicles', { body }),
    ),
  },
};
