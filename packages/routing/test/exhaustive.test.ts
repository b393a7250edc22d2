import { expect, it } from 'vitest';
import { solveRouting } from '../src/solve.ts';
import { randomCase } from './case.ts';
import { optimalCost } from './exhaustive.ts';

const cases = Number(process.env.SVC_ROUTING_CASES ?? 300);
const requestsMax = 5;
/** Two of 9,000 cases need the longer search. */
const searches = [2_000, 20_000];

it('costs what exhaustive search finds, with every constraint', () => {
  let compared = 0;
  for (let seed = 1; seed <= cases; seed++) {
    const problem = randomCase(seed, requestsMax);
    const optimum = optimalCost(problem);
    if (optimum === undefined) continue;
    let cost = Infinity;
    for (const iterationsMax of searches) {
      if (cost > optimum + 1e-6) cost = solveRouting(problem, { seed, iterationsMax }).cost;
    }
    expect(cost, `case ${seed}`).toBeCloseTo(optimum, 6);
    compared++;
  }
  expect(compared).toBeGreaterThan(cases / 2);
});
