import type { CourierScenario } from './arguments.ts';
import {
  assign,
  bringBack,
  cancelLate,
  collectParcels,
  findSealBroken,
  goToDropoff,
  goToPickup,
  handOverParcels,
  type Trip,
} from './trip.ts';

/** The steps of each scenario, from the assignment on. */
export const scenarioRuns: Record<CourierScenario, (trip: Trip) => Promise<void>> = {
  delivered: async (trip) => {
    await assign(trip);
    await goToPickup(trip);
    await collectParcels(trip);
    await goToDropoff(trip);
    await handOverParcels(trip);
  },
  returned: async (trip) => {
    await assign(trip);
    await goToPickup(trip);
    await collectParcels(trip);
    await goToDropoff(trip);
    await bringBack(trip);
  },
  seal_broken: async (trip) => {
    await assign(trip);
    await goToPickup(trip);
    await collectParcels(trip);
    const sealedAgain = await findSealBroken(trip);
    await goToDropoff(sealedAgain);
    await handOverParcels(sealedAgain);
  },
  cancelled_late: async (trip) => {
    await assign(trip);
    await goToPickup(trip);
    await cancelLate(trip);
  },
};
