import { pack, type Stored } from './packed.ts';

/** Readings of one feed in one vehicle, in the order of time. */
export interface Run {
  feed_no: number;
  vehicle_no: number;
  from: Date;
  to: Date;
  from_seq: number;
  readings: Buffer;
}

/** What readings say of their feed: the highest number, the newest position. */
export interface Advance {
  no: number;
  max_seq: number;
  newest: Stored | null;
}

const hourMs = 3_600_000;
/** A run lies within so many numbers, so that a number is looked for in few runs. */
export const numbersOfRun = 100;

const hourOf = ({ atMs }: Stored): number => Math.floor(atMs / hourMs);
const hundredOf = ({ seq }: Stored): number => Math.floor(seq / numbersOfRun);
export const hourStart = (at: Date): Date => new Date(at.getTime() - (at.getTime() % hourMs));

const belongsTo = (before: Stored, reading: Stored): boolean =>
  before.vehicle_no === reading.vehicle_no &&
  hourOf(before) === hourOf(reading) &&
  hundredOf(before) === hundredOf(reading);

/** By feed, in the order of their numbers. */
export function byFeed(readings: readonly Stored[]): Stored[][] {
  const feeds = new Map<number, Stored[]>();
  for (const reading of readings) {
    const own = feeds.get(reading.feed_no);
    if (own) own.push(reading);
    else feeds.set(reading.feed_no, [reading]);
  }
  return [...feeds.values()].sort(([a], [b]) => (a?.feed_no ?? 0) - (b?.feed_no ?? 0));
}

/** The readings of one feed, cut where another hour, vehicle or hundred of numbers begins. */
export function runsOf(own: readonly Stored[]): Run[] {
  const sorted = own.toSorted((a, b) => a.atMs - b.atMs || a.seq - b.seq);
  const runs: Stored[][] = [];
  for (const reading of sorted) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run && before && belongsTo(before, reading)) run.push(reading);
    else runs.push([reading]);
  }
  return runs.flatMap(runOf);
}

function runOf(readings: readonly Stored[]): Run[] {
  const [first, last] = [readings[0], readings.at(-1)];
  if (!first || !last) return [];
  return [
    {
      feed_no: first.feed_no,
      vehicle_no: first.vehicle_no,
      from: new Date(first.atMs),
      to: new Date(last.atMs),
      from_seq: readings.reduce((least, { seq }) => Math.min(least, seq), first.seq),
      readings: pack(readings),
    },
  ];
}

export function advanceOf(own: readonly Stored[]): Advance[] {
  const [first] = own;
  if (!first) return [];
  const start: Advance = { no: first.feed_no, max_seq: first.seq, newest: null };
  for (const reading of own) {
    start.max_seq = Math.max(start.max_seq, reading.seq);
    const { newest } = start;
    if (reading.lat_e6 !== null && (!newest || reading.atMs > newest.atMs)) start.newest = reading;
  }
  return [start];
}
