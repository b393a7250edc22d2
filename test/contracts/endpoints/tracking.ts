/** Tracking records, temperatures, fleet telemetry, drivers and vehicles. */
import { driver, vehicle } from '@svc/contracts';
import { deliver, deskOf, newRegistration, noProof } from '../../journeys/desk.ts';
import { resource } from '../../journeys/http.ts';
import { certifySuspect, certifyTrace } from '../../journeys/suspect-trace.ts';
import { type Actor, bookJob, signedBy } from '../requests.ts';
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
/** Longer ago than a signature is good for. */
const signedEarlier = ({ provider: { secret, now } }: Actor) => {
  const earlier = () => new Date(now().getTime() - 301_000);
  return signedBy({ provider: { secret, now: earlier } }, '{"readings":[]}');
};

export const tracking: EndpointCases = {
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
