/** Tracking records, temperatures, fleet telemetry, drivers and vehicles. */
import { driver, telemetryProvider, vehicle } from '@svc/contracts';
import { deliver, deskOf, newRegistration, noProof } from '../../journeys/desk.ts';
import { resource } from '../../journeys/http.ts';
import { certifySuspect, certifyTrace } from '../../journeys/suspect-trace.ts';
import { type Actor, bookJob, signedBy } from '../requests.ts';
import { idleCourier } from './courier-device.ts';
import type { EndpointCases, Make } from './endpoint.ts';
import { firstOf, noImage } from './fixtures.ts';

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
/** The number plate of an existing vehicle, spelled otherwise. */
async function takenRegistration({ send }: Actor) {
  const body = { registration: newRegistration() };
  await send('POST /ops/vehicles', { body });
  return { registration: ` ${body.registration.toLowerCase()}` };
}

const retire = async ({ send }: Actor, path: `/ops/${string}`): Promise<void> => {
  await send(`PATCH ${path}`, { body: { status: 'retired' } });
};
export const retiredDriver: Make = async (actor) => {
  const id = await driverWith([])(actor);
  await retire(actor, `/ops/drivers/${id}`);
  return id;
};
export const retiredVehicle: Make = async (actor) => {
  const id = await vehicleWith([])(actor);
  await retire(actor, `/ops/vehicles/${id}`);
  return id;
};
/** A job that another crew carries than first, of which one has been retired since. */
export const reassignedFrom =
  (left: 'driver' | 'vehicle'): Make =>
  async (actor) => {
    const { id } = await bookJob(actor);
    const crew = {
      driver_id: await driverWith([])(actor),
      vehicle_id: await vehicleWith([])(actor),
    };
    for (const each of [crew, actor.crew])
      await actor.send(`POST /ops/jobs/${id}/assign`, { body: each });
    await retire(actor, `/ops/${left}s/${crew[`${left}_id`]}`);
    return id;
  };
const base = { name: 'At sea', position: { lat: 0, lng: 0 } };

/** Longer ago than a signature is good for. */
const signedEarlier = ({ provider: { secret, now } }: Actor) => {
  const earlier = () => new Date(now().getTime() - 301_000);
  return signedBy({ provider: { secret, now: earlier } }, '{"readings":[]}');
};

/** A vehicle that stands at the pickup. */
export const hubVehicle: Make = async ({ send, pickup }) => {
  const body = { registration: newRegistration(), hub_site_id: pickup };
  return resource(await send('POST /ops/vehicles', { body }), 201, vehicle).id;
};

/** A provider with a format, and so with a key. */
const newForwarder = async ({ send }: Actor) => {
  const body = { name: 'Own trackers', format: 'traccar' };
  return resource(await send('POST /ops/telemetry-providers', { body }), 201, telemetryProvider);
};
const forwarder: Make = async (actor) => (await newForwarder(actor)).id;
const revokedForwarder: Make = async (actor) => {
  const { id, client_id } = await newForwarder(actor);
  await actor.send(`DELETE /api-keys/${client_id}`);
  return id;
};

export const tracking: EndpointCases = {
  targets: {
    '/tracking/': async (actor) => (await bookJob(actor)).ref,
    '/telemetry/forwarded/': async () => 'traccar',
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
    'decideSuspectReadings no_suspect_readings': { at: certifiedJob },
    'decideSuspectReadings suspects_decided': { times: 2 },
    'ingestTelemetry invalid_signature': { send: { raw: '{"readings":[]}' } },
    'ingestTelemetry timestamp_out_of_tolerance': { send: signedEarlier },
    'ingestTelemetry invalid_json': { send: (actor) => signedBy(actor, '{"readings":[NaN]}') },
    'forwardTelemetry invalid_json': { send: { raw: '{"position":' } },
    'rotateTelemetrySecret api_key_not_found': { at: revokedForwarder },
    'rotateTelemetrySecret rotation_in_progress': { at: forwarder, times: 2 },
    'reportPositions no_open_job': { as: idleCourier },
    'createDevice unknown_vehicle': { body: { vehicle_id: 'veh_absent' } },
    'createDevice unknown_asset': { body: { asset_id: 'ast_absent' } },
    'putDriverPhoto invalid_file': { send: noImage },
    'putDriverDocument invalid_body': { at: driverWith(documents) },
    'putVehicleDocument invalid_body': { at: vehicleWith(documents) },
    'createDriver invalid_position': { body: { base } },
    'updateDriver invalid_position': { body: { base } },
    'createVehicle invalid_position': { body: { registration: newRegistration(), base } },
    'updateVehicle invalid_position': { body: { base } },
    'createVehicle unknown_site': {
      body: { registration: newRegistration(), hub_site_id: 'site_absent' },
    },
    'updateVehicle unknown_site': { body: { hub_site_id: 'site_absent' } },
    'createDriver unknown_hub': { body: { hub_id: 'veh_absent' } },
    'updateDriver unknown_hub': { body: { hub_id: 'veh_absent' } },
    'createDriverClient driver_retired': { at: retiredDriver },
    'createDeviceEnrolment driver_retired': { at: retiredDriver },
    'createVehicle registration_taken': { body: takenRegistration },
    'updateVehicle registration_taken': { body: takenRegistration },
  },
};
