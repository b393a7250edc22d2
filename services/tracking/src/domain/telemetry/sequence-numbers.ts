/** Cached knowledge of the sequence numbers of a feed. */
export interface SequenceNumbers {
  /** None higher was used. */
  max: number;
  /** Ranges below that were left out for certain, ends included; of the rest nothing is known. */
  free: [from: number, to: number][];
}

/** Gaps cached per feed; more of them are rarely filled. */
const rangesMax = 8;

/** Claims a number that is certainly new; false if it was used or the cache is not certain. */
export function claimSequence(numbers: SequenceNumbers, seq: number): boolean {
  const { max, free } = numbers;
  if (seq <= max) return claimHole(free, seq);
  if (seq > max + 1) {
    free.push([max + 1, seq - 1]);
    if (free.length > rangesMax) free.shift();
  }
  numbers.max = seq;
  return true;
}

function claimHole(free: SequenceNumbers['free'], seq: number): boolean {
  const place = free.findIndex(([from, to]) => seq >= from && seq <= to);
  const [from, to] = free[place] ?? [];
  if (from === undefined || to === undefined) return false;
  const rest: SequenceNumbers['free'] = [
    [from, seq - 1],
    [seq + 1, to],
  ];
  free.splice(place, 1, ...rest.filter(([first, last]) => first <= last));
  if (free.length > rangesMax) free.shift();
  return true;
}
