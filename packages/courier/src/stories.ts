import type { Scenario } from './arguments.ts';
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

/** What becomes of a job, from its booking to its end. */
export const stories: Record<Scenario, (trip: Trip) => Promise<void>> = {
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
