/** Simulated network with faults: duplicates, delays and reorders the batches of a provider. */
import type { Random } from '../random.ts';
import type { FleetFault } from './arguments.ts';
import type { FleetReading } from './readings.ts';

export const readingsPerBatch = 500;
const lateMs = 3 * 60_000;

export interface LossyNetwork {
  /** The batches to send now, given the new readings. */
  batches(readings: readonly FleetReading[], now: Date): FleetReading[][];
  /** The delayed readings, at the end of a run. */
  flush(): FleetReading[][];
}

export function createLossyNetwork(faults: readonly FleetFault[], random: Random): LossyNetwork {
  const has = (fault: FleetFault) => faults.includes(fault);
  let late: { reading: FleetReading; since: number }[] = [];
  let overtaken: FleetReading[] = [];
  let count = 0;

  const holdLate = (readings: readonly FleetReading[], now: Date): FleetReading[] => {
    const held = readings.filter(() => {
      count += 1;
      return count % 5 === 0;
    });
    const due = late.filter(({ since }) => now.getTime() - since >= lateMs);
    late = late.filter((each) => !due.includes(each));
    late.push(...held.map((reading) => ({ reading, since: now.getTime() })));
    return [...readings.filter((reading) => !held.includes(reading)), ...due.map((d) => d.reading)];
  };

  /** One batch waits for the next, which goes first. */
  const overtake = (readings: FleetReading[]): FleetReading[][] => {
    const shuffled = readings
      .map((reading) => ({ reading, place: random.next() }))
      .sort((a, b) => a.place - b.place)
      .map(({ reading }) => reading);
    const before = overtaken;
    overtaken = before.length > 0 ? [] : shuffled;
    return before.length > 0 ? [shuffled, before] : [];
  };

  const sent = (batches: FleetReading[][]): FleetReading[][] => {
    const whole = batches.flatMap(inBatches);
    return has('duplicates') ? whole.flatMap((batch) => [batch, batch]) : whole;
  };

  return {
    batches: (readings, now) => {
      const due = has('late') ? holdLate(readings, now) : [...readings];
      return sent(has('out-of-order') ? overtake(due) : [due]);
    },
    flush: () => {
      const held = [overtaken, late.map(({ reading }) => reading)];
      overtaken = [];
      late = [];
      return sent(held);
    },
  };
}

function inBatches(readings: readonly FleetReading[]): FleetReading[][] {
  const batches: FleetReading[][] = [];
  for (let first = 0; first < readings.length; first += readingsPerBatch) {
    batches.push(readings.slice(first, first + readingsPerBatch));
  }
  return batches;
}
