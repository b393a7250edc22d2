/** Legs over hubs. */
import type { Actor } from '../requests.ts';
import type { EndpointCases } from './endpoint.ts';
import { bookedJob } from './fixtures.ts';
import { ownCollectedAfter, plateOf, taking } from './jobs.ts';
import { hubVehicle, retiredDriver, retiredVehicle } from './tracking.ts';

/** A hub of the plan that is elsewhere; reached already, or yet to be reached. */
const overHub = (arrived_at: string | null) => {
  const hub = { vehicle_id: 'veh_hub', registration: 'HUB', site_id: 'site_hub' };
  const open = { due_at: null, crew: null, share_percent: null, departed_at: null };
  const last = { ...open, hub: null, arrived_at: null, parcels_scanned: null };
  return JSON.stringify([{ ...last, hub, arrived_at }, last]);
};
const withLegs = (arrived_at: string | null) =>
  ownCollectedAfter(`update jobs.job set legs = '${overHub(arrived_at)}' where id = $1`);

const crewOfLastLeg = (crew: (actor: Actor) => Promise<object>) => ({
  body: async (actor: Actor) => ({
    legs: [
      { hub_id: await hubVehicle(actor) },
      { hub_id: null, ...actor.crew, ...(await crew(actor)) },
    ],
  }),
});

export const legs: EndpointCases = {
  targets: { '/ops/hubs/': hubVehicle, '/ops/jobs/{id}/legs': bookedJob },
  refusals: {
    'planLegs unknown_hub': { body: { legs: [{ hub_id: 'veh_absent' }, { hub_id: null }] } },
    'planLegs leg_completed': { at: withLegs('2020-01-01T00:00:00.000Z') },
    'planLegs unknown_driver': crewOfLastLeg(async () => ({ driver_id: 'drv_absent' })),
    'planLegs unknown_vehicle': crewOfLastLeg(async () => ({ vehicle_id: 'veh_absent' })),
    'planLegs driver_retired': crewOfLastLeg(async (actor) => ({
      driver_id: await retiredDriver(actor),
    })),
    'planLegs vehicle_retired': crewOfLastLeg(async (actor) => ({
      vehicle_id: await retiredVehicle(actor),
    })),
    'reportTransfer not_expected': {
      at: withLegs(null),
      body: async (actor) => ({
        ...{ ...taking, seal: 'SL-00421', reason: undefined },
        registration: await plateOf(actor, await hubVehicle(actor)),
      }),
    },
  },
};
