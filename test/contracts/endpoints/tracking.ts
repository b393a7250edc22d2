/** Tracking records, temperatures, fleet telemetry, drivers and vehicles. */
import { driver, vehicle } from '@svc/contracts';
import { deliver, deskOf, newRegistration, noProof } from '../../journeys/desk.ts';
import { resource } from '../../journeys/http.ts';
import { certifySuspect, certifyTrace } from '../../journeys/suspect-trace.ts';
import { type Actor, bookJob, signedBy } from '../requests.ts';
import { type EndpointCases, list, type Make } from './endpoint.ts';
import { collectedJob, firstOf, noImage } from './fixtures.ts';

const deliveredJob: Make = async (actor) => {
  const { id } = await bookJob(actor, { sku: 'LAB-COLD', requirements: noProof });
  await deliver(deskOf(actor.stage), id);
  return id;
};
const certifiedJob: Make = async (actor) => {
  const id = await deliveredJob(actor);
  await certifyTrace(actor.stage, id);
  return id;
};
const suspectJob: Make = async (actor) => {
  const id = await deliveredJob(actor);
  await certifySuspect(actor.stage, id);
  return id;
};
const licence = { document: 'driving_licence', expires_on: '2031-01-31' };
/** The most documents that may be on file. */
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
/** Longer ago than a signature is good for. */
const signedEarlier = ({ provider: { secret, now } }: Actor) => {
  const earlier = () => new Date(now().getTime() - 301_000);
  return signedBy({ provider: { secret, now: earlier } }, '{"readings":[]}');
};

export const tracking: EndpointCases = {
  fields: {
    CreateDriverClientResponse: 'client_id client_secret',
    CreateTelemetryProviderResponse: '+TelemetryProvider client_secret secret',
    DecideSuspectReadingsResponse: 'object job_id ref decision result',
    Device: `object id device_id vehicle_id temperature_class created_at last_reading_at
      temperature_c calibrated_until`,
    DeviceEnrolment: 'object driver_id initial_access_token expires_at',
    Driver: `object id first_name last_name documents{document expires_on} has_photo client_id
      created_at`,
    Excursion: 'device_id from to minutes min_c max_c',
    GetTemperatureForDeskResponse: `object job_id ref latest{device_id at temperature_c
      out_of_range_since} range_c from to min_c max_c mkt_c coverage gaps{from to}
      excursions=Excursion exposures=Excursion suspects=Suspect sensors{device_id
      calibrated_until} result readings=Reading has_more next`,
    ListDevicesResponse: list('Device'),
    ListDriversResponse: list('Driver'),
    ListTelemetryProvidersResponse: list('TelemetryProvider'),
    ListVehiclesResponse: list('Vehicle'),
    Reading: 'device_id seq at temperature_c calibrated_until',
    ReadingsBundle: `format job{id ref} certificate=Certificate certificate_jws jwks{keys{*}}
      readings=Reading`,
    RotateTelemetrySecretResponse: 'secret old_secret_expires_at',
    Suspect: 'device_id seq at temperature_c decision',
    TelemetryBatch: 'object id accepted duplicates rejected{index code}',
    TelemetryProvider: 'object id name client_id created_at device_count last_reading_at',
    TemperatureTrace: '+GetTemperatureForDeskResponse page_url',
    Tracking: `ref status tracking_url eta_minutes eta_basis position_at sla_due sla_status
      minutes_late out_of_range{temperature_c at since} exception{reason reason_detail at
      next_step next_step_detail} returned_at carrier{name phone email} driver{first_name
      photo_url} vehicle{registration last_position{lat lng}} events{at type note seal}`,
    Vehicle: `object id registration documents{document expires_on} last_position{lat lng}
      created_at`,
  },
  grants: {
    'ops:dispatch': `createTelemetryProvider=CreateTelemetryProviderResponse
      listTelemetryProviders=ListTelemetryProvidersResponse
      rotateTelemetrySecret=RotateTelemetrySecretResponse createDevice=Device
      listDevices=ListDevicesResponse createDriver=Driver listDrivers=ListDriversResponse
      createDriverClient=CreateDriverClientResponse createDeviceEnrolment=DeviceEnrolment
      putDriverPhoto=Driver putDriverDocument=Driver putVehicleDocument=Vehicle
      createVehicle=Vehicle listVehicles=ListVehiclesResponse
      getTemperatureForDesk=GetTemperatureForDeskResponse
      decideSuspectReadings=DecideSuspectReadingsResponse`,
    'telemetry:write': 'ingestTelemetry=TelemetryBatch',
    'temperature:read': 'getTemperature=TemperatureTrace getTemperatureBundle=ReadingsBundle',
    'tracking:read': 'trackJob=Tracking',
  },
  targets: {
    '/tracking/': async (actor) => (await bookJob(actor)).ref,
    '/jobs/{id}/temperature/bundle': certifiedJob,
    '/ops/jobs/{id}/temperature/decision': suspectJob,
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
    'getTemperatureBundle certificate_pending': { at: collectedJob },
    'decideSuspectReadings certificate_pending': { at: collectedJob },
    'decideSuspectReadings no_suspect_readings': { at: certifiedJob },
    'decideSuspectReadings suspects_decided': { times: 2 },
    'ingestTelemetry invalid_signature': { send: { raw: '{"readings":[]}' } },
    'ingestTelemetry timestamp_out_of_tolerance': { send: signedEarlier },
    'ingestTelemetry invalid_json': { send: (actor) => signedBy(actor, '{"readings":[NaN]}') },
    'createDevice unknown_vehicle': { body: { vehicle_id: 'veh_absent' } },
    'putDriverPhoto invalid_file': { send: noImage },
    'putDriverDocument invalid_body': { at: driverWith(documents) },
    'putVehicleDocument invalid_body': { at: vehicleWith(documents) },
    'createVehicle registration_taken': {
      body: async ({ send }) => {
        const body = { registration: newRegistration() };
        await send('POST /ops/vehicles', { body });
        return { registration: ` ${body.registration.toLowerCase()}` };
      },
    },
  },
};
