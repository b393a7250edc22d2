import { encodeReadings, type StoredReading } from './reading-encoding.ts';

/** Readings of one feed in one vehicle, in the order of time. */
export interface ReadingChunk {
  feed_no: number;
  vehicle_no: number;
  from: Date;
  to: Date;
  from_seq: number;
  readings: Buffer;
}

/** Progress of a feed: its highest sequence number, newest position and newest temperature. */
export interface FeedProgress {
  no: number;
  max_seq: number;
  newest: StoredReading | null;
  measured: StoredReading | null;
}

const hourMs = 3_600_000;
/** The UTC day in whose partition a reading is stored, `YYYY-MM-DD`. */
export const partitionDay = (at: Date): string => at.toISOString().slice(0, 10);

/** A chunk lies within so many sequence numbers, so that a lookup reads few chunks. */
export const sequencesPerChunk = 100;

const hourOf = ({ atMs }: StoredReading): number => Math.floor(atMs / hourMs);
const hundredOf = ({ seq }: StoredReading): number => Math.floor(seq / sequencesPerChunk);
export const hourStart = (at: Date): Date => new Date(at.getTime() - (at.getTime() % hourMs));

const belongsTo = (before: StoredReading, reading: StoredReading): boolean =>
  before.vehicle_no === reading.vehicle_no &&
  hourOf(before) === hourOf(reading) &&
  hundredOf(before) === hundredOf(reading);

/** By feed, in the order of their numbers. */
export function groupByFeed(readings: readonly StoredReading[]): StoredReading[][] {
  const feeds = new Map<number, StoredReading[]>();
  for (const reading of readings) {
    const own = feeds.get(reading.feed_no);
    if (own) own.push(reading);
    else feeds.set(reading.feed_no, [reading]);
  }
  return [...feeds.values()].sort(([a], [b]) => (a?.feed_no ?? 0) - (b?.feed_no ?? 0));
}

/** Splits the readings of one feed into chunks by hour, vehicle and hundred of numbers. */
export function chunksOf(own: readonly StoredReading[]): ReadingChunk[] {
  const sorted = own.toSorted((a, b) => a.atMs - b.atMs || a.seq - b.seq);
  const groups: StoredReading[][] = [];
  for (const reading of sorted) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    if (group && before && belongsTo(before, reading)) group.push(reading);
    else groups.push([reading]);
  }
  return groups.flatMap(chunkOf);
}

function chunkOf(readings: readonly StoredReading[]): ReadingChunk[] {
  const [first, last] = [readings[0], readings.at(-1)];
  if (!first || !last) return [];
  return [
    {
      feed_no: first.feed_no,
      vehicle_no: first.vehicle_no,
      from: new Date(first.atMs),
      to: new Date(last.atMs),
      from_seq: readings.reduce((least, { seq }) => Math.min(least, seq), first.seq),
      readings: encodeReadings(readings),
    },
  ];
}

export function feedProgressOf(own: readonly StoredReading[]): FeedProgress[] {
  const [first] = own;
  if (!first) return [];
  const progress: FeedProgress = {
    no: first.feed_no,
    max_seq: first.seq,
    newest: null,
    measured: null,
  };
  for (const reading of own) {
    progress.max_seq = Math.max(progress.max_seq, reading.seq);
    if (reading.lat_e6 !== null) progress.newest = later(progress.newest, reading);
    if (reading.temperature_mc !== null) progress.measured = later(progress.measured, reading);
  }
  return [progress];
}

const later = (known: StoredReading | null, reading: StoredReading): StoredReading =>
  known && known.atMs >= reading.atMs ? known : reading;
