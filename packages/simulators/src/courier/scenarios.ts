import type { CourierScenario } from './arguments.ts';
import {
  assign,
  bringBack,
  cancelLate,
  collect,
  findSealBroken,
  goToDropoff,
  goToPickup,
  handOver,
  type Trip,
} from './trip.ts';

/** The steps of each scenario, from the assignment on. */
export const scenarioRuns: Record<CourierScenario, (trip: Trip) => Promise<void>> = {
  delivered: async (trip) => {
    await assign(trip);
    await goToPickup(trip);
    await collect(trip);
    await goToDropoff(trip);
    await handOver(trip);
  },
  returned: async (trip) => {
    await assign(trip);
    await goToPickup(trip);
    await collect(trip);
    await goToDropoff(trip);
    await bringBack(trip);
  },
  seal_broken: async (trip) => {
    await assign(trip);
    await goToPickup(trip);
    await collect(trip);
    const sealedAgain = await findSealBroken(trip);
    await goToDropoff(sealedAgain);
    await handOver(sealedAgain);
  },
  cancelled_late: async (trip) => {
    await assign(trip);
    await goToPickup(trip);
    await cancelLate(trip);
  },
};
