/** Chunks of readings: a feed's readings of an hour, encoded, as they are stored. */

/** A stored reading; its encoding is 45 bytes of big-endian integers. */
export interface StoredReading {
  feed_no: number;
  vehicle_no: number;
  /** Milliseconds since 1970. */
  atMs: number;
  seq: number;
  temperature_mc: number | null;
  lat_e6: number | null;
  lng_e6: number | null;
  speed_kmh: number | null;
  /** `YYYY-MM-DD`. */
  calibrated_until: string | null;
  /** Older than the watermark when it came. */
  late: boolean;
  /** Its position is not plausible: it moves nothing. */
  bad_fix: boolean;
}

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

/** A chunk lies within so many sequence numbers, so that a lookup reads few chunks. */
export const sequencesPerChunk = 100;

const hourOf = ({ atMs }: StoredReading): number => Math.floor(atMs / hourMs);
const hundredOf = ({ seq }: StoredReading): number => Math.floor(seq / sequencesPerChunk);
export const hourStart = (at: Date): Date => new Date(at.getTime() - (at.getTime() % hourMs));

const belongsTo = (before: StoredReading, reading: StoredReading): boolean =>
  before.vehicle_no === reading.vehicle_no &&
  hourOf(before) === hourOf(reading) &&
  hundredOf(before) === hundredOf(reading);

/** Packs readings into chunks, and tells how far their feeds are with them. */
export function packReadings(readings: readonly StoredReading[]): {
  chunks: ReadingChunk[];
  progress: FeedProgress[];
} {
  const feeds = groupByFeed(readings);
  return { chunks: feeds.flatMap(chunksOf), progress: feeds.flatMap(feedProgressOf) };
}

/** By feed, in the order of their numbers. */
function groupByFeed(readings: readonly StoredReading[]): StoredReading[][] {
  const feeds = new Map<number, StoredReading[]>();
  for (const reading of readings) {
    const own = feeds.get(reading.feed_no);
    if (own) own.push(reading);
    else feeds.set(reading.feed_no, [reading]);
  }
  return [...feeds.values()].sort(([a], [b]) => (a?.feed_no ?? 0) - (b?.feed_no ?? 0));
}

/** Splits the readings of one feed into chunks by hour, vehicle and hundred of numbers. */
function chunksOf(own: readonly StoredReading[]): ReadingChunk[] {
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

function feedProgressOf(own: readonly StoredReading[]): FeedProgress[] {
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
    if (reading.lat_e6 !== null && !reading.bad_fix)
      progress.newest = later(progress.newest, reading);
    if (reading.temperature_mc !== null) progress.measured = later(progress.measured, reading);
  }
  return [progress];
}

const later = (known: StoredReading | null, reading: StoredReading): StoredReading =>
  known && known.atMs >= reading.atMs ? known : reading;

const readingBytes = 45;
const dayMs = 24 * 3_600_000;
const nothing = -(2 ** 31);
const lateBit = 1;
const badFixBit = 2;

export function encodeReadings(readings: readonly StoredReading[]): Buffer {
  const to = Buffer.allocUnsafe(readings.length * readingBytes);
  readings.forEach((reading, n) => {
    write(to, n * readingBytes, reading);
  });
  return to;
}

/** Number, moment and measurements as they are stored: without feed, vehicle and lateness. */
export const contentOf = (reading: StoredReading): string =>
  encodeReadings([reading]).toString('latin1', 8, 44);

export const decodeReadings = (from: Buffer): StoredReading[] =>
  Array.from({ length: from.length / readingBytes }, (_, n) => read(from, n * readingBytes));

function write(to: Buffer, at: number, reading: StoredReading): void {
  const { speed_kmh, calibrated_until } = reading;
  to.writeInt32BE(reading.feed_no, at);
  to.writeInt32BE(reading.vehicle_no, at + 4);
  writeInt64(to, reading.atMs, at + 8);
  writeInt64(to, reading.seq, at + 16);
  to.writeInt32BE(reading.temperature_mc ?? nothing, at + 24);
  to.writeInt32BE(reading.lat_e6 ?? nothing, at + 28);
  to.writeInt32BE(reading.lng_e6 ?? nothing, at + 32);
  to.writeInt32BE(speed_kmh === null ? nothing : Math.round(speed_kmh * 1_000), at + 36);
  to.writeInt32BE(calibrated_until === null ? nothing : dayOf(calibrated_until), at + 40);
  to.writeUInt8((reading.late ? lateBit : 0) + (reading.bad_fix ? badFixBit : 0), at + 44);
}

function read(from: Buffer, at: number): StoredReading {
  const speed = orNull(from.readInt32BE(at + 36));
  const day = orNull(from.readInt32BE(at + 40));
  const flags = from.readUInt8(at + 44);
  return {
    feed_no: from.readInt32BE(at),
    vehicle_no: from.readInt32BE(at + 4),
    atMs: readInt64(from, at + 8),
    seq: readInt64(from, at + 16),
    temperature_mc: orNull(from.readInt32BE(at + 24)),
    lat_e6: orNull(from.readInt32BE(at + 28)),
    lng_e6: orNull(from.readInt32BE(at + 32)),
    speed_kmh: speed === null ? null : speed / 1_000,
    calibrated_until: day === null ? null : nameOf(day),
    late: (flags & lateBit) !== 0,
    bad_fix: (flags & badFixBit) !== 0,
  };
}

const orNull = (value: number): number | null => (value === nothing ? null : value);

function writeInt64(to: Buffer, value: number, at: number): void {
  to.writeInt32BE(Math.floor(value / 2 ** 32), at);
  to.writeUInt32BE(value >>> 0, at + 4);
}
const readInt64 = (from: Buffer, at: number): number =>
  from.readInt32BE(at) * 2 ** 32 + from.readUInt32BE(at + 4);

/** Thousands of readings name the same few days. */
const numbers = new Map<string, number>();
const names = new Map<number, string>();
const rememberedMax = 1_000;

function remembered<K, V>(known: Map<K, V>, key: K, make: (key: K) => V): V {
  const found = known.get(key);
  if (found !== undefined) return found;
  if (known.size >= rememberedMax) known.clear();
  const made = make(key);
  known.set(key, made);
  return made;
}
const dayOf = (name: string): number =>
  remembered(numbers, name, (each) => Date.parse(each) / dayMs);
const nameOf = (day: number): string =>
  remembered(names, day, (each) => new Date(each * dayMs).toISOString().slice(0, 10));
