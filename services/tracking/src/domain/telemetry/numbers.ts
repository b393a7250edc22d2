/** What is known of the numbers that a feed has used. */
export interface Numbers {
  /** None higher was used. */
  max: number;
  /** Ranges below that were left out for certain, ends included; of the rest nothing is known. */
  free: [from: number, to: number][];
}

/** More than a few holes nobody fills while they are remembered. */
const rangesMax = 8;

/** Uses a number that is new for certain; false when it was used, or nobody here knows. */
export function claim(numbers: Numbers, seq: number): boolean {
  const { max, free } = numbers;
  if (seq <= max) return claimHole(free, seq);
  if (seq > max + 1) {
    free.push([max + 1, seq - 1]);
    if (free.length > rangesMax) free.shift();
  }
  numbers.max = seq;
  return true;
}

function claimHole(free: Numbers['free'], seq: number): boolean {
  const place = free.findIndex(([from, to]) => seq >= from && seq <= to);
  const [from, to] = free[place] ?? [];
  if (from === undefined || to === undefined) return false;
  const rest: Numbers['free'] = [
    [from, seq - 1],
    [seq + 1, to],
  ];
  free.splice(place, 1, ...rest.filter(([first, last]) => first <= last));
  if (free.length > rangesMax) free.shift();
  return true;
}
