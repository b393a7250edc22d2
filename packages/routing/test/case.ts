/** Small random problems with every constraint, from a seed. */
import type {
  LockedStop,
  RoutingProblem,
  RoutingRequest,
  RoutingStop,
  RoutingVehicle,
  TravelMatrix,
} from '../src/problem.ts';
import { type RandomSource, seededRandom } from '../src/random.ts';

const horizon = 300;
const square = 40;

export function randomCase(seed: number, requestsMax: number): RoutingProblem {
  const random = seededRandom(seed);
  const requestCount = 1 + random.below(requestsMax);
  const vehicleCount = 1 + random.below(3);
  const chance = (share: number): boolean => random.real() < share;
  const requests = Array.from({ length: requestCount }, (_, r) =>
    randomRequest(random, vehicleCount + 2 * r, vehicleCount),
  );
  const vehicles = Array.from({ length: vehicleCount }, (_, v) => randomVehicle(random, v));
  return {
    travel: randomTravel(random, vehicleCount + 2 * requestCount),
    requests,
    vehicles: chance(0.5) ? vehicles : lockStops(random, vehicles, requests),
    incompatibleGoods: chance(0.5) ? [[0, 1]] : [],
    objective: { unplaced: 10_000, vehicle: chance(0.5) ? 100 : 0, distance: 1 },
  };
}

function randomTravel(random: RandomSource, size: number): TravelMatrix {
  const places = Array.from({ length: size }, () => [
    random.real() * square,
    random.real() * square,
  ]);
  const times = new Float64Array(size * size);
  for (const [a, [x = 0, y = 0]] of places.entries()) {
    for (const [b, [u = 0, v = 0]] of places.entries()) {
      times[a * size + b] = Math.hypot(x - u, y - v);
    }
  }
  return { size, times, distances: times };
}

function randomStop(random: RandomSource, location: number, after: number): RoutingStop {
  const begin = after + random.below(horizon / 3);
  const end = begin + 10 + random.below(horizon / 2);
  return { location, begin, end, service: random.below(8) };
}

function randomRequest(random: RandomSource, location: number, vans: number): RoutingRequest {
  const chance = (share: number): boolean => random.real() < share;
  const pickup = randomStop(random, location, 0);
  return {
    pickup,
    delivery: randomStop(random, location + 1, chance(0.8) ? pickup.begin : 0),
    load: [random.below(4), random.below(3)],
    ...(chance(0.4) && { rideMax: 25 + random.below(60) }),
    ...(chance(0.2) && { deadline: 80 + random.below(horizon) }),
    ...(chance(0.6) && { goods: random.below(3) }),
    ...(chance(0.2) && { documents: [random.below(2)] }),
    ...(chance(0.1) && { vehicle: random.below(vans) }),
    ...(chance(0.1) && { onBoard: { vehicle: random.below(vans), since: -random.below(20) } }),
    ...(chance(0.2) && { priority: 5_000 + random.below(9_000) }),
  };
}

function randomVehicle(random: RandomSource, location: number): RoutingVehicle {
  const chance = (share: number): boolean => random.real() < share;
  const shiftBegin = random.below(60);
  const begin = shiftBegin + 40 + random.below(80);
  return {
    start: location,
    end: chance(0.7) ? location : 0,
    shiftBegin,
    shiftEnd: shiftBegin + 120 + random.below(horizon),
    capacity: [3 + random.below(6), 2 + random.below(4)],
    ...(chance(0.3) && { durationMax: 80 + random.below(150) }),
    ...(chance(0.4) && { pause: { begin, end: begin + 20 + random.below(40), length: 15 } }),
    ...(chance(0.7) && {
      documents: new Map([
        [0, 400],
        [1, 100 + random.below(200)],
      ]),
    }),
  };
}

/** Commits the first van to the first request that may be its. */
function lockStops(
  random: RandomSource,
  vehicles: readonly RoutingVehicle[],
  requests: readonly RoutingRequest[],
): RoutingVehicle[] {
  const request = requests.findIndex(({ onBoard, vehicle = 0 }) => !onBoard && vehicle === 0);
  if (request < 0) return [...vehicles];
  const pickup: LockedStop = { request, kind: 'pickup' };
  const delivery: LockedStop = { request, kind: 'delivery' };
  const locked = random.real() < 0.5 ? [pickup] : [pickup, delivery];
  return vehicles.map((vehicle, v) => (v === 0 ? { ...vehicle, locked } : vehicle));
}
