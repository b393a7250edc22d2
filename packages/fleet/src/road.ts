/** Between a provider's devices and its batches: what is sent, in which order, and how often. */
import type { Random } from '@svc/courier/random';
import type { Fault } from './arguments.ts';
import type { Reading } from './readings.ts';

export const batchMax = 500;
const lateMs = 3 * 60_000;

export interface Road {
  /** The batches to send now, for what the devices told just now. */
  batches(told: readonly Reading[], now: Date): Reading[][];
  /** Whatever was held back. */
  rest(): Reading[][];
}

export function createRoad(faults: readonly Fault[], random: Random): Road {
  const has = (fault: Fault) => faults.includes(fault);
  let late: { reading: Reading; since: number }[] = [];
  let overtaken: Reading[] = [];
  let count = 0;

  const holdLate = (told: readonly Reading[], now: Date): Reading[] => {
    const held = told.filter(() => {
      count += 1;
      return count % 5 === 0;
    });
    const due = late.filter(({ since }) => now.getTime() - since >= lateMs);
    late = late.filter((each) => !due.includes(each));
    late.push(...held.map((reading) => ({ reading, since: now.getTime() })));
    return [...told.filter((reading) => !held.includes(reading)), ...due.map((d) => d.reading)];
  };

  /** One batch waits for the next, which goes first. */
  const overtake = (readings: Reading[]): Reading[][] => {
    const shuffled = readings
      .map((reading) => ({ reading, place: random.next() }))
      .sort((a, b) => a.place - b.place)
      .map(({ reading }) => reading);
    const before = overtaken;
    overtaken = before.length > 0 ? [] : shuffled;
    return before.length > 0 ? [shuffled, before] : [];
  };

  const sent = (batches: Reading[][]): Reading[][] => {
    const whole = batches.flatMap(inBatches);
    return has('duplicates') ? whole.flatMap((batch) => [batch, batch]) : whole;
  };

  return {
    batches: (told, now) => {
      const due = has('late') ? holdLate(told, now) : [...told];
      return sent(has('out-of-order') ? overtake(due) : [due]);
    },
    rest: () => {
      const held = [overtaken, late.map(({ reading }) => reading)];
      overtaken = [];
      late = [];
      return sent(held);
    },
  };
}

function inBatches(readings: readonly Reading[]): Reading[][] {
  const batches: Reading[][] = [];
  for (let first = 0; first < readings.length; first += batchMax) {
    batches.push(readings.slice(first, first + batchMax));
  }
  return batches;
}
