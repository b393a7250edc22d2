import { describe, expect, it } from 'vitest';
import type { RoutingProblem, RoutingRequest, RoutingVehicle } from '../src/problem.ts';
import { solveRouting } from '../src/solve.ts';
import { randomCase } from './case.ts';

const limits = { seed: 1, iterationsMax: 200 };

/** Places on a line; travel takes as long as it is far. */
function lineProblem(
  requests: readonly RoutingRequest[],
  vehicle: Partial<RoutingVehicle> = {},
): RoutingProblem {
  const size = 21;
  const times = Float64Array.from({ length: size * size }, (_, k) => {
    return Math.abs(Math.floor(k / size) - (k % size));
  });
  const van = { start: 0, end: 0, shiftBegin: 0, shiftEnd: 100, capacity: [2], ...vehicle };
  return {
    travel: { size, times, distances: times },
    requests,
    vehicles: [van],
    objective: { unplaced: 1_000, vehicle: 0, distance: 1 },
  };
}

function request(from: number, to: number, more: Partial<RoutingRequest> = {}): RoutingRequest {
  const stop = { begin: 0, end: 100, service: 1 };
  return {
    pickup: { ...stop, location: from },
    delivery: { ...stop, location: to },
    load: [1],
    ...more,
  };
}

it('returns an equal plan for an equal seed and number of iterations', () => {
  const problem = randomCase(7, 5);
  expect(solveRouting(problem, limits)).toEqual(solveRouting(problem, limits));
});

it('ends at its deadline by the given clock', () => {
  let time = 0;
  const now = (): number => time++;
  const { iterations } = solveRouting(lineProblem([request(1, 2)]), { seed: 1, timeMs: 10, now });
  expect(iterations).toBeLessThan(500);
});

it('refuses a search without a limit', () => {
  expect(() => solveRouting(lineProblem([]), { seed: 1 })).toThrow('iterationsMax or timeMs');
});

describe('a plan on a line', () => {
  it('carries two requests together where they fit on board', () => {
    const { cost, unplaced } = solveRouting(lineProblem([request(5, 10), request(6, 9)]), limits);
    expect({ cost, unplaced }).toEqual({ cost: 20, unplaced: [] });
  });

  it('carries one after the other where both do not fit on board', () => {
    const problem = lineProblem([request(5, 10), request(6, 9)], { capacity: [1] });
    expect(solveRouting(problem, limits).cost).toBe(26);
  });

  it('leaves out a request that cannot arrive by its deadline', () => {
    const problem = lineProblem([request(5, 10, { deadline: 10 }), request(6, 9)]);
    expect(solveRouting(problem, limits).unplaced).toEqual([0]);
  });

  it('delivers goods on board before their ride time is over', () => {
    const onBoard = { vehicle: 0, since: -10 };
    const problem = lineProblem([request(1, 8, { onBoard, rideMax: 18 }), request(2, 15)]);
    const [tour] = solveRouting(problem, limits).tours;
    expect(tour?.visits.find(({ kind }) => kind === 'delivery')).toMatchObject({
      request: 0,
      start: 8,
    });
  });

  it('keeps locked stops in front', () => {
    const locked = [{ request: 1, kind: 'pickup' }] as const;
    const problem = lineProblem([request(1, 2), request(10, 3)], { locked });
    const [tour] = solveRouting(problem, limits).tours;
    expect(tour?.visits[0]).toMatchObject({ request: 1, kind: 'pickup' });
  });

  it('pauses within the window of the break', () => {
    const problem = lineProblem([request(10, 20)], { pause: { begin: 12, end: 15, length: 9 } });
    const [tour] = solveRouting(problem, limits).tours;
    expect(tour).toMatchObject({ pauseAt: 12, returnsAt: 52 });
  });
});
