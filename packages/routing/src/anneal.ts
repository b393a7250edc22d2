/** Simulated annealing over ruin and recreate, in cycles that start from the best plan. */
import { beginChange, commit, holdsAbsent, restore, rollback, takeSnapshot } from './plan.ts';
import { recreate } from './recreate.ts';
import { ruin } from './ruin.ts';
import { drawOrder, type Search } from './search.ts';

export interface AnnealSchedule {
  readonly hot: number;
  readonly cold: number;
  readonly cycles: number;
}

const epsilon = 1e-7;

export function anneal(search: Search, schedule: AnnealSchedule): void {
  const { plan, clock, best } = search;
  const begun = clock.step();
  const unit = averageCost(search);
  let cycle = 0;
  for (let done = begun; done < 1; done = clock.step()) {
    const progress = ((done - begun) / (1 - begun)) * schedule.cycles;
    if (Math.floor(progress) > cycle) {
      cycle = Math.floor(progress);
      restore(plan, best);
    }
    const cooled = progress - cycle;
    const heat = schedule.hot / 2 ** cycle;
    const temperature = unit * heat * (schedule.cold / heat) ** cooled;
    tryRuin(search, temperature);
  }
  restore(plan, best);
}

/** Distance for each request: the unit of temperatures. */
export function averageCost({ plan }: Search): number {
  const { requestCount } = plan.model;
  let distance = 0;
  for (const route of plan.routes) distance += route.distance;
  return distance / Math.max(1, requestCount - plan.absentCount);
}

function tryRuin(search: Search, temperature: number): void {
  const { plan, random, best } = search;
  beginChange(plan);
  ruin(search.ruin);
  drawOrder(search);
  const bound = plan.before.cost - temperature * Math.log(1 - random.real());
  if (!recreate(search.recreation, bound) || plan.cost >= bound || !holdsAbsent(plan)) {
    rollback(plan);
    return;
  }
  commit(plan);
  if (plan.cost < best.cost - epsilon) takeSnapshot(plan, best);
}
